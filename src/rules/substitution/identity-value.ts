import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { printPath } from '../../json/json-path.js';
import type { Site } from '../../substitution/sites.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { defineRule, placeIn, type StateObject } from '../rule.js';

export const identityValue = defineDiagnostic({
  code: 'FX623',
  name: 'identity-value',
  severity: 'error',
  summary: 'The type of a var allows values that are invalid as a name, namespace or label.',
  page: {
    example: 'name: `web-${vars.TF_NAME}`   // TF_NAME: z.string()',
    flux: 'Invalid value: "web-A": a lowercase RFC 1123 subdomain must consist of …',
    right: 'TF_NAME: z.string().regex(/^[a-z0-9-]+[a-z0-9]$/)',
  },
  exceptable: true,
});

/** Characters that a name must not have, anywhere or at its ends. */
const NOT_IN_NAME = '[^a-z0-9.-]';
const NOT_AT_START = '^[^a-z0-9]|^$';
const NOT_AT_END = '[^a-z0-9]$|^$';
const NOT_IN_LABEL = '[^A-Za-z0-9._-]';
const NOT_AT_LABEL_START = '^[^A-Za-z0-9]';
const NOT_AT_LABEL_END = '[^A-Za-z0-9]$';

/** Kubernetes accepts every value of a var in a name, namespace or label. */
export const identityValueRule = defineRule(
  [identityValue],
  ({ units, varSafety }, report) => {
    for (const { known, objects } of units) {
      if (!known.isSubstituted) continue;
      for (const object of objects) {
        for (const { site, path, isLabel } of identitiesOf(object)) {
          // Invalid expressions were already reported.
          const nodes = site.template instanceof SubstitutionError ? [] : site.template.nodes;
          for (const [index, node] of nodes.entries()) {
            if (typeof node === 'string') continue;
            const input = known.vars.get(node.name);
            if (input === undefined) continue;
            const hazards = [isLabel ? NOT_IN_LABEL : NOT_IN_NAME];
            if (index === 0) hazards.push(isLabel ? NOT_AT_LABEL_START : NOT_AT_START);
            if (index === nodes.length - 1) hazards.push(isLabel ? NOT_AT_LABEL_END : NOT_AT_END);
            const value = varSafety.possibleValue(input.schema, hazards.join('|'));
            if (value === undefined) continue;
            report(
              diagnose(identityValue, {
                message: `the type of \${${node.name}} lets ${JSON.stringify(value)} through, which Kubernetes refuses in a ${isLabel ? 'label' : 'name'}`,
                at: placeIn(object, path),
                fix: isLabel
                  ? 'give the var a pattern: z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/)'
                  : 'give the var a pattern: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)',
              }),
            );
          }
        }
      }
    }
  },
  { looksAtTree: true },
);

interface Identity {
  readonly site: Site;
  readonly path: string;
  readonly isLabel: boolean;
}

const identitiesOf = ({ sites }: StateObject): readonly Identity[] =>
  sites.flatMap((site): readonly Identity[] => {
    const [root, field] = site.path;
    if (root !== 'metadata' || site.isKey) return [];
    if ((field === 'name' || field === 'namespace') && site.path.length === 2) {
      return [{ site, path: printPath(site.path), isLabel: false }];
    }
    const isLabel = field === 'labels' && site.path.length === 3;
    return isLabel ? [{ site, path: printPath(site.path), isLabel }] : [];
  });
