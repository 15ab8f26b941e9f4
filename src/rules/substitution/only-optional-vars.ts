import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { printPath } from '../../json/json-path.js';
import { SubstitutionError, variablesOf } from '../../substitution/index.js';
import type { References } from '../references/index.js';
import { defineRule, objectsOfKind, placeIn, type StateObject, specOf, type Unit } from '../rule.js';

// A notice until a live test has shown the text in the cluster.
export const onlyOptionalVars = defineDiagnostic({
  code: 'FX616',
  name: 'only-optional-vars',
  severity: 'notice',
  summary:
    'All vars of a Kustomization come from optional ConfigMaps and Secrets. While none of them is there, Flux substitutes nothing: it applies `${NAME}` as text, over a value that was right before, and reports that all is ready.',
  page: {
    example:
      'postBuild: { substituteFrom: [{ kind: ConfigMap, name: settings, optional: true }] }   // and host: ${DB_HOST}',
    right: 'the same without optional; or with substituteStrategy: Always, or a var in substitute',
  },
  exceptable: true,
});

/** Flux substitutes in objects with expressions even while the optional sources of vars are missing. */
export const onlyOptionalVarsRule = defineRule(
  [onlyOptionalVars],
  ({ units }, report, { index, references }) => {
    const known = new Set(units.map(({ key }) => key));
    // What it applies isn't known here, but vars are given for a reason.
    for (const other of objectsOfKind(index, 'kustomize.toolkit.fluxcd.io/Kustomization')) {
      const missing = known.has(`${other.namespace}/${other.name}`) ? [] : missingSources(other, references);
      if (missing.length > 0) report(untilThere(other, missing, 'a var of its objects'));
    }
    for (const unit of units) {
      const own = unit.entry.find((one) => one.kind === 'Kustomization');
      const missing = own === undefined ? [] : missingSources(own, references);
      const [first, ...more] = missing.length === 0 ? [] : expressionsIn(unit);
      if (own === undefined || first === undefined) continue;
      const others = more.length === 0 ? '' : `, and ${more.length} more`;
      report(untilThere(own, missing, first, others));
    }
  },
  { looksAtApplied: true },
);

const untilThere = (own: StateObject, missing: readonly string[], what: string, others = ''): Diagnostic =>
  diagnose(onlyOptionalVars, {
    message: `while ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing, ${own.title} substitutes nothing: ${what} arrives as it is written${others}`,
    at: placeIn(own, 'spec.postBuild.substituteFrom'),
    fix: 'remove optional: true, so that Flux waits; or set substituteStrategy: Always (Flux 2.9) and give each var a default: ${NAME:=value}',
  });

/** The sources of a Kustomization, if all are optional and may be missing, and nothing else makes Flux substitute. */
const missingSources = (own: StateObject, { targets, isKnown }: References): readonly string[] => {
  const { substitute, substituteFrom, substituteStrategy } = fieldsOf(specOf(own)['postBuild']);
  // A patch may say of objects that they aren't for Flux.
  if (JSON.stringify(specOf(own)['patches'] ?? []).includes('kustomize.toolkit.fluxcd.io/substitute')) return [];
  if (substituteStrategy === 'Always' || Object.keys(fieldsOf(substitute)).length > 0) return [];
  const isMissing = ({ kind, name, optional }: Readonly<Record<string, unknown>>): boolean => {
    const target = { group: '', kind: String(kind), name: String(name), namespace: own.namespace ?? '' };
    const isThere = targets
      .ofKind('', target.kind)
      .some((one) => one.name === target.name && one.namespace === target.namespace);
    return optional === true && !isThere && !isKnown(target);
  };
  const sources = objectsOf(substituteFrom);
  if (sources.length < listOf(substituteFrom).length || !sources.every(isMissing)) return [];
  return sources.map(({ kind, name }) => `${String(kind)}/${String(name)}`);
};

/** The texts of a unit that Flux substitutes: `spec.host of ConfigMap/web`. */
const expressionsIn = ({ objects }: Unit): readonly string[] =>
  objects.flatMap(({ title, sites }) =>
    sites.flatMap(({ path, template }) =>
      template instanceof SubstitutionError || [...variablesOf(template)].length === 0
        ? []
        : [`${printPath(path)} of ${title}`],
    ),
  );
