import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isGateOn } from '../../flux/controller-args.js';
import { isGoDuration } from '../../schema/formats.js';
import { nanosecondsOf } from '../languages/go-duration.js';
import { defineRule, placeIn, specOf } from '../rule.js';

export const retryInterval = defineDiagnostic({
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

/** A retry after a minute, which the advice gives, is no sooner. */
const isShort = (interval: unknown): boolean =>
  typeof interval === 'string' && isGoDuration(interval) && nanosecondsOf(interval) <= 60e9;

/** As many objects as a note names: more are only counted. */
const MOST_NAMED = 10;

/** It is the same advice for each object of a kind, so a cluster gets it once, however many of them there are. */
const summarize = (problems: readonly Diagnostic[]): readonly Diagnostic[] => {
  const kinds = new Map<string, [Diagnostic, ...Diagnostic[]]>();
  for (const problem of problems) {
    const kind = problem.at.object?.split('/')[0] ?? '';
    const group = kinds.get(kind);
    if (group === undefined) kinds.set(kind, [problem]);
    else group.push(problem);
  }
  return [...kinds.values()].map(([first, ...others]) => {
    if (others.length === 0) return first;
    const named = others
      .slice(0, MOST_NAMED)
      .map(({ at: { addon, object } }) => (addon === undefined ? object : `${object} of ${addon}`));
    const more = others.length - named.length;
    const note = `the same is true of ${named.join(', ')}${more === 0 ? '' : `, and ${more} more`}`;
    return { ...first, notes: [...first.notes, note] };
  });
};

/** Flux soon retries objects that fail because something else doesn't exist yet. */
export const retryIntervalRule = defineRule(
  [retryInterval],
  ({ units, fluxSettings }, report) => {
    const retriesByDefault =
      fluxSettings !== undefined && isGateOn(fluxSettings, 'helm-controller', 'DefaultToRetryOnFailure');
    for (const { objects, entry } of units) {
      for (const object of [...objects, ...entry]) {
        if (object.group === 'kustomize.toolkit.fluxcd.io' && object.kind === 'Kustomization') {
          const { retryInterval: retry, interval } = specOf(object);
          if (retry !== undefined || isShort(interval)) continue;
          report(
            diagnose(retryInterval, {
              message: `${object.title} has no retryInterval, so what fails once is tried again only after ${String(interval ?? 'its interval')}`,
              at: placeIn(object, 'spec.retryInterval'),
              fix: "give retryInterval: '1m'",
            }),
          );
        } else if (object.group === 'helm.toolkit.fluxcd.io' && object.kind === 'HelmRelease') {
          const spec = specOf(object) as { install?: Strategy; upgrade?: Strategy };
          const once = (['install', 'upgrade'] as const).filter((action) => {
            const { strategy, remediation } = spec[action] ?? {};
            if (strategy?.name === undefined && retriesByDefault) return false;
            return strategy?.name !== 'RetryOnFailure' && (remediation?.retries ?? 0) === 0;
          });
          if (once.length === 0) continue;
          report(
            diagnose(retryInterval, {
              message: `${object.title} does not retry a failed ${once.join(' or ')}: the release stalls until its chart or values change`,
              at: placeIn(object, once.length === 1 ? `spec.${once[0]}` : 'spec'),
              fix: `give ${once.map((action) => `${action}: { strategy: { name: 'RetryOnFailure' } }`).join(', ')}`,
            }),
          );
        }
      }
    }
  },
  { summary: { of: retryInterval, summarize } },
);
