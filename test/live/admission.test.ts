import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { printJson } from '../../src/charts/print-values-schema.js';
import app from '../../src/platform/app.js';
import { fillExamples } from '../../src/rules/schemas/fill-examples.js';
import { planApp } from '../../src/tree/plan-app.js';
import { knownSchemas } from '../schema/checker.js';
import { type Json, mutationsOf } from '../schema/mutations.js';
import { ownKinds } from '../schema/own-kinds.js';
import { literalsOf, randomValue, seeded } from '../schema/random-objects.js';
import { ourVerdict, samePlace, type Verdict } from '../schema/verdict.js';
import { type Ask, openAsk } from './ask.js';
import { type ControlPlane, startControlPlane } from './control-plane.js';
import { crdsOf, groupsOfOperators } from './crds.js';
import { kubernetesSchemas } from './kubernetes-schemas.js';

interface Case {
  /** `EC2NodeClass: drop spec.role` */
  readonly label: string;
  readonly object: Json;
}

interface Kubernetes {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

interface Result extends Case {
  readonly ours: Verdict;
  readonly theirs: Verdict;
}

const verdicts = new URL('../fixtures/schema/server-verdicts.json', import.meta.url);
const skip = inject('skipLive');

/** The platform's objects as they are in the cluster, once for each spec. */
const platformObjects = (): readonly Json[] => {
  const found = new Map<string, Json>();
  for (const { addons } of planApp(app).compiled) {
    for (const addon of addons) {
      const filled = addon.objects.map((object) => fillExamples(object, addon.built).value as Json);
      for (const object of [...filled, ...addon.entry.map(({ json }) => json as Json)]) {
        const { metadata: _, ...rest } = object as { metadata?: Json };
        found.set(JSON.stringify(rest), object);
      }
    }
  }
  return [...found.values()];
};

const casesOf = (objects: readonly Json[], step: number): readonly Case[] =>
  objects.flatMap((object) => {
    const { kind } = object as unknown as Kubernetes;
    const mutated = mutationsOf(object).filter((_, index) => index % step === 0);
    return [{ label: 'as it is', object }, ...mutated].map((one) => ({ ...one, label: `${kind}: ${one.label}` }));
  });

/** Objects of kinds that the platform has none of, with everything in them that their schemas have. */
const randomCases = (): readonly Case[] =>
  crdsOf(groupsOfOperators).flatMap((crd) => {
    const { names, group } = crd.spec as unknown as { names: { kind: string }; group: string };
    const { versions } = knownSchemas(group, names.kind)!;
    return Object.entries(versions).flatMap(([version, schema]) => {
      const random = seeded(names.kind.length);
      const literals = literalsOf(schema);
      return Array.from({ length: 20 }, (_, index) => ({
        label: `${names.kind}: random ${index}`,
        object: {
          apiVersion: `${group}/${version}`,
          kind: names.kind,
          metadata: { name: 'x', namespace: 'default' },
          ...(randomValue(schema, random, literals) as object),
        } as unknown as Json,
      }));
    });
  });

/** Kubernetes validates its own kinds by code, beyond what its OpenAPI says. */
const isBeyondOpenApi = ({ object, ours, theirs }: Result): boolean => {
  const { apiVersion, kind } = object as unknown as Kubernetes;
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return ours.accepted && !theirs.accepted && knownSchemas(group, kind)?.own === true;
};

/** The Flux Operator adds its kinds to enums of Flux's CRDs, which this server has as Flux ships them. */
const OPERATORS = /Unsupported value: "(?:FluxInstance|ResourceSet|ResourceSetInputProvider)"/;
const isWidened = ({ object, theirs }: Result): boolean =>
  (object as unknown as Kubernetes).apiVersion.startsWith('notification.toolkit.fluxcd.io/') &&
  theirs.words.some((words) => OPERATORS.test(words));

const agree = ({ ours, theirs }: Result): boolean =>
  ours.accepted === theirs.accepted && (ours.accepted || samePlace(ours, theirs));

describe.skipIf(skip !== '')(skip === '' ? 'the real API server' : `the real API server (skipped: ${skip})`, () => {
  let plane: ControlPlane;
  let server: Ask;
  const results: Result[] = [];

  beforeAll(async () => {
    plane = await startControlPlane();
    server = openAsk(plane.kubeconfig());
    await plane.api.apply(...crdsOf(groupsOfOperators));
  });
  afterAll(async () => {
    server?.close();
    await plane?.stop();
  });

  const judge = async (cases: readonly Case[]): Promise<readonly Result[]> => {
    const namespaces = new Set(cases.map(({ object }) => (object as unknown as Kubernetes).metadata.namespace));
    for (const name of namespaces) {
      if (name !== undefined) await plane.api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
    const theirs = await server.askAll(cases.map(({ object }) => object));
    const judged = cases.map((one, index) => ({ ...one, ours: ourVerdict(one.object), theirs: theirs[index]! }));
    results.push(...judged);
    return judged;
  };

  /** What nobody has explained, short enough to read. */
  const unexplained = (judged: readonly Result[]) =>
    judged
      .filter((one) => !agree(one) && !isBeyondOpenApi(one) && !isWidened(one))
      .slice(0, 20)
      .map(({ label, ours, theirs }) => ({ label, ours: ours.words.slice(0, 3), theirs: theirs.words }));

  it("says the same of some thousand mutations of the platform's objects", async () => {
    const judged = await judge(casesOf(platformObjects(), 2));
    expect(judged.length).toBeGreaterThan(3000);
    expect(judged.filter(({ theirs }) => !theirs.accepted).length).toBeGreaterThan(1500);
    expect(unexplained(judged)).toEqual([]);
    // Only the platform's few objects of Kubernetes' own kinds may differ at all.
    expect(judged.filter((one) => !agree(one)).length).toBeLessThan(judged.length / 100);
  });

  it('says the same of objects that keep and break every rule', async () => {
    const file = new URL('../fixtures/schema/rule-objects.json', import.meta.url);
    const objects = JSON.parse(readFileSync(file, 'utf8')) as readonly Json[];
    const cases = objects.map((object) => ({ label: (object as unknown as Kubernetes).kind, object }));
    expect(unexplained(await judge(cases))).toEqual([]);
  });

  it('says the same of random objects of every custom kind', async () => {
    expect(unexplained(await judge(randomCases()))).toEqual([]);
  });

  it("refuses nothing of Kubernetes' own kinds less than fluxspan does", async () => {
    const judged = await judge(casesOf(ownKinds as unknown as readonly Json[], 1));
    expect(judged.filter(({ label, theirs }) => label.endsWith('as it is') && !theirs.accepted)).toEqual([]);
    expect(unexplained(judged)).toEqual([]);
    expect(judged.filter(agree).length / judged.length).toBeGreaterThan(0.8);
  });

  it('has the kinds that schemas/kubernetes describes', async () => {
    const kept = readFileSync(new URL('../../schemas/kubernetes/openapi.json', import.meta.url), 'utf8');
    expect(`${printJson((await kubernetesSchemas(plane.api)) as never)}\n`).toBe(kept);
  });

  it('said what the fixtures keep', async () => {
    // FLUXSPAN_KEEP_VERDICTS=1 takes a hundred again, of as many kinds and mutations as there are.
    if (process.env['FLUXSPAN_KEEP_VERDICTS'] === '1') writeFileSync(verdicts, printVerdicts(results));
    const kept = JSON.parse(readFileSync(verdicts, 'utf8')) as { object: Json; accepted: boolean; words: string }[];
    for (const { object, accepted, words } of kept) {
      const verdict = await server.ask(object);
      expect([verdict.accepted, shorten(verdict.words[0] ?? '')]).toEqual([accepted, words]);
    }
  });
});

const shorten = (words: string): string => words.slice(0, 300);

const printVerdicts = (results: readonly Result[]): string => {
  const byShape = new Map<string, Result>();
  for (const one of results) {
    const shape = one.label.split(' ').slice(0, 2).join(' ');
    const isSmall = JSON.stringify(one.object).length < 4000;
    if (!byShape.has(shape) && isSmall && agree(one) && one.theirs.paths.length < 5) byShape.set(shape, one);
  }
  // Refusals say more than what is accepted, so three of four are those.
  const [good, bad] = [true, false].map((accepted) =>
    [...byShape.values()].filter(({ theirs }) => theirs.accepted === accepted),
  );
  const spread = (all: readonly Result[], count: number) =>
    all.filter(
      (_, index) => Math.floor((index * count) / all.length) !== Math.floor(((index - 1) * count) / all.length),
    );
  const lines = [...spread(good!, 25), ...spread(bad!, 80)].map(({ label, object, theirs }) =>
    JSON.stringify({
      label,
      accepted: theirs.accepted,
      paths: theirs.paths,
      words: shorten(theirs.words[0] ?? ''),
      object,
    }),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
};
