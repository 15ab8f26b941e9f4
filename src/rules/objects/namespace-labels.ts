import { defineDiagnostic, diagnose, formatValue } from '../../diagnostics/index.js';
import { defineDeclaredRule } from '../rule.js';

const namespaceLabels = defineDiagnostic({
  code: 'FX667',
  name: 'namespace-labels',
  severity: 'error',
  summary: 'Two addons in one namespace need different values of the same namespace label.',
  page: {
    example:
      "namespaceLabels: { 'pod-security.kubernetes.io/enforce': 'restricted' }   // and 'privileged' in another addon of the namespace",
    flux: 'pods "node-exporter-…" is forbidden: violates PodSecurity "restricted:latest": host namespaces (hostNetwork=true, hostPID=true)',
    right: 'use a namespace for each of them, or set the label that lets both run: web({ namespaceLabels: { … } })',
  },
});

const labelsElsewhere = defineDiagnostic({
  code: 'FX668',
  name: 'labels-elsewhere',
  severity: 'notice',
  exceptable: 'addon',
  summary: 'An addon needs labels of a namespace that neither fluxspan nor its Terraform module creates.',
  page: {
    example: "external: [{ kind: 'Namespace', name: 'monitoring' }]   // and an addon in it has namespaceLabels",
    flux: 'pods "node-exporter-…" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true, hostPID=true)',
    right: 'set the labels where the namespace is made; then write cluster.except(…) with that as the reason',
  },
});

/** https://kubernetes.io/docs/concepts/security/pod-security-admission/#pod-security-admission-labels-for-namespaces */
export const namespaceLabelsRule = defineDeclaredRule(
  [namespaceLabels, labelsElsewhere],
  ({ units, namespaces }, report) => {
    const given = new Map<string, { readonly addon: string; readonly value: string }>();
    for (const { built } of units.map(({ declared }) => declared)) {
      const { name } = built;
      const { namespace } = built.instance.definition;
      const labels = Object.entries(built.instance.namespaceLabels).sort(([a], [b]) => (a < b ? -1 : 1));
      if (namespace === undefined || labels.length === 0) continue;
      for (const [label, value] of labels) {
        const key = JSON.stringify([namespace, label]);
        const first = given.get(key);
        if (first === undefined) given.set(key, { addon: name, value });
        else if (first.value !== value) {
          report(
            diagnose(namespaceLabels, {
              message: `the namespace "${namespace}" can't have both values of the label "${label}": addon "${first.addon}" needs ${formatValue(first.value)}, addon "${name}" ${formatValue(value)}`,
              at: { addon: name, path: 'namespaceLabels' },
              fix: `set namespaceLabels: { '${label}': … } with one value where the two addons are used, or give one of them another namespace`,
            }),
          );
        }
      }
      const creator = namespaces.find((one) => one.name === namespace)?.creator;
      if (creator === undefined || creator === 'addon' || creator === 'terraform') continue;
      const text = labels.map(([label, value]) => `${label}=${value}`).join(' ');
      report(
        diagnose(labelsElsewhere, {
          message: `addon "${name}" needs labels of the namespace "${namespace}", which fluxspan doesn't create`,
          at: { addon: name, path: 'namespaceLabels' },
          fix: `set them where it is created: kubectl label namespace ${namespace} ${text}`,
        }),
      );
    }
  },
);
