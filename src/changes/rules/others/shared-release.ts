import type { OwnedObject } from '../../../applied/cluster-state.js';
import { titleOf } from '../../../applied/object-id.js';
import { ownerNames } from '../../../applied/owner-name.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { defineChangeRule } from '../../change-rule.js';
import { isSuspendedRelease, sameRelease } from '../../owners/taken-releases.js';
import { releaseOf } from '../../releases/release-of.js';

const releaseHasTwoOwners = defineDiagnostic({
  code: 'FX532',
  name: 'release-has-two-owners',
  severity: 'error',
  summary:
    "A HelmRelease of an addon and one that fluxspan didn't write manage the same Helm release: each upgrades what the other has installed, and removing either one uninstalls it.",
  page: {
    example:
      'flux-system/metrics-server with releaseName: metrics-server and targetNamespace: kube-system, written by hand, and kube-system/metrics-server of an addon',
    flux: 'nothing, until one of them is deleted: the release is uninstalled for both',
    right: "keep one of the two; to take the release over, give the addon's HelmRelease the old name and namespace",
  },
});

/** Reports generated and hand-written HelmReleases that are one release for Helm, at the same time. */
export const sharedReleaseRule = defineChangeRule(
  [releaseHasTwoOwners],
  ({ cluster, after, view }, report) => {
    if (view === undefined) return;
    const releases = after.index
      .ofKind('helm.toolkit.fluxcd.io', 'HelmRelease')
      .filter((one) => !isSuspendedRelease(one));
    const isForeign = ({ holdings }: OwnedObject) => holdings.every((one) => one.isForeign === true);
    const foreign = releases.filter(isForeign);
    if (foreign.length === 0) return;
    const problems = releases
      .filter((one) => !isForeign(one))
      .flatMap((ours) => {
        const other = foreign.find((one) => sameRelease(ours, after, one, after));
        if (other === undefined) return [];
        const { name, namespace } = releaseOf(ours);
        const { path } = other.holdings[0];
        return [
          diagnose(releaseHasTwoOwners, {
            message: `${titleOf(ours.id)} and ${titleOf(other.id)}, which fluxspan did not write, are both the Helm release "${name}" in namespace "${namespace}"`,
            at: { cluster, object: titleOf(ours.id), ...(path === '' ? {} : { file: path }) },
            notes: [
              `Kustomization "${ownerNames(
                other.holdings.map(({ owner }) => owner),
                after.rootKey,
              )}" applies ${titleOf(other.id)}`,
              'each upgrades what the other one has installed, and the first that is deleted uninstalls it for both',
            ],
            fix: `to take it over, give the addon's HelmRelease the same name and namespace, so that it is the same object; or set spec.suspend: true on ${titleOf(other.id)}, and delete it once the addon's has taken over`,
          }),
        ];
      });
    for (const problem of problems) report(problem);
  },
  { settledBy: ['adoption'], asksOfAdoption: 'others' },
);
