import { capabilitiesFromElsewhere } from '../../compile/find-external.js';
import { waitAgain } from '../../compile/starts-without.js';
import { defineDiagnostic, diagnose, ties } from '../../diagnostics/index.js';
import { findOperators } from '../context/operators.js';
import { defineRule } from '../rule.js';

const webhookResource = defineDiagnostic({
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

/** What a webhook admits comes after the webhook serves: until then every dry run of the stage fails. */
export const webhookResourceRule = defineRule(
  [webhookResource],
  (cluster, report, { index }) => {
    const { waitsFor } = index;
    const operators = findOperators(index);
    if (operators.size === 0) return;
    const before = capabilitiesFromElsewhere(cluster.cluster);
    for (const { built, objects } of cluster.addons) {
      const told = new Set<string>();
      for (const object of objects) {
        const operator = operators.get(object.group)?.addon;
        if (operator === undefined || told.has(object.group) || waitsFor(built.name, operator)) continue;
        told.add(object.group);
        report(
          diagnose(webhookResource, {
            message:
              operator === built.name
                ? `${object.title} is in one Kustomization with the operator whose webhook admits it`
                : `${object.title} does not wait for addon "${operator}", whose webhook admits it`,
            at: { addon: built.name, object: object.title },
            ...(operator === built.name ? {} : { ties: { follows: [ties.waiting(built.name)] } }),
            // The object is then taken as long as the release hasn't registered its webhook.
            ...(before.has(object.group) ? { severity: 'warning', notes: [THERE_BEFORE] } : {}),
            fix:
              operator === built.name
                ? 'make it in an addon of its own, in a later stage, that requires this one'
                : built.instance.definition.startsWithout?.includes(operator) === true
                  ? waitAgain(operator, built.name)
                  : built.instance.definition.requires?.includes(operator) === true
                    ? `use "${built.name}" in a stage after "${operator}", which it requires`
                    : `add '${operator}' to \`requires\` of addon "${built.name}"`,
          }),
        );
      }
    }
  },
  { looksAtApplied: true },
);
