import { defineDiagnostic, diagnose, suggest } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import { joinPath } from '../../../json/json-path.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { SUBSTITUTE_MARK } from '../../../substitution/is-disabled.js';
import { defineRule } from '../../rule.js';

const ignoredMark = defineDiagnostic({
  code: 'FX671',
  name: 'ignored-mark',
  severity: 'warning',
  summary: 'An object has a label or annotation of Flux with a value that Flux ignores.',
  page: {
    example: 'kustomize.toolkit.fluxcd.io/prune: "false"',
    flux: 'nothing: the object is deleted when the tree no longer has it',
    right: 'kustomize.toolkit.fluxcd.io/prune: disabled',
  },
  exceptable: true,
});

const SWITCH = ['enabled', 'disabled'];

/** What each mark takes; the first is what one most likely meant. https://fluxcd.io/flux/components/kustomize/kustomizations/ */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'kustomize.toolkit.fluxcd.io/prune': ['disabled', 'enabled'],
  'kustomize.toolkit.fluxcd.io/reconcile': ['disabled', 'enabled'],
  'kustomize.toolkit.fluxcd.io/force': SWITCH,
  'kustomize.toolkit.fluxcd.io/decrypt': ['disabled', 'enabled'],
  'kustomize.toolkit.fluxcd.io/ssa': ['Override', 'Merge', 'IfNotPresent', 'Ignore'],
  [SUBSTITUTE_MARK]: ['disabled', 'enabled'],
  'helm.toolkit.fluxcd.io/driftDetection': ['disabled', 'enabled'],
  'reconcile.fluxcd.io/watch': ['Enabled', 'Disabled'],
};

/** Flux compares the text itself, and not without its case. */
const EXACT: ReadonlySet<string> = new Set([SUBSTITUTE_MARK, 'reconcile.fluxcd.io/watch']);

/** A mark for Flux says what Flux understands. */
export const ignoredMarkRule = defineRule([ignoredMark], ({ addons }, report) => {
  for (const { objects } of addons) {
    for (const object of objects) {
      const { metadata } = object.json;
      if (!isObject(metadata)) continue;
      for (const field of ['labels', 'annotations'] as const) {
        const marks = metadata[field];
        if (!isObject(marks)) continue;
        for (const [key, value] of Object.entries(marks)) {
          const known = Object.hasOwn(VALUES, key) ? VALUES[key]! : undefined;
          if (known === undefined || typeof value !== 'string' || value === '' || holdsExpression(value)) continue;
          const isSame = (one: string) => (EXACT.has(key) ? one === value : one.toLowerCase() === value.toLowerCase());
          if (known.some(isSame)) continue;
          report(
            diagnose(ignoredMark, {
              message: `${object.title} has the ${field === 'labels' ? 'label' : 'annotation'} ${key}: '${value}', which Flux ignores: it knows no such value`,
              at: { addon: object.addon, object: object.title, path: joinPath(`metadata.${field}`, key) },
              fix: known.length > 2 ? suggest(value, known) : `say '${known[0]}', or take it out`,
            }),
          );
        }
      }
    }
  }
});
