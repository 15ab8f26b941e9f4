import type { ApplySettings } from '../applied/apply-settings.js';
import type { ClusterState } from '../applied/cluster-state.js';
import type { RefusedUpdate } from '../changes/updates/refused-update.js';
import { objectsOf } from '../json/as-shape.js';
import { printPath, valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import type { AsStored } from '../schema/update/as-stored.js';
import { findDifferences } from '../schema/update/differences.js';
import { podDefaults } from '../schema/update/pod-defaults.js';
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

const CONTROLLERS: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/** https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy */
const restarts = ({ id, from, to }: ChangedObject, asStored: AsStored): readonly Effect[] => {
  if (id.group !== 'apps' || !CONTROLLERS.has(id.kind)) return [];
  const [a, b] = [from, to].map((one) => valueAt(asStored(one), ['spec', 'template']));
  const sameText = (one: string, other: string) => (one === other ? 'same' : 'different');
  if (findDifferences(a, b, [], { sameText, defaults: { spec: podDefaults } }).length === 0) return [];
  const restart = (text: string): readonly Effect[] => [{ text, kind: 'restart' }];
  if (id.kind === 'Deployment') {
    if (valueAt(to, ['spec', 'paused']) === true)
      return [{ text: 'the Deployment is paused: no pod restarts', kind: 'none' }];
    return valueAt(to, ['spec', 'strategy', 'type']) === 'Recreate'
      ? restart('all its pods stop, and then new ones start')
      : restart('its pods restart');
  }
  return valueAt(to, ['spec', 'updateStrategy', 'type']) === 'OnDelete'
    ? [{ text: 'its pods restart only when they are deleted', kind: 'none' }]
    : restart('its pods restart');
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
