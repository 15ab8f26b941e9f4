import type { AppliedObject } from '../owners/claim.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { placeIn, shortName } from '../rules/rule.js';

/** All that Flux applies to a cluster, as {@link findTwoOwners} compares it with other tools. */
export const appliedObjects = ({ units }: RuleState): readonly AppliedObject[] =>
  units.flatMap(({ objects, entry }) =>
    [...entry, ...objects].map((object): AppliedObject => {
      const { group, kind, namespace = '', name, json, owner } = object;
      return { group, kind, namespace, name, json, owner: `Kustomization "${shortName(owner)}"`, at: placeIn(object) };
    }),
  );
