import { diagnose } from '../../../diagnostics/index.js';
import type { Rule } from '../../rule.js';

/** Classes that need no controller to be ready: they have no status. */
const STATIC = new Set([
  'StorageClass',
  'PriorityClass',
  'IngressClass',
  'RuntimeClass',
  'VolumeAttributesClass',
  'DeviceClass',
]);

/** Flux applies every kind that ends in Class early and waits for it: before the release beside it has begun. */
export const classBesideOperator: Rule = ({ addons }, report) => {
  for (const { objects } of addons) {
    const release = objects.find(({ kind }) => kind === 'HelmRelease');
    if (release === undefined) continue;
    for (const object of objects) {
      if (!object.kind.endsWith('Class') || STATIC.has(object.kind)) continue;
      report(
        diagnose('FX607', {
          message: `${object.title} is in one Kustomization with HelmRelease/${release.name}; Flux applies a kind that ends in "Class" first and waits until it is ready`,
          at: { addon: object.addon, object: object.title },
          fix: 'make it in an addon of its own, in a later stage',
        }),
      );
    }
  }
};
