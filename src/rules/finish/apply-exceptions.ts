import type { AnyFluxCluster } from '../../declared/declared-cluster.js';
import type { DeclaredException } from '../../declared/exception.js';
import {
  type Diagnostic,
  type DiagnosticDefinition,
  diagnose,
  type Exceptable,
  nearest,
  type RetiredCode,
  retiredCodes,
  suggest,
} from '../../diagnostics/index.js';
import { badException, exceptionUnmatched } from '../diagnostics.js';
import { rules } from '../registry.js';

const definitions = rules.flatMap(({ diagnostics }): readonly DiagnosticDefinition[] => diagnostics);
/**
 * Only findings about what Flux and the API server do with an object can be excepted, not contradictions in the
 * declaration.
 */
const exceptable: ReadonlyMap<string, Exceptable> = new Map(
  definitions.filter((one) => one.exceptable !== false).map((one) => [one.code, one.exceptable] as const),
);

export interface AppliedExceptions {
  /** The remaining diagnostics, some with another severity. */
  readonly left: readonly Diagnostic[];
  /** Errors about invalid exceptions. */
  readonly refused: readonly Diagnostic[];
  /** Exceptions that match none of the diagnostics. */
  readonly unmatched: readonly Diagnostic[];
}

/**
 * Applies the cluster's exceptions to the diagnostics, and reports problems with the exceptions.
 *
 * @param retired codes of earlier versions that no longer exist
 */
export const applyExceptions = (
  cluster: AnyFluxCluster,
  found: readonly Diagnostic[],
  retired: readonly RetiredCode[] = retiredCodes,
): AppliedExceptions => {
  const { exceptions } = cluster;
  if (exceptions.length === 0) return { left: found, refused: [], unmatched: [] };
  const refused: Diagnostic[] = [];
  const unmatched: Diagnostic[] = [];
  const good = exceptions.filter((exception) => {
    const fault = faultOf(exception, retired);
    if (fault !== undefined) refused.push(at(exception, cluster, fault));
    return fault === undefined;
  });
  const used = new Set<DeclaredException>();
  const left = found.flatMap((problem) => {
    const exception = good.find((one) => matches(one, problem));
    if (exception === undefined) return [problem];
    used.add(exception);
    const severity = exception.severity ?? 'off';
    return severity === 'off' ? [] : [{ ...problem, severity }];
  });
  for (const exception of good) {
    if (used.has(exception)) continue;
    const before = takenBefore(exception, good, found);
    if (before.length > 0) {
      unmatched.push(at(exception, cluster, diagnose(exceptionUnmatched, overlap(exception, before))));
      continue;
    }
    const spoken = new Set(
      found.filter(({ code }) => code === exception.code).map((one) => namedAs(exception, one) ?? ''),
    );
    unmatched.push(
      at(
        exception,
        cluster,
        diagnose(exceptionUnmatched, {
          message: `an exception from ${exception.code} matches nothing: ${whereOf(exception)}`,
          fix:
            spoken.size === 0
              ? 'take it out'
              : `take it out; ${suggest(exception.kind ?? exception.object ?? exception.addon ?? '', spoken)}`,
        }),
      ),
    );
  }
  return { left, refused, unmatched };
};

/** What a diagnostic is about, in the terms of an exception. */
const namedAs = ({ kind, object }: DeclaredException, { objectKind, at }: Diagnostic): string | undefined =>
  (kind === undefined ? undefined : objectKind) ??
  (object === undefined ? (at.addon ?? at.object) : (at.object ?? at.addon));

/** The earlier exceptions that cover everything that one matches; empty if it matches nothing. */
const takenBefore = (
  exception: DeclaredException,
  all: readonly DeclaredException[],
  found: readonly Diagnostic[],
): readonly DeclaredException[] => {
  const matched = found.filter((problem) => matches(exception, problem));
  return all.filter((one) => matched.some((problem) => all.find((first) => matches(first, problem)) === one));
};

const overlap = (exception: DeclaredException, before: readonly DeclaredException[]) => {
  const isSame = before.every(({ severity = 'off' }) => severity === (exception.severity ?? 'off'));
  return {
    message: `an exception from ${exception.code} does nothing: all that it matches (${whereOf(exception)}) is matched by ${before.length === 1 ? 'one' : 'others'} before it (${before.map(whereOf).join(', ')}), and the first one counts`,
    fix: isSame ? 'take it out' : 'declare it first, or take it out',
  };
};

const whereOf = ({ addon, object, kind }: DeclaredException): string =>
  [addon, object, kind].filter((part) => part !== undefined).join('/');

const matches = ({ code, addon, object, kind }: DeclaredException, problem: Diagnostic): boolean =>
  problem.code === code &&
  (addon === undefined || problem.at.addon === addon) &&
  (object === undefined || problem.at.object === object) &&
  (kind === undefined || problem.objectKind === kind);

const SEVERITIES: ReadonlySet<string> = new Set<NonNullable<DeclaredException['severity']>>([
  'error',
  'warning',
  'notice',
  'off',
]);

const MOST_NEAR = 6;
const nameOf = (code: string): string => definitions.find((one) => one.code === code)?.name ?? '';

const CODE = /^[A-Z]+\d{3}$/;

/**
 * Suggests the code for a diagnostic's name or for a code with an extra or missing digit. A code that only resembles
 * others isn't a typo.
 */
const meant = (code: unknown): string => {
  if (typeof code !== 'string' || CODE.test(code)) return '';
  const ofName = definitions.find(({ name, code: own }) => name === code && exceptable.has(own));
  const near =
    ofName === undefined
      ? [...exceptable.keys()].filter((one) => one[2] === code[2] && nearest(code, [one], 1) === one)
      : [ofName.code];
  if (near.length === 0) return '';
  // Similar codes don't help the reader, so the names are shown too.
  const shown = near.slice(0, MOST_NEAR).map((one) => `${one} (${nameOf(one)})`);
  return `did you mean ${shown.length === 1 ? shown[0] : `one of ${shown.join(', ')}`}? Otherwise `;
};

const faultOf = (
  { code, reason, addon, object, kind, severity }: DeclaredException,
  retired: readonly RetiredCode[],
): Diagnostic | undefined => {
  const gone = retired.find((one) => one.code === code);
  if (gone !== undefined) {
    return diagnose(badException, {
      message: `an exception is from ${code} (${gone.name}), which is gone since fluxspan ${gone.since}`,
      fix: `take the exception out; \`fluxspan explain ${code}\` says why the code is gone`,
    });
  }
  if (!exceptable.has(code)) {
    return diagnose(badException, {
      message: `there is no exception from ${JSON.stringify(code)}`,
      fix: `${meant(code)}fix what the diagnostic says; \`fluxspan explain CODE\` shows an exception where a code takes one`,
    });
  }
  if (typeof reason !== 'string' || reason.trim() === '') {
    return diagnose(badException, {
      message: `an exception from ${code} gives no reason`,
      fix: "give a reason: reason: '…'",
    });
  }
  if (severity !== undefined && !SEVERITIES.has(severity)) {
    return diagnose(badException, {
      message: `an exception from ${code} sets the severity ${JSON.stringify(severity)}`,
      fix: `set it to one of ${[...SEVERITIES].map((one) => `'${one}'`).join(', ')}`,
    });
  }
  const isByKind = exceptable.get(code) === 'kind';
  if (kind !== undefined && !isByKind) {
    return diagnose(badException, {
      message: `an exception from ${code} is for a kind: ${kind}`,
      fix: "name the object or addon that it is for: object: 'Kind/name'",
    });
  }
  const isByAddon = exceptable.get(code) === 'addon';
  if (object !== undefined && isByAddon) {
    return diagnose(badException, {
      message: `an exception from ${code} is for an object: ${object}; ${code} is about addons`,
      fix: "name the addon that it is for: addon: 'name'",
    });
  }
  if (addon === undefined && object === undefined && kind === undefined) {
    return diagnose(badException, {
      message: `an exception from ${code} is for the whole cluster`,
      fix: isByAddon
        ? "name the addon that it is for: addon: 'name'"
        : isByKind
          ? "name the kind, object or addon that it is for: kind: 'example.org/v1 Widget'"
          : "name the object or addon that it is for: object: 'Kind/name'",
    });
  }
  return undefined;
};

const at = (exception: DeclaredException, cluster: AnyFluxCluster, problem: Diagnostic): Diagnostic => {
  const source = exception.place();
  return { ...problem, at: { cluster: cluster.name, ...(source === undefined ? {} : { source }), ...problem.at } };
};
