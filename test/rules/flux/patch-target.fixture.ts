import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { one, release, text } from '../rule-programs.js';

const operation = { op: 'add', path: '/data/b', value: 'c' };
const json = (...operations: readonly object[]) => JSON.stringify(operations);
const merge = (metadata: object, more: object = {}) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { b: 'c' }, ...more });
const settings = (...patches: readonly object[]) => ({ kustomization: { patches } });
const target = { kind: 'ConfigMap' };
const rendered = (...patches: readonly object[]) => release({}, { postRenderers: [{ kustomize: { patches } }] });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX650',
    bad: () => [
      ...one(
        { build: text('a') },
        {},
        settings(
          { patch: merge({ name: 'wbe', namespace: 'default' }) },
          { patch: merge({ name: 'web', namespace: 'other' }) },
          { patch: json(operation) },
          { patch: json({ ...operation, op: 'set' }), target },
          { patch: json({ ...operation, path: 'data.b' }), target },
          { patch: `${merge({ name: 'a' })}\n---\n${merge({ name: 'b' })}`, target },
          { patch: json(operation), target: { kind: 'Deployment' } },
          { patch: merge({ name: 'any' }), target: { ...target, name: 'we' } },
        ),
      ),
      ...one(rendered({ patch: json(operation) })),
      ...one(
        rendered(
          { patch: json(operation), target: { kind: 'HTTPRout' } },
          { patch: json(operation), target: { kind: 'deployment' } },
          { patch: json(operation), target: { kind: 'IngressRouteTCP' } },
        ),
      ),
    ],
    good: () => [
      ...one(
        { build: text('a') },
        {},
        settings(
          { patch: merge({ name: 'web' }) },
          { patch: merge({ name: 'web', namespace: 'default' }) },
          { patch: json(operation), target: { ...target, name: 'w.b' } },
          { patch: merge({ name: 'any' }), target },
        ),
      ),
      // What a chart makes isn't known.
      ...one(
        rendered(
          { patch: merge({ name: 'x' }) },
          { patch: json({ ...operation, path: '/spec/replicas', value: 2 }), target: { kind: 'Deployment' } },
          { patch: json(operation), target: { kind: 'Stateful.*' } },
        ),
      ),
    ],
    mutation: () =>
      platform.mutate(
        'headlamp',
        'Kustomization/headlamp',
        platform.set('spec.patches', [{ patch: merge({ name: 'none' }) }]),
      ),
    fault: 'a patch that names no object',
    live: {
      twins: {
        'patch-target': {
          says: 'no resource matches strategic merge patch "ConfigMap.v1.[noGrp]/patch-target.[noNs]"',
          make: (bad) => ({
            namespace: 'kube-public',
            build: text('a'),
            kustomization: {
              patches: [
                {
                  patch: merge(bad ? { name: 'patch-target' } : { name: 'patch-target', namespace: 'kube-public' }, {
                    data: { text: 'a' },
                  }),
                },
              ],
            },
          }),
        },
      },
    },
  },
];
