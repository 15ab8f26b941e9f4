import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, placeIn, specOf } from '../rule.js';

const retryInterval = defineDiagnostic({
  code: 'FX614',
  name: 'retry-interval',
  severity: 'warning',
  summary:
    'A Kustomization or release sets no retry: after a failure Flux waits a whole interval, or never tries again.',
  page: {
    example: 'new ApiObject(scope, "inner", { kind: "Kustomization", … })   // no retryInterval',
    right: 'retryInterval: "1m"',
  },
  exceptable: true,
});

interface Strategy {
  readonly strategy?: { readonly name?: string };
  readonly remediation?: { readonly retries?: number };
}

/** Flux soon retries objects that fail because something else doesn't exist yet. */
export const retryIntervalRule = defineRule([retryInterval], ({ units }, report) => {
  for (const { objects, entry } of units) {
    for (const object of [...objects, ...entry]) {
      if (object.group === 'kustomize.toolkit.fluxcd.io' && object.kind === 'Kustomization') {
        const { retryInterval: retry, interval } = specOf(object);
        if (retry !== undefined) continue;
        report(
          diagnose(retryInterval, {
            message: `${object.title} has no retryInterval, so what fails once is tried again only after ${String(interval ?? 'its interval')}`,
            at: placeIn(object, 'spec.retryInterval'),
            fix: "give retryInterval: '1m'",
          }),
        );
      } else if (object.group === 'helm.toolkit.fluxcd.io' && object.kind === 'HelmRelease') {
        const spec = specOf(object) as { install?: Strategy; upgrade?: Strategy };
        for (const action of ['install', 'upgrade'] as const) {
          const { strategy, remediation } = spec[action] ?? {};
          if (strategy?.name === 'RetryOnFailure' || (remediation?.retries ?? 0) !== 0) continue;
          report(
            diagnose(retryInterval, {
              message: `${object.title} does not retry a failed ${action}: the release stalls until its chart or values change`,
              at: placeIn(object, `spec.${action}`),
              fix: `give ${action}: { strategy: { name: 'RetryOnFailure' } }`,
            }),
          );
        }
      }
    }
  }
});
