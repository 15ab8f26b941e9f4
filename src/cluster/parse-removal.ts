import type { DeclaredRemoval } from '../declared/removal.js';
import { type Diagnostic, diagnose, formatValue, within } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { clusterOptions, removalWithoutReason } from './diagnostics.js';

export interface ParsedRemoval {
  /** Undefined where the target is neither an addon nor an object. */
  readonly declared: DeclaredRemoval | undefined;
  readonly problems: readonly Diagnostic[];
}

const verbs = { removal: 'removed', replacement: 'replaced' } as const;

/** Reads what `removed(…)` or `replaced(…)` was given, which may come without types. */
export const parseRemoval = (
  kind: keyof typeof verbs,
  cluster: string,
  what: unknown,
  options: unknown,
  place: DeclaredRemoval['place'],
): ParsedRemoval => {
  const problems: Diagnostic[] = [];
  const report = (problem: Diagnostic): void => {
    const source = place();
    problems.push(source === undefined ? problem : within({ source }, problem));
  };
  const reason = isObject(options) ? options['reason'] : undefined;
  if (typeof reason !== 'string' || reason.trim() === '') {
    report(
      diagnose(removalWithoutReason, {
        message: `the ${kind} of ${formatValue(what)} has no reason`,
        fix: `add one for those who review it: .${verbs[kind]}(…, { reason: '…' })`,
      }),
    );
  }
  const isTarget =
    typeof what === 'string' ||
    (isObject(what) && typeof what['kind'] === 'string' && typeof what['name'] === 'string');
  if (!isTarget) {
    report(
      diagnose(clusterOptions, {
        message: `${verbs[kind]}(…) of cluster "${cluster}" was given ${formatValue(what)}, which is neither an addon's name nor an object`,
        fix: "name an addon, or one object: { kind: 'HelmRelease', name: 'redis' }",
      }),
    );
  }
  const declared = { what: what as DeclaredRemoval['what'], reason: typeof reason === 'string' ? reason : '', place };
  return { declared: isTarget ? declared : undefined, problems };
};
