import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { name, one, release, text } from '../rule-programs.js';

const target = { kind: 'ConfigMap' };
const operations = (...all: readonly object[]) => ({ target, patch: JSON.stringify(all) });
const merge = (more: object) => ({
  target,
  patch: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'any' }, ...more }),
});
const patched = (...patches: readonly object[]) => one({ build: text('a') }, {}, { kustomization: { patches } });
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: any }\n';
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } };
const rendered = (...patches: readonly object[]) => release({}, { postRenderers: [{ kustomize: { patches } }] });
const twin = (bad: object, good: object, says: string) => ({
  says,
  make: (isBad: boolean) => ({
    namespace: 'kube-public',
    build: text('a'),
    kustomization: { patches: [isBad ? bad : good] },
  }),
});

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX643',
    bad: () => [
      ...patched(operations({ op: 'remove', path: '/data/old' })),
      ...patched(operations({ op: 'add', path: '/metadata/labels/tier', value: 'web' })),
      ...patched(operations({ op: 'test', path: '/data/text', value: 'b' })),
      ...patched(operations({ op: 'replace', path: '/data/text/0', value: 'b' })),
      ...patched(merge({ data: ['b'] })),
      ...patched(merge({ data: { $patch: 'remove' } })),
    ],
    good: () => [
      ...patched(operations({ op: 'remove', path: '/data/text' })),
      // While kustomize patches, every object has annotations.
      ...patched(operations({ op: 'add', path: '/metadata/annotations/tier', value: 'web' })),
      ...patched(
        operations(
          { op: 'add', path: '/metadata/labels', value: {} },
          { op: 'add', path: '/metadata/labels/tier', value: 'web' },
        ),
      ),
      ...patched(operations({ op: 'test', path: '/data/text', value: 'a' })),
      ...patched(operations({ op: 'replace', path: '/data/other', value: 'b' })),
      ...patched(merge({ data: { text: null, other: 'b' } })),
      ...patched(merge({ $patch: 'delete' })),
    ],
    mutation: () =>
      platform.mutate(
        'headlamp',
        'Kustomization/headlamp',
        platform.set('spec.patches', [
          { target: { kind: 'HelmRelease' }, patch: '[{ "op": "remove", "path": "/spec/none" }]' },
        ]),
      ),
    fault: 'a patch of a path that is not there',
    live: {
      twins: {
        'patch-fails': twin(
          operations({ op: 'remove', path: '/data/old' }),
          operations({ op: 'replace', path: '/data/text', value: 'b' }),
          'Unable to remove nonexistent key: old',
        ),
      },
    },
  },
  {
    code: 'FX644',
    bad: () => [
      ...patched(operations({ op: 'add', path: '/data/port', value: 80 })),
      ...patched(merge({ data: { text: 'b' }, datas: { a: 'b' } })),
      ...patched(merge({ immutable: 'yes' }), merge({ data: { text: 'c' } })),
      // In operations, `yes` is a boolean, and in what is merged a text.
      ...patched({ target, patch: '- { op: add, path: /data/on, value: yes }' }),
      ...patched({ target, patch: `${configMap}immutable: on` }),
      ...one(
        rendered(
          { target: { kind: 'Deployment' }, patch: JSON.stringify([{ op: 'add', path: '/spec/replica', value: 2 }]) },
          { patch: JSON.stringify({ ...deployment, spec: { replicas: 'two' } }) },
          {
            target: { group: 'apps', kind: 'Deployment' },
            patch: JSON.stringify([
              { op: 'add', path: '/spec/template/spec/containers/0/imagePolicy', value: 'Always' },
            ]),
          },
        ),
      ),
    ],
    good: () => [
      ...patched(operations({ op: 'add', path: '/data/port', value: '80' })),
      ...patched(merge({ data: { text: 'b' }, immutable: true })),
      ...patched({ target, patch: '- { op: add, path: /immutable, value: yes }' }),
      ...patched({ target, patch: `${configMap}data: { a: yes, y: n, off: ON }` }),
      // What the rest of the object has isn't known, nor what other kinds of the name have.
      ...one(
        rendered(
          { target: { kind: 'Service' }, patch: JSON.stringify([{ op: 'add', path: '/spec/template', value: {} }]) },
          { patch: JSON.stringify({ ...deployment, spec: { template: { spec: { containers: [{ name: 'a' }] } } } }) },
          { patch: JSON.stringify({ ...deployment, spec: { paused: null, strategy: { $patch: 'replace' } } }) },
          {
            target: { group: 'apps', kind: 'Deployment' },
            patch: JSON.stringify([{ op: 'add', path: '/spec/template/spec/containers/0/args/-', value: '-v' }]),
          },
        ),
      ),
      ...one(
        {
          infra: { vars: { TF_NAME: name() } },
          build: (scope, context) => text(String(context.vars['TF_NAME']))(scope, context),
        },
        {},
        { kustomization: { patches: [merge({ immutable: '${TF_NAME}' })] } },
      ),
    ],
    mutation: () =>
      platform.mutate(
        'headlamp',
        'Kustomization/headlamp',
        platform.set('spec.patches', [
          { target: { kind: 'HelmRelease' }, patch: '[{ "op": "add", "path": "/spec/intervall", "value": "5m" }]' },
        ]),
      ),
    fault: 'a patch that writes a field that is not there',
    live: {
      twins: {
        'patched-object': twin(
          operations({ op: 'add', path: '/data/port', value: 80 }),
          operations({ op: 'add', path: '/data/port', value: '80' }),
          '.data.port: expected string',
        ),
      },
    },
  },
];
