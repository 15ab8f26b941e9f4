import { readFileSync } from 'node:fs';
import { ApiObject, type ApiObjectProps } from 'cdk8s';
import fc from 'fast-check';
import { FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isObject } from '../../src/json/is-object.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { checkState, stateOfYaml } from '../../src/rules/index.js';
import { runs } from '../support/runs.js';
import { schemas } from '../support/schemas.js';
import { addon } from '../support/synthesize.js';

const objects = parse(readFileSync(new URL('wrong-shapes.yaml', import.meta.url), 'utf8')) as readonly object[];
/** What a field is not: each of them is of the right shape somewhere. */
const shapes: readonly unknown[] = [{}, [], [null], null, 5, 'x', [{}], { a: null }, [[]], true, '${X}', '{{'];

type Path = readonly string[];

const pathsOf = (value: unknown, path: Path = []): readonly Path[] => [
  ...(path.length === 0 ? [] : [path]),
  ...(isObject(value) || Array.isArray(value)
    ? Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))
    : []),
];

/** A copy, which shares all that lies off the path. */
const withShape = (object: object, [key, ...rest]: Path, shape: unknown): object => {
  const copy = (Array.isArray(object) ? [...object] : { ...object }) as Record<string, unknown>;
  copy[key!] = rest.length === 0 ? shape : withShape(copy[key!] as object, rest, shape);
  return copy;
};

/** What an object is found by: where it is wrong, synth may end before it looks at other objects. */
const isIdentity = ([first]: Path): boolean => first === 'apiVersion' || first === 'kind' || first === 'metadata';

const mutationsOf = (object: object, isWanted: (path: Path) => boolean) =>
  pathsOf(object)
    .filter(isWanted)
    .flatMap((path) => shapes.map((shape) => ({ path, shape })));

/** A prime: steps of it reach each entry of a shorter list once, and neighbours are of different fields. */
const STEP = 1297;
/** Rounds with all kinds at once: most have had all their faults by then, and the largest some for each field. */
const TOGETHER = 400;

const renamed = (object: object, name: string): object => ({
  ...object,
  metadata: { ...(object as { readonly metadata?: object }).metadata, name },
});

/**
 * Each fault of each object, in as few rounds as possible: one fault for each kind, so that what refers to it is there
 * too; then what is left for the largest, in copies of them.
 */
const roundsOf = (isWanted: (path: Path) => boolean) => {
  const faults = objects.map((object) => {
    const own = mutationsOf(object, isWanted).map((one) => ({ object, ...one }));
    return own.map((_, index) => own[(index * STEP) % own.length]!);
  });
  const together = Array.from({ length: TOGETHER }, (_, round) => faults.flatMap((own) => own.slice(round, round + 1)));
  const left = faults.flatMap((own) => own.slice(TOGETHER));
  const copies = left.map((one, index) => ({ ...one, object: renamed(one.object, `q${index}`) }));
  const size = objects.length;
  const apart = Array.from({ length: Math.ceil(copies.length / size) }, (_, round) =>
    copies.slice(round * size, (round + 1) * size),
  );
  return [...together, ...apart];
};

const synth = (all: readonly object[]) => {
  const raw = addon('raw', {
    namespace: 'web',
    createNamespace: true,
    build: (scope) => {
      for (const [index, one] of all.entries()) new ApiObject(scope, `o${index}`, one as ApiObjectProps);
    },
  });
  const groups = ['gateway.networking.k8s.io', 'external-secrets.io', 'fluxcd.controlplane.io', 'cert-manager.io'];
  const provides = [...groups, 'keda.sh', 'monitoring.coreos.com', 'bitnami.com', 'infra.contrib.fluxcd.io'];
  return synthCluster(new FluxCluster(new FluxApp(), 'dev', { external: provides }).stage('one', [raw]));
};

/** A third of them; with `FLUXSPAN_RUNS=3` all. */
const drawnOf = <T>(all: readonly T[]): readonly T[] => {
  const length = Math.min(all.length, runs(Math.ceil(all.length / 3)));
  return fc.sample(fc.shuffledSubarray([...all], { minLength: length, maxLength: length }), 1)[0]!;
};

/** Whether it ends with diagnostics, or with none, and not with a fault of fluxspan's own. */
const faultOf = (all: readonly object[]): string | undefined => {
  try {
    synth(all);
    return undefined;
  } catch (error) {
    return error instanceof TypeError || error instanceof RangeError ? String(error.stack).slice(0, 300) : undefined;
  }
};

/** The kind, the field and what was given, with the start of the fault's stack. */
const tell = (object: object, path: Path, shape: unknown): readonly string[] => {
  const fault = faultOf([withShape(object, path, shape)]);
  const { kind } = object as { readonly kind?: string };
  return fault === undefined ? [] : [`${kind} ${path.join('.')}: ${JSON.stringify(shape)}\n${fault}`];
};

describe('a field of another shape than its kind has', () => {
  it('is reported in the body of an object, and no rule throws', () => {
    const faults: string[] = [];
    // All kinds at once, each with one fault: a round in which something falls over is looked at kind by kind.
    // The rules see each of these faults in plain YAML below; here is what comes before the rules.
    for (const drawn of drawnOf(roundsOf((path) => !isIdentity(path)))) {
      if (faultOf(drawn.map(({ object, path, shape }) => withShape(object, path, shape))) === undefined) continue;
      faults.push(...drawn.flatMap(({ object, path, shape }) => tell(object, path, shape)));
    }
    expect([...new Set(faults)]).toEqual([]);
  }, 300_000);

  it('is no fault of a rule in plain YAML either', () => {
    const file = { path: 'objects.yaml', lineOf: () => undefined };
    const faults: string[] = [];
    for (const drawn of drawnOf(roundsOf(() => true))) {
      const jsons = drawn.map(({ object, path, shape }) => withShape(object, path, shape) as JsonObject);
      const built = { objects: jsons.map((json) => ({ json, file })), isPartial: false };
      const state = stateOfYaml({ name: 'prod', root: '.', build: () => built });
      try {
        checkState(state, { schemas });
      } catch (error) {
        faults.push(`${String(error)}\n${JSON.stringify(drawn)}`);
      }
    }
    expect(faults).toEqual([]);
  }, 300_000);

  it('is reported in what an object is found by', () => {
    const faults = objects.flatMap((object) =>
      drawnOf(mutationsOf(object, isIdentity)).flatMap(({ path, shape }) => tell(object, path, shape)),
    );
    expect(faults).toEqual([]);
  }, 300_000);
});
