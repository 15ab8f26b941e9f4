import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { placeIn } from '../rules/context/place-in.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { lastFluxServing } from '../rules/schemas/removed-versions.js';
import { oldApi } from './diagnostics.js';

/** Objects of Flux in versions that a newer Flux doesn't serve. Rules report what the cluster's own Flux doesn't serve. */
export const oldApiFindings = ({ units, flux }: RuleState): readonly Diagnostic[] => {
  if (flux !== undefined) return [];
  return units.flatMap(({ objects, entry }) =>
    [...objects, ...entry].flatMap((object) => {
      const { apiVersion, title } = object;
      const group = apiVersion.split('/')[0]!;
      if (!group.endsWith('.toolkit.fluxcd.io')) return [];
      const last = Object.hasOwn(lastFluxServing, apiVersion) ? lastFluxServing[apiVersion] : undefined;
      const isOlder = /\/v(?:1beta1|2beta1|1alpha1|1alpha2)$/.test(apiVersion) && !apiVersion.startsWith('image.');
      if (last === undefined && !isOlder) return [];
      const newest =
        group === 'helm.toolkit.fluxcd.io' ? 'v2' : group === 'notification.toolkit.fluxcd.io' ? 'v1 or v1beta3' : 'v1';
      return [
        diagnose(oldApi, {
          message: `${title} has the apiVersion ${apiVersion}, which ${last === undefined ? 'no supported Flux serves' : `Flux ${last} is the last to serve`}`,
          at: placeIn(object, 'apiVersion'),
          fix: `write apiVersion: ${group}/${newest}; "flux migrate -f ." does it for all files`,
        }),
      ];
    }),
  );
};
