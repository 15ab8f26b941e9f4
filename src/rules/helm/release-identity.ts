import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn, type StateObject, specOf, unitTitle } from '../rule.js';

const releaseIdentity = defineDiagnostic({
  code: 'FX633',
  name: 'release-identity',
  severity: 'error',
  summary: 'Two HelmReleases manage the same Helm release: each upgrades what the other one has installed.',
  page: {
    example: 'HelmReleases "web" and "web-canary" in one namespace, both with releaseName: "web"',
    right: 'give each a releaseName, or set storageNamespace to a namespace of its own',
  },
  exceptable: true,
});

/**
 * Helm identifies a release by its name and storage namespace; two HelmReleases with the same identity undo each other.
 */
export const releaseIdentityRule = defineRule([releaseIdentity], (_, report, { index }) => {
  const first = new Map<string, StateObject>();
  for (const release of index.byKind.get('helm.toolkit.fluxcd.io/HelmRelease') ?? []) {
    const { suspend, releaseName, targetNamespace, storageNamespace, kubeConfig } = specOf(release);
    const target = typeof targetNamespace === 'string' ? `${targetNamespace}-` : '';
    const name = typeof releaseName === 'string' ? releaseName : `${target}${release.name}`;
    const storage = typeof storageNamespace === 'string' ? storageNamespace : (release.namespace ?? '');
    // A suspended release does nothing, for example while another one takes over.
    if (suspend === true || holdsExpression(`${name} ${storage}`)) continue;
    const identity = JSON.stringify([name, storage, kubeConfig]);
    const other = first.get(identity);
    if (other === undefined) {
      first.set(identity, release);
      continue;
    }
    // Another rule reports two objects with the same name.
    if (other.name === release.name && other.namespace === release.namespace) continue;
    report(
      diagnose(releaseIdentity, {
        message: `${release.title} and ${other.title} of ${unitTitle(other)} are both the Helm release "${name}" in namespace "${storage}"`,
        at: placeIn(release, 'spec.releaseName'),
        fix: `give one of them a name of its own: releaseName: '${release.name === name ? `${name}-2` : release.name}'`,
      }),
    );
  }
});
