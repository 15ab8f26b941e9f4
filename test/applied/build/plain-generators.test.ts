import { describe, expect, it } from 'vitest';
import { type BuiltObject, buildPrepared } from '../../../src/applied/build/build-folder.js';
import { buildPlainly, tryBuildPlainly } from '../../../src/applied/build/plain-build.js';
import { prepareFolder } from '../../../src/applied/build/prepare-folder.js';
import { withoutKubectl } from '../../reference/kubectl.js';
import { memoryTree } from '../view/memory-tree.js';

const reason = withoutKubectl();

const release = (name: string, namespace: string, values: string) =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: ${name}, namespace: ${namespace} }\nspec:\n${values}`;
const references = `nameReference:
  - kind: ConfigMap
    version: v1
    fieldSpecs:
      - { path: spec/valuesFrom/name, kind: HelmRelease }
      - { path: spec/values/persistence/config/name, kind: HelmRelease }
      - { path: spec/values/names, kind: HelmRelease }
  - kind: Secret
    version: v1
    fieldSpecs: [{ path: spec/valuesFrom/name, kind: HelmRelease }]
`;
const file = (json: object) => JSON.stringify(json);
const app = (more: object = {}) =>
  file({
    namespace: 'web',
    resources: ['release.yaml'],
    configMapGenerator: [{ name: 'values', files: ['values.yaml', 'other.txt=sub/a.txt'] }],
    configurations: ['config.yaml'],
    ...more,
  });
const base = {
  'root/kustomization.yaml': file({ resources: ['app'] }),
  'root/app/kustomization.yaml': app(),
  'root/app/config.yaml': references,
  'root/app/values.yaml': 'a: <b> & "c" \\ d\n\ttab é 😀\n\n  last without a line break',
  'root/app/sub/a.txt': '  starts with spaces \n',
  'root/app/release.yaml': release(
    'web',
    'web',
    '  valuesFrom: [{ kind: ConfigMap, name: values }, { kind: Secret, name: values }, { kind: ConfigMap, name: more }]\n  values: { name: values, names: [values, x], persistence: { config: { name: values } } }\n',
  ),
};
const role = (kind: string, subjects: string) =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: { name: a }\nroleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: a }\nsubjects: [${subjects}]\n`;
const account = (name: string, namespace: string) => `{ kind: ServiceAccount, name: ${name}, namespace: ${namespace} }`;
const accounts = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: a }\n';

const prepared = (files: Readonly<Record<string, string>>) => {
  const tree = memoryTree({ ...base, ...files });
  return { tree, prepared: prepareFolder(tree, 'root', {}) };
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
};
const print = (objects: readonly BuiltObject[] | undefined) =>
  objects?.map(({ json, path }) => `${path} ${JSON.stringify(sorted(json))}`).sort();

describe.runIf(reason === undefined)('a build without kustomize has the same result for', () => {
  it.each<readonly [what: string, files: Readonly<Record<string, string>>]>([
    ['ConfigMaps with a hash, and what names them', {}],
    [
      'ConfigMaps without a hash',
      {
        'root/app/kustomization.yaml': app({
          generatorOptions: { disableNameSuffixHash: true, labels: { a: '1' }, annotations: { b: 'x', c: 'y' } },
          configMapGenerator: [
            { name: 'values', files: ['values.yaml'], options: { labels: { a: '2', d: '3' } } },
            { name: 'more', files: ['a=sub/a.txt'], options: { disableNameSuffixHash: false } },
          ],
        }),
      },
    ],
    [
      'a ConfigMap that an outer folder puts elsewhere',
      { 'root/kustomization.yaml': file({ namespace: 'x', resources: ['app'] }) },
    ],
    [
      'a configuration of the outer folder',
      {
        'root/kustomization.yaml': file({ resources: ['app'], configurations: ['app/config.yaml'] }),
        'root/app/kustomization.yaml': app({ configurations: [] }),
      },
    ],
    [
      'a kustomization file with a field twice, of which the last counts',
      { 'root/kustomization.yaml': 'resources: [none]\nresources: [app]\n' },
    ],
    [
      'role bindings whose subjects are in the namespace',
      {
        'root/app/release.yaml': [
          accounts,
          role('ClusterRoleBinding', `${account('a', 'web')}, ${account('b', 'web')}`),
          role('RoleBinding', `${account('default', 'web')}, { kind: Group, name: 'system:authenticated' }`),
        ].join('---\n'),
      },
    ],
    [
      'cluster-scoped kinds that kustomize does not know',
      {
        'root/app/release.yaml':
          'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: { name: a }\nspec: {}\n',
      },
    ],
    [
      'words that are booleans elsewhere, and texts for kustomize',
      { 'root/app/release.yaml': release('web', 'web', '  values: { a: yes, b: [n, Off], on: y }\n') },
    ],
    [
      'words in quotes, comments and blocks that YAML 1.1 reads as booleans elsewhere',
      {
        'root/app/release.yaml': release(
          'web',
          'web',
          '  values:\n    a: "yes" # no\n    # off\n    b: |\n      on\n      c: y\n',
        ),
      },
    ],
    [
      'a folded text without indented lines',
      {
        'root/app/release.yaml': release(
          'web',
          'web',
          '  values:\n    text: >-\n      one\n      two\n\n      three\n',
        ),
      },
    ],
  ])('%s', (_, files) => {
    const { tree, prepared: folder } = prepared(files);
    expect(print(buildPlainly(tree, folder))).toEqual(print(buildPrepared(tree, folder)));
  });
});

describe('kustomize must build', () => {
  const generators = (...configMapGenerator: readonly object[]) => ({
    'root/app/kustomization.yaml': app({ configMapGenerator }),
  });
  it.each<readonly [what: string, files: Readonly<Record<string, string>>]>([
    ['a generator that merges', generators({ name: 'values', behavior: 'merge', files: ['values.yaml'] })],
    ['a generator of literals', generators({ name: 'values', literals: ['a=b'] })],
    ['a generator with a namespace', generators({ name: 'values', namespace: 'web', files: ['values.yaml'] })],
    ['a generator of a key twice', generators({ name: 'values', files: ['a=values.yaml', 'a=sub/a.txt'] })],
    ['a key that is a number', generators({ name: 'values', files: ['1=values.yaml'] })],
    ['a generator of a file with carriage returns', { 'root/app/values.yaml': 'a\r\n' }],
    ['a generator of a binary file', { 'root/app/values.yaml': 'a\udc80' }],
    ['generated twins', generators(...['a', 'b'].map((key) => ({ name: 'values', files: [`${key}=values.yaml`] })))],
    [
      'a Pod that may name a ConfigMap with a hash',
      {
        'root/app/release.yaml':
          'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { volumes: [{ configMap: { name: values } }] }\n',
      },
    ],
    [
      'a release of another namespace',
      {
        'root/app/kustomization.yaml': app({ namespace: '' }),
      },
    ],
    ['names in lists of maps', { 'root/app/config.yaml': references.replace('values/names', 'valuesFrom') }],
    ['names of other kinds', { 'root/app/config.yaml': references.replace('kind: ConfigMap', 'kind: Service') }],
    ['names in Deployments', { 'root/app/config.yaml': references.replaceAll('HelmRelease', 'Deployment') }],
    [
      'a word that is a boolean in a kustomization file',
      { 'root/kustomization.yaml': 'resources: [app]\nnamespace: on\n' },
    ],
    ['other configurations', { 'root/app/config.yaml': `${references}namePrefix: []\n` }],
    ['subjects of another namespace', { 'root/app/release.yaml': role('ClusterRoleBinding', account('a', 'other')) }],
    [
      'a folded text with indented lines',
      {
        'root/app/release.yaml': release(
          'web',
          'web',
          '  values:\n    text: >-\n      one\n        two\n      three\n',
        ),
      },
    ],
  ])('%s', (_, files) => {
    const { tree, prepared: folder } = prepared(files);
    expect(tryBuildPlainly(tree, folder)).toBeUndefined();
  });
});
