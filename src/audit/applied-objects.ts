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
  { cluster, isOnly }: { readonly cluster: string; readonly isOnly: boolean },
): readonly Diagnostic[] =>
  findTwoOwners(appliedObjects(state), reads, {
    cluster,
    ...(isOnly
      ? {}
      : { doubt: "the repository has several clusters, and Terraform doesn't say which of them it means" }),
  });
