import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePatch } from '../../src/yaml/parse-patch.js';
import { parseYaml, parseYamlDocuments } from '../../src/yaml/parse-yaml.js';
import { root } from '../support/root.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { writeFiles } from '../support/write-files.js';

type Outcome = { readonly value?: unknown; readonly error?: true };

interface Case {
  readonly text: string;
  readonly manifest: Outcome;
  readonly merge: Outcome;
  readonly operation: Outcome;
}

// Printed by kustomize 5.8.1, as Flux 2.9 has it.
const { cases } = JSON.parse(readFileSync(join(root, 'test/vectors/dialects.json'), 'utf8')) as {
  readonly cases: readonly Case[];
};

const head = 'apiVersion: example.org/v1\nkind: Foo\nmetadata: { name: a }\n';

const manifest = (text: string): string => `${head}spec:\n  old: true\n  z: ${text}\n`;
const merge = (text: string): string => `${head}spec:\n  z: ${text}\n`;
const operation = (text: string): string => `- op: add\n  path: /spec/z\n  value: ${text}\n`;

const outcomeOf = (read: () => unknown): Outcome => {
  try {
    return { value: read() };
  } catch {
    return { error: true };
  }
};

const zOf = (object: unknown): unknown => (object as { readonly spec: { readonly z: unknown } }).spec.z;

describe('a value is what kustomize makes of it', () => {
  it.each(cases)('in a manifest: $text', ({ text, manifest: expected }) => {
    expect(outcomeOf(() => zOf(parseYamlDocuments(manifest(text))[0]))).toEqual(expected);
  });

  it.each(cases)('in a patch that merges: $text', ({ text, merge: expected }) => {
    // A null removes the field.
    const wanted = 'value' in expected || 'error' in expected ? expected : { value: null };
    expect(outcomeOf(() => zOf(parsePatch(merge(text))[0]))).toEqual(wanted);
  });

  it.each(cases)('in a JSON 6902 patch: $text', ({ text, operation: expected }) => {
    const read = () =>
      (parsePatch(operation(text)) as unknown as readonly (readonly { readonly value: unknown }[])[])[0]![0]!.value;
    expect(outcomeOf(read)).toEqual(expected);
  });

  it('as after substitution in a list of operations, and else as in manifests', () => {
    const differ = cases.filter((one) => one.operation.value !== one.manifest.value && one.manifest.error !== true);
    expect(differ.length).toBeGreaterThan(20);
    for (const { text, operation: expected } of cases) {
      expect(
        outcomeOf(() => (parseYaml(`z: ${text}`) as { z: unknown }).z),
        text,
      ).toEqual(expected);
    }
  });
});

describe('a key that is there twice', () => {
  it.each([
    ['in a patch that merges, the first counts', `${head}data: { a: "1", a: "2" }`, { a: '1' }],
    ['with and without quotes', `${head}data: { yes: "1", "yes": "2" }`, { yes: '1' }],
    ['own keys win over merged ones', `${head}x: &x { a: "1", b: "2" }\ndata: { a: "3", <<: *x }`, { a: '3', b: '2' }],
  ])('%s', (_, text, data) => {
    expect(parsePatch(text)).toEqual([expect.objectContaining({ data })]);
  });

  it('the last counts in an operation', () => {
    expect(parsePatch('- { op: add, path: /a, value: x, value: z }')).toEqual([
      [{ op: 'add', path: '/a', value: 'z' }],
    ]);
  });

  it('is refused in a manifest', () => {
    expect(() => parseYamlDocuments(`${head}data: { a: "1", a: "2" }`)).toThrow();
  });
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

it.skipIf(!hasKubectl)('the kustomize of kubectl reads the same', () => {
  const usable = cases.filter((one) => ![one.manifest, one.merge].some(({ error }) => error));
  const folder = temporaryFolder();
  const names = usable.map((_, index) => `m${index}`);
  const named = (text: string, name: string) => text.replace('name: a', `name: ${name}`);
  writeFiles(folder, {
    'kustomization.yaml': JSON.stringify({
      resources: ['all.yaml'],
      patches: usable.flatMap(({ text }, index) => [
        { patch: named(merge(text), `p${index}`) },
        { patch: operation(text), target: { kind: 'Foo', name: `o${index}` } },
      ]),
    }),
    'all.yaml': usable
      .flatMap(({ text }, index) => [
        named(manifest(text), names[index]!),
        ...['p', 'o'].map((letter) => `${named(head, `${letter}${index}`)}spec:\n  old: true\n`),
      ])
      .join('---\n'),
  });
  const { stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  const built = new Map(
    parseYamlDocuments(stdout).map((json) => {
      const { metadata, spec } = json as { metadata: { name: string }; spec: Readonly<Record<string, unknown>> };
      return [metadata.name, 'z' in spec ? { value: spec['z'] } : {}];
    }),
  );
  expect(built.size, stderr).toBe(3 * usable.length);
  for (const [index, one] of usable.entries()) {
    const got = ['m', 'p', 'o'].map((letter) => built.get(`${letter}${index}`));
    expect(got, one.text).toEqual([one.manifest, one.merge, one.operation]);
  }
  expect(usable.length).toBeGreaterThan(60);
});
