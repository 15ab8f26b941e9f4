import type { BuiltAddon } from '../../compile/built-cluster.js';
import { waitAgain } from '../../compile/starts-without.js';
import { capabilitiesFromElsewhere } from '../../dependencies/find-external.js';
import { defineDiagnostic, diagnose, ties } from '../../diagnostics/index.js';
import { findOperators } from '../context/operators.js';
import { defineRule, placeIn, unitTitle, waitFor } from '../rule.js';

export const webhookResource = defineDiagnostic({
  code: 'FX608',
  name: 'webhook-resource',
  severity: 'error',
  summary: 'An object is applied before the webhook that admits it is up, so its whole Kustomization fails until then.',
  page: {
    example: 'an ExternalSecret in the addon of external-secrets, or in one that does not wait for it',
    flux: 'failed calling webhook "validate.externalsecret.external-secrets.io": … connection refused',
    right: 'requires: ["external-secrets"]',
  },
  exceptable: true,
});

const THERE_BEFORE =
  "the cluster's code declares that the CRDs exist before, so Flux applies the object unless the webhook is registered and doesn't serve yet; it tries again until it does";

/** Objects that a webhook admits come after the webhook serves: until then, every dry run of their stage fails. */
export const webhookResourceRule = defineRule(
  [webhookResource],
  (state, report, { index }) => {
    const { comesAfter } = index;
    const operators = findOperators(index);
    if (operators.size === 0) return;
    const before = capabilitiesFromElsewhere(state.elsewhere);
    for (const { name, objects, declared } of state.units) {
      const told = new Set<string>();
      for (const object of objects) {
        const release = operators.get(object.group);
        if (release === undefined || told.has(object.group) || comesAfter(name, release.unit)) continue;
        const operator = release.unit;
        told.add(object.group);
        report(
          diagnose(webhookResource, {
            message:
              operator === name
                ? `${object.title} is in one Kustomization with the operator whose webhook admits it`
                : `${object.title} does not wait for ${unitTitle(release)}, whose webhook admits it`,
            at: placeIn(object),
            ...(operator === name ? {} : { ties: { follows: [ties.waiting(name)] } }),
            // The API server then accepts the object until the release has registered its webhook.
            ...(before.has(object.group) ? { severity: 'warning', notes: [THERE_BEFORE] } : {}),
            fix: fixOf(name, operator, declared?.built.instance.definition),
          }),
        );
      }
    }
  },
  { looksAtApplied: true },
);

/** @param definition the definition of the unit's addon */
const fixOf = (
  unit: string,
  operator: string,
  definition: Pick<BuiltAddon['instance']['definition'], 'requires' | 'startsWithout'> | undefined,
): string => {
  if (definition === undefined) {
    return operator === unit
      ? 'apply it by a Kustomization of its own, with this one in dependsOn'
      : waitFor(operator, unit);
  }
  if (operator === unit) return 'make it in an addon of its own, in a later stage, that requires this one';
  const { startsWithout, requires } = definition;
  if (startsWithout?.includes(operator) === true) return waitAgain(operator, unit);
  return requires?.includes(operator) === true
    ? `use "${unit}" in a stage after "${operator}", which it requires`
    : `add '${operator}' to \`requires\` of addon "${unit}"`;
};
