import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import type { EffectRow, Place } from '../form/effect.js';
import { KEEP, keysOf, ofValues, valuesOf } from '../form/helm-release.js';
import { isStateful } from '../form/stateful.js';
import { isKept, isOff, isText } from './values.js';

/** The name of a chart's objects in the templates of `helm create`; `undefined` if not known. */
const fullName = ({ fullnameOverride, nameOverride }: JsonObject, place: Place): string | undefined => {
  if (isText(fullnameOverride)) return fullnameOverride.slice(0, 63);
  const keys = keysOf(place);
  const { name: release, chart } = place.release;
  const name = isText(nameOverride) ? nameOverride : keys.length > 1 ? keys.at(-2) : chart;
  if (!isText(name) || keys.at(-2) === 'global') return undefined;
  return (release.includes(name) ? release : `${release}-${name}`).slice(0, 63);
};

/** Whether a dependency is missing on one side. */
const comesOrGoes = (place: Place): boolean => {
  const [was, is] = place.holder;
  const [key, ...rest] = keysOf(place);
  const isNew = rest.length > 0 && !isObject(valuesOf(place)[0][String(key)]) && is['enabled'] === true;
  return was['enabled'] === false || is['enabled'] === false || isNew;
};

/** Whether the name belongs to a container rather than an object. */
const isOfContainer = ({ path }: Place): boolean => path.includes('containers') || path.includes('initContainers');

const staysSame = (place: Place): boolean => {
  if (place.path.at(-1) !== 'fullnameOverride') return false;
  const [old, now] = place.holder.map((one) => fullName(one, place));
  return old !== undefined && old === now;
};

/** Charts whose CRDs are in Helm's `crds` folder, from which Helm never deletes. */
const CRD_FOLDERS: ReadonlySet<string | undefined> = new Set(['kube-prometheus-stack', 'prometheus-operator-crds']);

/** `installCRDs`, `crds.enabled` and the like; charts don't agree on upper case. */
const CRD_SWITCH =
  /(?:^|\.)(?:(?:install|create)CRDs?|(?:crds?|customResourceDefinitions)\.(?:enabled?|install|create|deploy))$/i;
/** `crds.enabled` took the place of `installCRDs`. */
const hasSwitchOn = ({ crds, installCRDs }: JsonObject): boolean =>
  [installCRDs, ...['enabled', 'install', 'create'].map((key) => fieldsOf(crds)[key])].includes(true);

/**
 * Objects that a chart creates under other names, or no longer creates. test/live/release-changes.test.ts proves these
 * rows and the rows about claims and Services with Helm.
 */
export const objects: readonly EffectRow[] = [
  {
    ...ofValues('fullnameOverride', 'nameOverride', 'namespaceOverride'),
    when: (was, is, place) => {
      const [old, now] = [was, is].map((one) => (isText(one) ? one : ''));
      return old !== now && !comesOrGoes(place) && !isOfContainer(place) && !staysSame(place);
    },
    destroys: 'the objects under their old names',
    effect:
      'Helm deletes the objects under their old names and makes new ones: a StatefulSet starts with new, empty claims, claims of the chart go with their data, and Services have other DNS names',
    instead: 'to keep them, leave the names as they are',
  },
  {
    ...ofValues('*'),
    when: (was, is, place) => {
      if (!CRD_SWITCH.test(keysOf(place).join('.'))) return false;
      const [old, now] = valuesOf(place);
      const [around] = place.holder;
      // Helm reads the annotations of the CRDs in the cluster.
      const keeps = [around, fieldsOf(old['crds']), fieldsOf(around['crds'])].some(
        (one) => one['keep'] === true || isKept(one),
      );
      return was === true && isOff(is) && !keeps && !hasSwitchOn(now) && !CRD_FOLDERS.has(place.release.chart);
    },
    destroys: 'the CRDs of the chart with all their objects in the cluster',
    effect: `Helm deletes CRDs that were among the chart's templates and no longer are, unless they have the annotation ${KEEP}: keep`,
    instead:
      'to keep them, first let the chart set that annotation (crds.keep: true, where it has that) in a change of its own',
  },
  {
    ...ofValues('*.enabled', '*.install'),
    when: (was, is, place) => {
      const [name, ...rest] = keysOf(place);
      // A configured dependency counts as enabled.
      const wasOn = was === true || (was === undefined && is === false && Object.keys(place.holder[0]).length > 0);
      return rest.length === 1 && isStateful(name) && wasOn && isOff(is);
    },
    destroys: 'a dependency of the chart with its data',
    effect:
      'Helm deletes all objects of the dependency and the claims among them; claims of a StatefulSet stay, and nothing uses them',
    instead: 'to keep the data, back them up, or move them first',
  },
  // https://github.com/bitnami/charts/tree/main/bitnami/postgresql, and so its charts of other databases
  {
    ...ofValues('architecture'),
    when: (was, is, place) => {
      const keys = keysOf(place);
      const isDatabase = keys.length < 3 && isStateful(keys.length === 2 ? keys[0] : place.release.chart);
      return isDatabase && (was === 'replication' || was === 'replicaset') && is === 'standalone';
    },
    destroys: 'the replicas of a database, or its data',
    effect:
      'Helm deletes the workloads of the replicas; where the standalone one has another name, it starts with a new, empty claim',
    instead: 'to keep the data, back them up first, or leave the architecture as it is',
  },
];
