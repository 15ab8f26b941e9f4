import { type Diagnostic, diagnose, nameSome } from '../diagnostics/index.js';
import { placeIn } from '../rules/context/place-in.js';
import type { RuleState, StateObject } from '../rules/context/rule-state.js';
import { isFormerFluxVersion, lastFluxServing } from '../rules/schemas/removed-versions.js';
import { oldApi } from './diagnostics.js';

/**
 * Objects of Flux in versions that a newer Flux doesn't serve, each kind once. Rules report what the cluster's own Flux
 * doesn't serve.
 */
export const oldApiFindings = ({ units, flux }: RuleState): readonly Diagnostic[] => {
  if (flux !== undefined) return [];
  const found = new Map<string, StateObject[]>();
  for (const { objects, entry } of units) {
    for (const object of [...objects, ...entry]) {
      if (!isOld(object) || isComponents(object)) continue;
      const key = `${object.apiVersion} ${object.kind}`;
      const there = found.get(key);
      if (there === undefined) found.set(key, [object]);
      else there.push(object);
    }
  }
  return [...found.values()].map(([object, ...more]) => {
    const { apiVersion, kind, group } = object!;
    const last = lastServing(apiVersion);
    return diagnose(oldApi, {
      message: `${kind} has the apiVersion ${apiVersion}, which ${last === undefined ? 'no supported Flux serves' : `Flux ${last} is the last to serve`}`,
      at: { ...placeIn(object!, 'apiVersion') },
      notes:
        more.length === 0
          ? []
          : [
              `the same is true of ${nameSome(
                more.map(({ title }) => title),
                10,
              )}`,
            ],
      fix: `write apiVersion: ${group}/${NEWEST[group] ?? 'v1'}; "flux migrate -f ." does it for all files`,
    });
  });
};

const NEWEST: Readonly<Record<string, string>> = {
  'helm.toolkit.fluxcd.io': 'v2',
  'notification.toolkit.fluxcd.io': 'v1beta3, or v1 of a Receiver',
};

const lastServing = (apiVersion: string): string | undefined =>
  Object.hasOwn(lastFluxServing, apiVersion) ? lastFluxServing[apiVersion] : undefined;

const isOld = ({ apiVersion, group }: StateObject): boolean =>
  lastServing(apiVersion) !== undefined || (isFormerFluxVersion(apiVersion) && group !== 'image.toolkit.fluxcd.io');

/** `flux bootstrap` writes these again with each new Flux. */
const isComponents = ({ file }: StateObject): boolean => /(?:^|\/)gotk-[^/]+$/.test(file?.path ?? '');
