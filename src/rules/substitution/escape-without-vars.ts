import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { printPath } from '../../json/json-path.js';
import { holdsEscape } from '../../substitution/holds-expression.js';
import { isDisabled } from '../../substitution/is-disabled.js';
import { findSites } from '../../substitution/sites.js';
import { defineRule, placeIn, type StateObject, specOf, titleOfUnit, type Unit } from '../rule.js';

const escapeWithoutVars = defineDiagnostic({
  code: 'FX624',
  name: 'escape-without-vars',
  severity: 'warning',
  summary: "A text has the escape `$${`, but the addon has no vars, so Flux doesn't substitute and the escape stays.",
  page: {
    example: 'data: { script: "echo $${HOME}" }   // in an addon without vars',
    right: 'data: { script: "echo ${HOME}" }',
  },
  exceptable: true,
});

/** Flux's root may add vars. Problems with the text are then reported at the patch. */
const isSubstitutedByRoot = ({ entry }: Unit): boolean =>
  entry.some((object) => object.kind === 'Kustomization' && specOf(object)['postBuild'] !== undefined);

/** Without vars, Flux doesn't substitute, and an escape stays as written. */
export const escapeWithoutVarsRule = defineRule(
  [escapeWithoutVars],
  ({ units }, report) => {
    for (const unit of units) {
      if (unit.known.isSubstituted || isSubstitutedByRoot(unit)) continue;
      const readText = (object: StateObject, path: string, text: string | undefined): void => {
        if (text === undefined || !holdsEscape(text)) return;
        report(
          diagnose(escapeWithoutVars, {
            message: `${titleOfUnit(unit)} has no vars, so Flux leaves the $\${ of this text as it is`,
            at: placeIn(object, path),
            fix: 'write ${ alone: text that is not for Flux is escaped by synth where that is needed',
          }),
        );
      };
      for (const object of unit.objects) {
        // An object that disables substitution has no sites, but its escapes stay as written, too.
        for (const { path, isKey, source } of isDisabled(object.json) ? findSites(object.json) : object.sites) {
          if (!isKey) readText(object, printPath(path), source);
        }
      }
      for (const { object, path, site } of unit.patched) readText(object, path, site?.source);
    }
  },
  { looksAtApplied: true, looksAtTree: true },
);
