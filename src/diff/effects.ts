import type { ApplySettings } from '../applied/apply-settings.js';
import type { ClusterState } from '../applied/cluster-state.js';
import type { RefusedUpdate } from '../changes/updates/refused-update.js';
import { objectsOf } from '../json/as-shape.js';
import { printPath, valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import type { AsStored } from '../schema/update/as-stored.js';
import { podRestart } from '../schema/update/pod-restart.js';
import type { ChangedObject, Effect } from './effect.js';
import { upgradesOf } from './release-upgrades.js';

export interface EffectOptions {
  readonly after: ClusterState;
  /** How Flux applies the object. */
  readonly settings: ApplySettings | undefined;
  readonly refused: RefusedUpdate | undefined;
  readonly asStored: AsStored;
}

/** What comes of a change, the most dangerous first. Pure. */
export const effectsOf = (
  changed: ChangedObject,
  { after, settings, refused, asStored }: EffectOptions,
): readonly Effect[] => {
  if (settings?.isLeftAlone === true) {
    return [{ text: 'Flux leaves the object alone, so nothing changes in the cluster', kind: 'none' }];
  }
  const found = [
    ...refusal(refused),
    ...lostVersions(changed),
    ...restarts(changed, asStored),
    ...upgradesOf(changed, after),
  ];
  if (settings?.isSuspended !== true) return found;
  return [...found, { text: 'its Kustomization is suspended: nothing happens until it is resumed', kind: 'none' }];
};

const refusal = (refused: RefusedUpdate | undefined): readonly Effect[] => {
  if (refused === undefined || refused.how === 'forced') return [];
  const { isCertain, how, differences } = refused;
  const paths = [...new Set(differences.map(({ path }) => printPath(path)))].join(', ');
  if (how === 'by-hand')
    return [{ text: `the API server refuses the update of ${paths} until the object is deleted`, kind: 'refused' }];
  if (isCertain) return [{ text: `the API server refuses the update of ${paths}`, kind: 'refused' }];
  return [{ text: `the API server may refuse the update of ${paths}`, kind: 'refused', isUnsure: true }];
};

const restarts = ({ from, to }: ChangedObject, asStored: AsStored): readonly Effect[] => {
  const found = podRestart(from, to, asStored, (one, other) => (one === other ? 'same' : 'different'));
  return found === undefined ? [] : [{ text: found.text, kind: found.isAtOnce ? 'restart' : 'none' }];
};

/** What a CRD no longer serves, and a stored version that changes. */
const lostVersions = ({ id, from, to }: ChangedObject): readonly Effect[] => {
  if (id.kind !== 'CustomResourceDefinition') return [];
  const [before, after] = [versionsOf(from), versionsOf(to)];
  const lost = [...before.keys()].filter((name) => !after.has(name));
  const unserved = [...before].filter(([name, { served }]) => served && after.get(name)?.served === false);
  const stored = (all: ReadonlyMap<string, Version>) => [...all].find(([, { storage }]) => storage)?.[0];
  const [was, is] = [stored(before), stored(after)];
  return [
    ...lost.map(
      (name): Effect => ({
        text: `version ${name} is removed, which the API server refuses while status.storedVersions names it`,
        kind: 'refused',
        isUnsure: true,
      }),
    ),
    ...unserved.map(([name]): Effect => ({ text: `version ${name} is no longer served`, kind: 'lost' })),
    ...[...after.keys()]
      .filter((name) => !before.has(name))
      .map((name): Effect => ({ text: `version ${name} is new`, kind: 'upgrade' })),
    ...(was !== undefined && is !== undefined && was !== is
      ? [
          {
            text: `objects are stored as ${is} from now on, and as ${was} until they are written again`,
            kind: 'upgrade',
          } as const,
        ]
      : []),
  ];
};

interface Version {
  readonly served: boolean;
  readonly storage: boolean;
}

const versionsOf = (crd: JsonObject): ReadonlyMap<string, Version> => {
  const versions = valueAt(crd, ['spec', 'versions']);
  return new Map(
    objectsOf(versions).map((one) => [
      String(one['name']),
      { served: one['served'] === true, storage: one['storage'] === true },
    ]),
  );
};
