import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const pod = (name: string): Build =>
  object('v1', 'Pod', { containers: [{ name: 'web', image: 'web:1' }], imagePullSecrets: [{ name }] });
const withExternal = (build: Build, ...external: readonly object[]) => one({ build }, { external });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX638',
    bad: () =>
      withExternal(
        pod('registry'),
        { kind: 'secret', namespace: 'default', name: 'registry' },
        { kind: 'Secret', namespace: 'web', name: 'registry' },
        { kind: 'Secret', name: 'regsitry' },
        { kind: 'ConfigMap', name: 'old' },
      ),
    good: () =>
      withExternal(
        both(
          pod('registry'),
          object('v1', 'ConfigMap', undefined, { name: 'values', annotations: { a: 'existingSecret: db' } }),
        ),
        { kind: 'Secret', namespace: 'default', name: 'registry' },
        // Named in text, of which nobody knows what it is for; and the same in two namespaces.
        { kind: 'Secret', namespace: 'web', name: 'db' },
        { kind: 'Secret', namespace: 'web', name: 'registry' },
        // Flux's root, which no object names.
        { kind: 'Kustomization', namespace: 'flux-system', name: 'flux-system' },
      ),
    mutation: { none: "it is about the cluster's options, and a mutation changes objects" },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: "Flux reads the tree, in which the entry isn't" },
  },
];
