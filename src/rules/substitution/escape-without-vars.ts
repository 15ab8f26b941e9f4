import { defineDiagnostic, diagnose, type Place } from '../../diagnostics/index.js';
import { printPath } from '../../json/json-path.js';
import { dollarsBeforeBraces } from '../../substitution/escape-dollars.js';
import { holdsEscape } from '../../substitution/holds-expression.js';
import { isDisabled } from '../../substitution/is-disabled.js';
import { findSites } from '../../substitution/sites.js';
import { defineRule, placeIn, type Report, type StateObject, specOf, titleOfUnit, type Unit } from '../rule.js';

const escapeWithoutVars = defineDiagnostic({
  code: 'FX624',
  name: 'escape-without-vars',
  severity: 'warning',
  summary:
    "A text has the escape `$${`, but the addon has no vars, so Flux doesn't substitute and the escape stays. As a notice: the addon has vars, and synth escapes what isn't for Flux itself, so both dollars arrive.",
  page: {
    example: 'data: { script: "echo $${HOME}" }   // in an addon without vars',
    right: 'data: { script: "echo ${HOME}" }',
  },
  exceptable: true,
});

/** Flux's root may add vars. Problems with the text are then reported at the patch. */
const isSubstitutedByRoot = ({ entry }: Unit): boolean =>
  entry.some((object) => object.kind === 'Kustomization' && specOf(object)['postBuild'] !== undefined);

/** What synth escapes arrives as it is written, which isn't what the author of an escape wants. */
const readEscaped = (source: string, text: string, at: Place, report: Report): void => {
  const found = dollarsBeforeBraces(source, text).find(({ written, arrives }) => arrives === written || written > 2);
  if (found === undefined) return;
  const { written, arrives } = found;
  const dollars = '$'.repeat(written);
  report(
    diagnose(escapeWithoutVars, {
      severity: 'notice',
      message:
        arrives === written
          ? `this text has ${dollars}{, which synth escapes for Flux, so ${dollars}{ arrives`
          : `of the ${dollars}{ in this text, Flux takes one dollar for the escape of a var, so ${'$'.repeat(arrives)}{ arrives`,
      at,
      fix:
        arrives === written
          ? 'none is needed if all dollars are meant; otherwise write ${ alone'
          : 'none is needed if that is meant; otherwise annotate the object with kustomize.toolkit.fluxcd.io/substitute: disabled, and write it without an escape',
    }),
  );
};

/** Without vars, Flux doesn't substitute, and an escape stays as written. */
export const escapeWithoutVarsRule = defineRule(
  [escapeWithoutVars],
  ({ units }, report) => {
    for (const unit of units) {
      if (unit.known.isSubstituted && unit.declared !== undefined) {
        for (const object of unit.objects) {
          for (const { path, isKey, source, text } of object.sites) {
            if (!isKey) readEscaped(source, text, placeIn(object, printPath(path)), report);
          }
        }
        for (const { object, path, site } of unit.patched) {
          if (site !== undefined) readEscaped(site.source, site.text, placeIn(object, path), report);
        }
      }
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
