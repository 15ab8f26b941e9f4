import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, placeIn } from '../rule.js';

const classBesideOperator = defineDiagnostic({
  code: 'FX607',
  name: 'class-beside-operator',
  severity: 'error',
  summary:
    'An object whose kind ends in Class is in the same Kustomization as a release: Flux applies the class first and waits for it.',
  page: {
    example: 'one addon makes the release of karpenter and an EC2NodeClass',
    flux: "… EC2NodeClass/default status: 'InProgress' …; and the release beside it is not applied until that ends",
    right: 'put the class into an addon of its own, in a later stage',
  },
  exceptable: true,
});

/** Classes that need no controller to be ready: they have no status, or no condition that Flux looks at. */
const STATIC = new Set([
  'GatewayClass',
  'StorageClass',
  'PriorityClass',
  'IngressClass',
  'RuntimeClass',
  'VolumeAttributesClass',
  'DeviceClass',
]);

/** Flux applies every kind that ends in Class early and waits for it, before it starts the release next to it. */
export const classBesideOperatorRule = defineRule(
  [classBesideOperator],
  ({ units }, report) => {
    for (const { objects } of units) {
      const release = objects.find(({ kind }) => kind === 'HelmRelease');
      if (release === undefined) continue;
      for (const object of objects) {
        if (!object.kind.endsWith('Class') || STATIC.has(object.kind)) continue;
        report(
          diagnose(classBesideOperator, {
            message: `${object.title} is in one Kustomization with HelmRelease/${release.name}; Flux applies a kind that ends in "Class" first and waits until it is ready`,
            at: placeIn(object),
            fix: 'make it in an addon of its own, in a later stage',
          }),
        );
      }
    }
  },
  { looksAtTree: true },
);
