import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isGoDuration } from '../../schema/formats.js';
import { nanosecondsOf } from '../languages/go-duration.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';

const zeroInterval = defineDiagnostic({
  code: 'FX673',
  name: 'zero-interval',
  severity: 'warning',
  summary:
    "An interval of Flux is zero. Flux then doesn't look again: a source fetches nothing new, what someone changes in the cluster stays changed, and what failed isn't tried again.",
  page: {
    example: "gitSource({ url: 'https://example.org/web', ref: { branch: 'main' }, interval: '0s' })",
    flux: 'nothing: the source stays Ready, at the first commit that it has seen',
    right: "interval: '1h'",
  },
  exceptable: true,
});

const KINDS = [
  ...['Bucket', 'GitRepository', 'HelmChart', 'HelmRepository', 'OCIRepository'].map(
    (kind) => `source.toolkit.fluxcd.io/${kind}`,
  ),
  'helm.toolkit.fluxcd.io/HelmRelease',
  'image.toolkit.fluxcd.io/ImageRepository',
  'image.toolkit.fluxcd.io/ImageUpdateAutomation',
  'kustomize.toolkit.fluxcd.io/Kustomization',
] as const;

/** By field, what doesn't happen. */
const EFFECTS = {
  interval: 'Flux looks at it once for each change of the object itself, and never in between',
  retryInterval: "Flux doesn't try again after a failure",
} as const;

/** What Flux reconciles, it reconciles again. */
export const zeroIntervalRule = defineRule(
  [zeroInterval],
  (_, report, { index }) => {
    for (const kind of KINDS) {
      for (const object of objectsOfKind(index, kind)) {
        const spec = specOf(object);
        for (const [field, effect] of Object.entries(EFFECTS)) {
          const text = spec[field];
          if (typeof text !== 'string' || !isGoDuration(text) || nanosecondsOf(text) !== 0) continue;
          report(
            diagnose(zeroInterval, {
              message: `${object.title}: with ${field} "${text}", ${effect}`,
              at: placeIn(object, `spec.${field}`),
              fix: `Give a time such as '10m'; to stop Flux, set suspend: true`,
            }),
          );
        }
      }
    }
  },
  { looksAtApplied: true },
);
