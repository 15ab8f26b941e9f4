import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { ReadableTree } from '../../../src/applied/base-tree.js';
import { buildFolder } from '../../../src/applied/build/build-folder.js';
import { parseObjects } from '../../../src/applied/parse-objects.js';
import { textOf } from '../../../src/files/lossless-text.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

const treeOf = (files: Readonly<Record<string, string>>): ReadableTree => ({
  blobs: new Map(Object.keys(files).map((path) => [path, path])),
  read: (paths) => new Map(paths.flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]]]))),
  folderOf: (path) => path,
});
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';
const build = (files: Readonly<Record<string, string>>, spec = {}) =>
  buildFolder(treeOf({ 'a/config-map.yaml': configMap, ...files }), 'a', spec);
const withFile = (text: string, more = {}) => build({ 'a/kustomization.yaml': text, ...more });

it.each([
  ['resources: ["HTTP://127.0.0.1:1/a.yaml"]', 'HTTP://127.0.0.1:1/a.yaml', 'resources'],
  ['Resources: ["https://example.org/a"]', 'https://example.org/a', 'Resources'],
  ['resources: ["git@example.org:a/b"]', 'git@example.org:a/b', 'resources'],
  ['resources: ["ssh://example.org/a/b"]', 'ssh://example.org/a/b', 'resources'],
  ['resources: ["file:///tmp/a"]', 'file:///tmp/a', 'resources'],
  ['resources: ["GitHub.com/a/b"]', 'GitHub.com/a/b', 'resources'],
  ['resources: ["git::github.com/a/b"]', 'git::github.com/a/b', 'resources'],
  ['resources: ["someone@example.org/a/b/c"]', 'someone@example.org/a/b/c', 'resources'],
  ['resources: ["b?ref=main"]', 'b?ref=main', 'resources'],
  ['bases: ["github.com/a/b"]', 'github.com/a/b', 'bases'],
  ['components: ["github.com/a/b"]', 'github.com/a/b', 'components'],
  ['crds: ["https://example.org/crd.json"]', 'https://example.org/crd.json', 'crds'],
  ['patches: [{ path: "https://example.org/p" }]', 'https://example.org/p', 'patches.path'],
  ['patchesJson6902: [{ path: "https://example.org/p" }]', 'https://example.org/p', 'patchesJson6902.path'],
  ['patchesStrategicMerge: ["https://example.org/p"]', 'https://example.org/p', 'patchesStrategicMerge'],
  [
    'configMapGenerator: [{ name: a, files: ["https://example.org/p"] }]',
    'https://example.org/p',
    'configMapGenerator.files',
  ],
  [
    'configMapGenerator: [{ name: a, files: ["k=https://example.org/p"] }]',
    'k=https://example.org/p',
    'configMapGenerator.files',
  ],
  [
    'configMapGenerator: [{ name: a, env: "https://example.org/p" }]',
    'https://example.org/p',
    'configMapGenerator.env',
  ],
  ['secretGenerator: [{ name: a, envs: ["https://example.org/p"] }]', 'https://example.org/p', 'secretGenerator.envs'],
  ['openapi: { path: "https://example.org/p" }', 'https://example.org/p', 'openapi.path'],
  ['configurations: ["https://example.org/p"]', 'https://example.org/p', 'configurations'],
  ['generators: ["https://example.org/p"]', 'https://example.org/p', 'generators'],
  ['transformers: ["https://example.org/p"]', 'https://example.org/p', 'transformers'],
  ['validators: ["https://example.org/p"]', 'https://example.org/p', 'validators'],
  ['replacements: [{ path: "https://example.org/p" }]', 'https://example.org/p', 'replacements.path'],
  [
    'transformers: ["{kind: PatchTransformer,\\n path: http://example.org/p}"]',
    'http://example.org/p',
    'transformers.path',
  ],
])('a build rejects a remote reference: %s', (text, what, field) => {
  expect(() => withFile(text)).toThrow(
    `"a/kustomization.yaml" reads "${what}" (${field}), and nothing is fetched here`,
  );
});

it('a build rejects remote references in other files and in the Flux Kustomization', () => {
  const message = (file: string, field: string) =>
    `"${file}" reads "http://example.org/p" (${field}), and nothing is fetched here`;
  expect(() =>
    withFile('transformers: [t.yaml]', { 'a/t.yaml': 'kind: PatchTransformer\npath: http://example.org/p\n' }),
  ).toThrow('reads "http://example.org/p" (path), and nothing is fetched here');
  const inner = { 'b/Kustomization': 'openapi: { path: "http://example.org/p" }' };
  expect(() => withFile('components: [../b]', inner)).toThrow(message('b/Kustomization', 'openapi.path'));
  expect(() => withFile('generators: [../b]', inner)).toThrow(message('b/Kustomization', 'openapi.path'));
  expect(() => build({}, { components: ['http://example.org/p'] })).toThrow(
    message('a/kustomization.yaml', 'components'),
  );
});

it('a build reads nothing outside of the repository', () => {
  for (const path of ['/etc/hostname', '../../etc/hostname']) {
    expect(() => withFile(`configMapGenerator: [{ name: a, files: ["${path}"] }]`)).toThrow(
      'outside of the repository',
    );
  }
});

it.each([
  ['resources: { a: b }', "`resources` of the kustomization file isn't a list of texts"],
  ['resources: [null]', "`resources` of the kustomization file isn't a list of texts"],
  ['resources: config-map.yaml', "`resources` of the kustomization file isn't a list of texts"],
  ['{', '"a/kustomization.yaml" can\'t be read'],
])('a build reports what is wrong with a kustomization file: %s', (text, message) => {
  expect(() => withFile(text)).toThrow(message);
  if (text !== '{')
    expect(() => withFile('resources: [../b]', { 'b/kustomization.yaml': text })).toThrow("isn't a list of texts");
});

it('a build rejects a field of the Flux Kustomization that is not a list', () => {
  expect(() => build({}, { patches: 1 })).toThrow("`patches` isn't a list");
});

it('a build rejects aliases that expand to more than fits in memory, before kubectl reads them', () => {
  const levels = Array.from({ length: 9 }, (_, i) => `  x${i + 1}: &x${i + 1} [${Array(9).fill(`*x${i}`).join(', ')}]`);
  const bomb = `${configMap}data:\n  x0: &x0 { a: b }\n${levels.join('\n')}\n`;
  for (const field of ['resources: [bomb.yaml]', 'patches: [{ path: bomb.yaml }]', 'crds: [bomb.yaml]']) {
    expect(() => withFile(field, { 'a/bomb.yaml': bomb })).toThrow(
      '"a/bomb.yaml" can\'t be read: document contains excessive aliasing (line 6)',
    );
  }
});

it('a build rejects deep nesting, and accepts a list with a null item', () => {
  const deep = `${configMap}data: ${'{ a: '.repeat(600)}b${' }'.repeat(600)}\n`;
  expect(() => withFile('resources: [deep.yaml]', { 'a/deep.yaml': deep })).toThrow(
    '"a/deep.yaml" can\'t be read: it is nested deeper than the 500 levels that are read',
  );
  expect(parseObjects('kind: List\nitems: [null, 5, { kind: A }]\n')).toEqual([{ kind: 'A' }]);
});

it.runIf(hasKubectl || process.env['CI'] === 'true')('a build accepts text that only looks like a reference', () => {
  const { objects } = withFile(
    `
resources: [config-map.yaml, user@v1.yaml]
commonAnnotations: { path: https://example.org, home: git@example.org:a/b }
configMapGenerator:
  - { name: b, options: { disableNameSuffixHash: true }, literals: ['url=https://example.org'] }
patches:
  - target: { kind: ConfigMap, name: a }
    patch: '[{ "op": "add", "path": "/data", "value": { "path": "https://example.org" } }]'
transformers:
  - |
    apiVersion: builtin
    kind: PrefixTransformer
    metadata: { name: p }
    prefix: p-
    fieldSpecs: [{ path: /metadata/name }]
`,
    { 'a/user@v1.yaml': configMap.replace('name: a', 'name: c') },
  );
  expect(objects.map(({ metadata }) => (metadata as { name: string }).name).sort()).toEqual(['p-a', 'p-b', 'p-c']);
});

it.skipIf(!hasKubectl)('a build passes binary files to a generator unchanged', () => {
  const bytes = Buffer.from([0x99, 0x02, 0x0d, 0x04, 0xff, 0x00, 0x41]);
  const [made] = withFile('configMapGenerator: [{ name: keys, files: [key] }]', { 'a/key': textOf(bytes) }).objects;
  expect(made).toMatchObject({ binaryData: { key: bytes.toString('base64') } });
});
