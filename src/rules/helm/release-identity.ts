import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { chartNamesOf } from '../context/chart-names.js';
import { defineRule, placeIn, type StateObject, specOf, unitTitle } from '../rule.js';

const releaseIdentity = defineDiagnostic({
  code: 'FX633',
  name: 'release-identity',
  severity: 'error',
  summary:
    'Two HelmReleases manage the same Helm release: each upgrades what the other one has installed. As a warning: they install the same objects, in releases of their own.',
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
  const installed = new Map<string, readonly StateObject[]>();
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
      const into = typeof targetNamespace === 'string' ? targetNamespace : (release.namespace ?? '');
      const place = JSON.stringify([name, into, kubeConfig]);
      const there = installed.get(place) ?? [];
      installed.set(place, [...there, release]);
      const same = holdsExpression(into) ? undefined : there.find((one) => isOfChart(one, release));
      if (same !== undefined) report(sameObjects(release, same, name, into));
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

/** Charts name their objects after the release, so one chart makes the same objects for both. */
const isOfChart = (one: StateObject, other: StateObject): boolean => {
  const names = chartNamesOf(other);
  return chartNamesOf(one).some((name) => names.includes(name));
};

/** Helm takes an object for its own that has the name and namespace of the release in its annotations. */
const sameObjects = (release: StateObject, other: StateObject, name: string, into: string): Diagnostic =>
  diagnose(releaseIdentity, {
    message: `${release.title} and ${other.title} of ${unitTitle(other)} install the same chart as "${name}" into namespace "${into}", with histories of their own`,
    at: placeIn(release, 'spec.releaseName'),
    severity: 'warning',
    notes: ['both make objects of the same names: each overwrites those of the other, and removing one deletes them'],
    fix: `give one of them a name of its own: releaseName: '${release.name === name ? `${name}-2` : release.name}'`,
  });
