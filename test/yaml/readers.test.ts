import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { printYaml, unprintable } from '../../src/yaml/print-yaml.js';
import { awkwardStrings, lostStrings } from './awkward-strings.js';

/** Each string as a value, as an item of lists, and as a key. */
const placesOf = (strings: readonly string[]) => ({
  values: strings.map((text) => ({ value: text, list: [text, [text]], deep: { deeper: { text } } })),
  // `__proto__` is among them: only this makes it a member.
  keys: Object.fromEntries(strings.filter(isKey).map((text) => [text, text])),
});

/** What kustomize does not take as a key has a test of its own. */
const isKey = (text: string) => text !== '<<' && text.length <= 1_000;

const groups = Object.entries(awkwardStrings).map(([name, strings]) => ({ name, places: placesOf(strings) }));
const constants = [true, false, null, {}, [], '', 0, -1, 1.5, 1e21, 1.5e-7, 123456789012, 2 ** 53];

interface Thing {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}
const thingOf = (spec: Thing['spec']): Thing => ({
  apiVersion: 'example.org/v1',
  kind: 'Thing',
  metadata: { name: 'a' },
  spec,
});
const everything = thingOf({ ...Object.fromEntries(groups.map(({ name, places }) => [name, places])), constants });

test('there are enough strings for the name of this file', () => {
  expect(new Set(Object.values(awkwardStrings).flat()).size).toBeGreaterThan(300);
});

describe.each(['1.1', '1.2'] as const)('yaml, version %s', (version) => {
  const read = parse(printYaml(everything), { version }) as Thing;

  test.each(groups)('reads $name as they are', ({ name, places }) => {
    expect(read.spec[name]).toStrictEqual(places);
  });
  test('reads constants as they are', () => {
    expect(read.spec['constants']).toStrictEqual(constants);
  });
  test('reads keys that are too long for kustomize', () => {
    const value = { ['k'.repeat(1_025)]: 'a', [`"${'k'.repeat(100_000)}`]: { b: ['c'] } };
    expect(parse(printYaml(value), { version })).toStrictEqual(value);
  });
});

const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!kubectl && process.env['CI'] === 'true')
  throw new Error('kubectl is not there, and CI must not skip what it proves');

/** What Go reads (sigs.k8s.io/yaml) in the text of an object, as it says it in JSON. */
const readWithGo = (text: string): Thing => {
  const { stdout, stderr, status } = run(['label', '--local', '-f', '-', 'a=b', '-o', 'json'], text);
  if (status !== 0) throw new Error(stderr.slice(-500));
  // The label is only there because kubectl prints nothing that it has not changed.
  return { ...(JSON.parse(stdout) as Thing), metadata: { name: 'a' } };
};

const buildWithKustomize = (text: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'kustomize-'));
  try {
    writeFileSync(join(folder, 'things.yaml'), text);
    writeFileSync(join(folder, 'kustomization.yaml'), printYaml({ resources: ['things.yaml'] }));
    return run(['kustomize', folder]);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const run = (args: string[], input?: string) =>
  spawnSync('kubectl', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...(input === undefined ? {} : { input }),
  });

describe.skipIf(!kubectl)(`kubectl${kubectl ? '' : ' (skipped: it is not on this machine)'}`, () => {
  const printed = printYaml(everything);
  const direct = kubectl ? readWithGo(printed) : everything;
  const build = kubectl ? buildWithKustomize(printed) : { status: 1, stdout: '', stderr: '' };
  const rebuilt = build.status === 0 ? readWithGo(build.stdout) : undefined;

  test.each(groups)('Go reads $name as they are', ({ name, places }) => {
    expect(direct.spec[name]).toStrictEqual(places);
  });
  test.each(groups)('they come through kustomize: $name', ({ name, places }) => {
    expect(build.stderr.slice(-500)).toBe('');
    expect(rebuilt?.spec[name]).toStrictEqual(places);
  });
  test('Go reads constants as they are, and they come through kustomize', () => {
    expect(direct.spec['constants']).toStrictEqual(constants);
    expect(rebuilt?.spec['constants']).toStrictEqual(constants);
  });

  // Else the list in `unprintable` would be superstition.
  test.each(lostStrings.map((text) => [JSON.stringify(text), text]))(
    '%s does not come through kustomize',
    (_, text) => {
      expect(unprintable({ text }).length).toBe(1);
      const thing = thingOf({ text });
      const { status, stdout } = buildWithKustomize(printYaml(thing));
      expect(status === 0 && JSON.stringify(readWithGo(stdout)) === JSON.stringify(thing)).toBe(false);
    },
  );

  test.each([['<<'], ['k'.repeat(1100)]])('the key %.10s does not come through kustomize', (key) => {
    expect(unprintable({ [key]: 'x' }).length).toBe(1);
    const thing = thingOf({ [key]: 'x' });
    expect(readWithGo(printYaml(thing))).toStrictEqual(thing);
    const { status, stdout } = buildWithKustomize(printYaml(thing));
    expect(status === 0 && stdout.includes(key)).toBe(false);
  });
});

test('no awkward string but the lost ones is called unprintable', () => {
  const found = Object.values(awkwardStrings)
    .flat()
    .filter((text) => unprintable([text]).length > 0);
  expect(found).toEqual([]);
});
