import type { Diagnostic } from '../diagnostics/index.js';
import type { AppliedObject } from '../owners/claim.js';
import { findTwoOwners } from '../owners/find-two-owners.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { placeIn, shortName } from '../rules/rule.js';
import type { TerraformRead } from '../terraform/read/index.js';

/** All that Flux applies to a cluster, as {@link findTwoOwners} compares it with other tools. */
export const appliedObjects = ({ units }: RuleState): readonly AppliedObject[] =>
  units.flatMap(({ objects, entry }) =>
    [...entry, ...objects].map((object): AppliedObject => {
      const { group, kind, namespace = '', name, json, owner } = object;
      return { group, kind, namespace, name, json, owner: `Kustomization "${shortName(owner)}"`, at: placeIn(object) };
    }),
  );

/** What Flux and Terraform both own. */
export const twoOwnersOf = (
  state: RuleState,
  reads: readonly TerraformRead[],
  { cluster, isOnly, files }: { readonly cluster: string; readonly isOnly: boolean; readonly files: Iterable<string> },
): readonly Diagnostic[] => {
  const objects = appliedObjects(state);
  const talos = [...files].find((path) => /(?:^|\/)talconfig\.ya?ml$/.test(path));
  const ofCloud = talos === undefined ? [] : reads.filter(isOfCloud);
  const doubt = "the repository has several clusters, and Terraform doesn't say which of them it means";
  return [
    ...findTwoOwners(
      objects,
      reads.filter((one) => !ofCloud.includes(one)),
      { cluster, ...(isOnly ? {} : { doubt }) },
    ),
    ...findTwoOwners(objects, ofCloud, {
      cluster,
      doubt: `Terraform has a cluster of a cloud there, and ${talos} makes one of Talos`,
    }),
  ];
};

const CLOUD_CLUSTERS: ReadonlySet<string> = new Set([
  'aws_eks_cluster',
  'azurerm_kubernetes_cluster',
  'google_container_cluster',
]);

const isOfCloud = ({ resources }: TerraformRead): boolean => resources.some(({ type }) => CLOUD_CLUSTERS.has(type));
