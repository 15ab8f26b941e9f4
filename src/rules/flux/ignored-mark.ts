import { WATCH_LABEL } from '../../contract/index.js';
import { defineDiagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { joinPath } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { SUBSTITUTE_MARK } from '../../substitution/is-disabled.js';
import { defineRule, placeIn, type StateObject } from '../rule.js';

const ignoredMark = defineDiagnostic({
  code: 'FX671',
  name: 'ignored-mark',
  severity: 'warning',
  summary: 'An object has a Flux label or annotation with a value that Flux ignores.',
  page: {
    example: 'kustomize.toolkit.fluxcd.io/prune: "false"',
    flux: 'nothing: the object is deleted when the tree no longer has it',
    right: 'kustomize.toolkit.fluxcd.io/prune: disabled',
  },
  exceptable: true,
});

const [WATCH] = Object.keys(WATCH_LABEL) as [string];

/**
 * The values of each mark; the first is the one that was most likely intended.
 * https://fluxcd.io/flux/components/kustomize/kustomizations/
 */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'kustomize.toolkit.fluxcd.io/prune': ['disabled', 'enabled'],
  'kustomize.toolkit.fluxcd.io/reconcile': ['disabled', 'enabled'],
  'kustomize.toolkit.fluxcd.io/force': ['enabled', 'disabled'],
  'kustomize.toolkit.fluxcd.io/decrypt': ['disabled', 'enabled'],
  'kustomize.toolkit.fluxcd.io/ssa': ['Override', 'Merge', 'IfNotPresent', 'Ignore'],
  [SUBSTITUTE_MARK]: ['disabled', 'enabled'],
  'helm.toolkit.fluxcd.io/driftDetection': ['disabled', 'enabled'],
  [WATCH]: ['Enabled', 'Disabled'],
};

/** Marks for which Flux compares the case, too. */
const EXACT: ReadonlySet<string> = new Set([SUBSTITUTE_MARK, WATCH]);

/** A mark for Flux has a value that Flux understands. */
export const ignoredMarkRule = defineRule([ignoredMark], ({ units }, report, { references }) => {
  /** Whether Flux reads values or vars from the object; another rule checks that Flux watches it. */
  const isRead = ({ kind, namespace = '', name }: StateObject): boolean =>
    references.all.some(
      (one) => one.row.isValues === true && one.kind === kind && one.name === name && one.namespace === namespace,
    );
  for (const object of units.flatMap(({ objects }) => objects)) {
    const metadata = fieldsOf(object.json['metadata']);
    for (const [field, what] of [
      ['labels', 'label'],
      ['annotations', 'annotation'],
    ] as const) {
      for (const [key, value] of Object.entries(fieldsOf(metadata[field]))) {
        const known = ignoredBy(key, value);
        if (known === undefined || (key === WATCH && isRead(object))) continue;
        report(
          diagnose(ignoredMark, {
            message: `${object.title} has the ${what} ${key}: '${value}', which Flux ignores: ${known.length > 2 ? 'it knows no such value' : `only '${known[0]}' has an effect`}`,
            at: placeIn(object, joinPath(`metadata.${field}`, key)),
            fix: known.length > 2 ? suggest(String(value), known) : `set it to '${known[0]}', or take it out`,
          }),
        );
      }
    }
  }
});

/** The possible values of a Flux mark that has an invalid one. */
const ignoredBy = (key: string, value: unknown): readonly string[] | undefined => {
  const known = Object.hasOwn(VALUES, key) ? VALUES[key]! : undefined;
  if (known === undefined || typeof value !== 'string' || value === '' || holdsExpression(value)) return undefined;
  const isSame = (one: string): boolean => (EXACT.has(key) ? one === value : one.toLowerCase() === value.toLowerCase());
  return known.some(isSame) ? undefined : known;
};
