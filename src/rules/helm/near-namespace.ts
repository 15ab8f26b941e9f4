import { addNamespace } from '../../declared/external.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { isTwin } from '../references/is-twin.js';
import { defineRule, placeIn, specOf } from '../rule.js';

export const nearNamespace = defineDiagnostic({
  code: 'FX639',
  name: 'near-namespace',
  severity: 'warning',
  summary: 'Helm creates the namespace of a release, and its name is almost that of one that the cluster has.',
  page: {
    example: 'targetNamespace: "montioring", install: { createNamespace: true }   // and there is "monitoring"',
    flux: 'nothing: Helm creates the namespace "montioring", and the release is there alone',
    right: 'targetNamespace: "monitoring"',
  },
  exceptable: true,
});

/** A namespace that only a release creates isn't a misspelling of another one. */
export const nearNamespaceRule = defineRule(
  [nearNamespace],
  ({ namespaces, elsewhere }, report, { index, references }) => {
    const names = [...namespaces.map(({ name }) => name), ...elsewhere.externalNamespaces];
    for (const release of index.byKind.get('helm.toolkit.fluxcd.io/HelmRelease') ?? []) {
      const { targetNamespace: name, kubeConfig, install } = specOf(release);
      // Without `createNamespace` the release fails, and another rule reports that.
      if ((install as { readonly createNamespace?: unknown } | undefined)?.createNamespace !== true) continue;
      if (typeof name !== 'string' || holdsExpression(name) || kubeConfig !== undefined) continue;
      const target = { group: '', kind: 'Namespace', name, namespace: undefined };
      if (references.isKnown(target) || references.targets.find(target) !== undefined) continue;
      const near = names.find((one) => isTwin(one, name));
      if (near === undefined) continue;
      report(
        diagnose(nearNamespace, {
          message: `${release.title} is installed into the namespace "${name}", which Helm creates, and there is "${near}"`,
          at: placeIn(release, 'spec.targetNamespace'),
          fix: `did you mean "${near}"?${release.addon === undefined ? '' : ` else ${addNamespace(name)}`}`,
        }),
      );
    }
  },
);
