import { patches } from './flux/patch-fields.js';
import { field } from './form/language-field.js';
import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import type { ReferenceRow } from './form/reference.js';

const references: readonly ReferenceRow[] = [
  {
    from: ['fluxcd.controlplane.io/ResourceSet'],
    at: 'spec.dependsOn[]',
    to: { group: 'apiVersion', defaultGroup: {} },
    namespace: 'namespace',
    // CRDs of charts, and objects of other ResourceSets.
    isOrderAlone: true,
    blocks: 'start',
    awaitsReady: true,
    awaitsReadyIf: 'ready',
    waitsBy: 'readyExpr',
  },
  {
    from: ['fluxcd.controlplane.io/ResourceSet'],
    at: 'spec.inputsFrom[]',
    to: 'fluxcd.controlplane.io/ResourceSetInputProvider',
    blocks: 'start',
    awaitsReady: true,
  },
  {
    from: ['fluxcd.controlplane.io/ResourceSet', 'fluxcd.controlplane.io/ResourceSetInputProvider'],
    at: 'spec.serviceAccountName',
    to: '/ServiceAccount',
    blocks: 'start',
  },
  ...['spec.secretRef', 'spec.certSecretRef'].map(
    (at): ReferenceRow => ({
      from: ['fluxcd.controlplane.io/ResourceSetInputProvider'],
      at,
      to: '/Secret',
      blocks: 'ready',
    }),
  ),
  {
    from: ['fluxcd.controlplane.io/FluxInstance'],
    at: 'spec.sync.pullSecret',
    to: '/Secret',
    blocks: 'ready',
  },
  // The operator copies data into objects of a ResourceSet.
  ...['/ConfigMap', '/Secret'].map(
    (kind): ReferenceRow => ({
      from: [kind],
      at: 'metadata.annotations',
      to: kind,
      name: 'fluxcd.controlplane.io/copyFrom',
      isPath: true,
      isOfSets: true,
    }),
  ),
];

/** The Flux Operator: FluxInstance, ResourceSet and their inputs. https://fluxoperator.dev/docs/crd/ */
export const fluxOperator = defineProject({
  name: 'Flux Operator',
  references,
  effects: [
    // https://fluxoperator.dev/docs/crd/fluxinstance/
    removal('fluxcd.controlplane.io/FluxInstance', 'Flux itself, which reconciles nothing any more'),
  ],
  languages: {
    'fluxcd.controlplane.io/FluxInstance': [
      field('spec.distribution.version', 'semver-range'),
      ...patches('spec.kustomize.patches[]'),
    ],
    'fluxcd.controlplane.io/ResourceSet': [field('spec.dependsOn[].readyExpr', 'cel')],
    'fluxcd.controlplane.io/ResourceSetInputProvider': [
      ...['Branch', 'Environment', 'Tag'].flatMap((what) =>
        ['include', 'exclude'].map((verb) => field(`spec.filter.${verb}${what}`, 're2')),
      ),
      field('spec.filter.semver', 'semver-range'),
      field('spec.schedule[].cron', 'cron'),
    ],
  },
});
