import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { chartNamesOf } from '../../chart-names.js';
import { defineRule } from '../../rule.js';

const webhookResource = defineDiagnostic({
  code: 'FX608',
  name: 'webhook-resource',
  severity: 'error',
  summary:
    'An object is applied before the webhook that admits it serves, so that its whole Kustomization fails until then.',
  page: {
    example: 'an ExternalSecret in the addon of external-secrets, or in one that does not wait for it',
    flux: 'failed calling webhook "validate.externalsecret.external-secrets.io": … connection refused',
    right: 'requires: ["external-secrets"]',
  },
  exceptable: true,
});

/** Charts whose operators admit objects by a webhook that fails closed, with the groups that it looks at. */
const webhooks: Readonly<Record<string, readonly string[]>> = {
  'aws-load-balancer-controller': ['elbv2.k8s.aws'],
  'cert-manager': ['cert-manager.io', 'acme.cert-manager.io'],
  'external-secrets': ['external-secrets.io', 'generators.external-secrets.io'],
  'kube-prometheus-stack': ['monitoring.coreos.com'],
  kyverno: ['kyverno.io'],
  'opentelemetry-operator': ['opentelemetry.io'],
};

/** What a webhook admits comes after the webhook serves: until then every dry run of the stage fails. */
export const webhookResourceRule = defineRule([webhookResource], (cluster, report, { index }) => {
  const { waitsFor, byKind } = index;
  /** By group: the addon that runs the webhook. */
  const operators = new Map<string, string>();
  for (const release of byKind.get('helm.toolkit.fluxcd.io/HelmRelease') ?? []) {
    for (const name of chartNamesOf(release)) {
      for (const group of webhooks[name] ?? []) operators.set(group, release.addon);
    }
  }
  if (operators.size === 0) return;
  for (const { built, objects } of cluster.addons) {
    const told = new Set<string>();
    for (const object of objects) {
      const operator = operators.get(object.group);
      if (operator === undefined || told.has(object.group) || waitsFor(built.name, operator)) continue;
      told.add(object.group);
      report(
        diagnose(webhookResource, {
          message:
            operator === built.name
              ? `${object.title} is in one Kustomization with the operator whose webhook admits it`
              : `${object.title} does not wait for addon "${operator}", whose webhook admits it`,
          at: { addon: built.name, object: object.title },
          fix:
            operator === built.name
              ? 'make it in an addon of its own, in a later stage, that requires this one'
              : built.instance.definition.requires?.includes(operator) === true
                ? `use "${built.name}" in a stage after "${operator}", which it requires`
                : `add '${operator}' to \`requires\` of addon "${built.name}"`,
        }),
      );
    }
  }
});
