import { identityOf } from '../../changes/releases/release-of.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { eachMember } from '../../json/each-member.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, printPath } from '../../json/json-path.js';
import { makesCopied } from '../../knowledge/copied-data.js';
import { dataWrittenFor } from '../../knowledge/written-data.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { specOf } from '../../rules/context/state-index.js';
import { misnamed } from '../../rules/flux/reference.js';
import { keyFieldsOf } from '../../rules/references/key-fields.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { KnownData } from '../known-data.js';
import { objectsOfClusters } from '../terraform/seen-cluster.js';
import { textsIn } from '../terraform/texts-in.js';
import type { AllWrittenData } from '../terraform/written-data.js';
import { isNamedBeside } from './named-beside.js';
import { nearness } from './near-names.js';

/** A ConfigMap or Secret that the tree or Terraform makes. */
export interface MadeSecret {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  /** The object of the tree that is it, or asks for it. */
  readonly object?: StateObject;
  /** Where Terraform writes it. */
  readonly place?: string;
}

interface NamedInValues {
  readonly release: StateObject;
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  readonly path: string;
}

/**
 * Secrets and ConfigMaps that the values of a release name and that nothing makes, next to one of almost that name that
 * nothing names at all.
 */
export const namesInValues = (
  state: RuleState,
  { isMade, keysOf }: Pick<KnownData, 'isMade' | 'keysOf'>,
  free: () => readonly MadeSecret[],
  written: AllWrittenData,
): readonly Diagnostic[] => {
  const objects = objectsOfClusters([{ state }]);
  const releases = objects.filter(({ kind, group }) => kind === 'HelmRelease' && group === 'helm.toolkit.fluxcd.io');
  const lost = releases.flatMap(namedInValues).filter(({ kind, namespace, name }) => !isMade(kind, namespace, name));
  if (lost.length === 0) return [];
  const told = new Set<string>();
  let all: readonly MadeSecret[] | undefined;
  const madeAnywhere = () => {
    all ??= [...madeIn(objects), ...madeByTerraform(written)];
    return all;
  };
  const isOnlyLost = (kind: string, namespace: string): boolean =>
    new Set(lost.flatMap((one) => (one.kind === kind && one.namespace === namespace ? [one.name] : []))).size === 1;
  const fits = (one: MadeSecret, path: string, keys: readonly string[]): boolean => {
    const known = keysOf(one.kind, one.namespace, one.name);
    const isOfPlace = one.name.split(/[^a-z0-9]+/).every((word) => path.toLowerCase().includes(word));
    return (keys.length > 1 && known !== undefined && keys.every((key) => known.has(key))) || isOfPlace;
  };
  return lost.flatMap(({ release, kind, namespace, name, path }): readonly Diagnostic[] => {
    const key = `${release.title} ${kind}/${name}`;
    if (told.has(key)) return [];
    const keys = keyFieldsOf(release, new Set()).flatMap((one) =>
      one.kind === kind && one.name === name && !holdsExpression(one.key) ? [one.key] : [],
    );
    const own = free().filter((one) => one.kind === kind && one.namespace === namespace);
    const twins = own.filter((one) => nearness(one.name, name) === 'twin');
    const alike = own.filter((one) => nearness(one.name, name) !== undefined);
    // The only one, of which the values name the keys, or whose name has the words of the place.
    const others = own.length === 1 && isOnlyLost(kind, namespace) ? own.filter((one) => fits(one, path, keys)) : [];
    const [near, ...more] = twins.length > 0 ? twins : alike.length > 0 ? alike : others;
    // Charts name what they make after their release.
    const isOfChart =
      twins.length === 0 && releases.some((one) => name === one.name || name.startsWith(`${one.name}-`));
    if (near === undefined) {
      const other = elsewhereOf({ kind, namespace, name }, objects, madeAnywhere());
      if (other === undefined) return [];
      told.add(key);
      return [
        diagnose(misnamed, {
          message: `${release.title} names ${kind}/${name} in namespace "${namespace}", which nothing makes`,
          at: placeIn(release, path),
          severity: 'warning',
          notes: [`"${name}" is made in namespace "${other.namespace}", where nothing names it`],
          fix: `make it in namespace "${namespace}"`,
        }),
      ];
    }
    if (more.length > 0 || (isOfChart && isOther(near.name, releases))) return [];
    told.add(key);
    return [
      diagnose(misnamed, {
        message: `${release.title} names ${kind}/${name} in namespace "${namespace}", which nothing makes`,
        at: placeIn(release, path),
        severity: twins.length > 0 || !isOfChart ? 'warning' : 'notice',
        notes: [
          `${near.place === undefined ? `"${near.name}" is made` : `Terraform makes "${near.name}" (${near.place})`}, and nothing names it`,
        ],
        fix: `correct the name; did you mean "${near.name}"?`,
      }),
    ];
  });
};

/** The only one of its name, in a namespace that has no use for it. */
const elsewhereOf = (
  { kind, namespace, name }: Pick<MadeSecret, 'kind' | 'namespace' | 'name'>,
  objects: readonly StateObject[],
  all: readonly MadeSecret[],
): MadeSecret | undefined => {
  const [other, ...more] = all.filter((one) => one.kind === kind && one.name === name);
  // Of Terraform's, it is another rule's.
  if (other?.object === undefined || more.length > 0 || other.namespace === namespace) return undefined;
  const isNamed = isNamedBeside(other, objects, (one) => one === other.object);
  return isNamed || makesCopied(other.object.json) ? undefined : other;
};

/** The ConfigMaps and Secrets that nothing names, wherever. */
export const freeData = (state: RuleState, written: AllWrittenData): readonly MadeSecret[] => {
  const objects = objectsOfClusters([{ state }]);
  const words = wordsOf(objects);
  return [...madeIn(objects), ...madeByTerraform(written)].filter(({ name, object }) =>
    [...(words.get(name) ?? [])].every((one) => one === object),
  );
};

/** Whether a name has nothing of those of the releases. */
const isOther = (name: string, releases: readonly StateObject[]): boolean =>
  releases.every((one) => !name.startsWith(one.name));

const madeIn = (objects: readonly StateObject[]): readonly MadeSecret[] =>
  objects.flatMap((object): readonly MadeSecret[] => {
    const { group, kind, namespace = '', name, json } = object;
    if (group === '' && (kind === 'ConfigMap' || kind === 'Secret')) return [{ kind, namespace, name, object }];
    return dataWrittenFor(`${group}/${kind}`, specOf(object), json).map((one) => ({
      kind: one.kind ?? 'Secret',
      namespace: one.namespace ?? namespace,
      name: one.name ?? name,
      object,
    }));
  });

const madeByTerraform = ({ all }: AllWrittenData): readonly MadeSecret[] =>
  [...all.values()].map(({ kind, namespace, name, place }) => ({ kind, namespace, name, place }));

/** By word, the objects that have it anywhere but in their own names. */
const wordsOf = (objects: readonly StateObject[]): ReadonlyMap<string, ReadonlySet<StateObject>> => {
  const found = new Map<string, Set<StateObject>>();
  for (const object of objects) {
    const { metadata: _, ...rest } = object.json;
    const { annotations } = isObject(object.json['metadata']) ? object.json['metadata'] : {};
    for (const text of textsIn([rest, annotations])) {
      for (const word of text.match(/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/g) ?? []) {
        const there = found.get(word);
        if (there === undefined) found.set(word, new Set([object]));
        else there.add(object);
      }
    }
  }
  return found;
};

const REFERENCE = /(?:^|[a-z])(secret|configmap)(?:key)?(?:ref|selector)$/i;
const EXISTING = /^existing(?:Secret|ConfigMap)(?:Name)?$/;
/** The Secret of a certificate is made by what issues it. */
const OF_TLS = /tls|cert|ingress/i;

/** The Secrets and ConfigMaps that values name for certain. */
export const namedInValues = (release: StateObject): readonly NamedInValues[] => {
  const { namespace: own = '', name: title, json } = release;
  const { kubeConfig, values } = specOf(release);
  if (kubeConfig !== undefined) return [];
  const { namespace } = identityOf(title, own, json);
  const found: NamedInValues[] = [];
  const add = (kind: NamedInValues['kind'], name: unknown, path: JsonPath): void => {
    if (typeof name !== 'string' || name === '' || holdsExpression(`${name} ${namespace}`) || name.includes('{{'))
      return;
    found.push({ release, kind, namespace, name, path: printPath(path) });
  };
  for (const { key: field, value, path } of eachMember(values, ['spec', 'values'])) {
    const [, what] = REFERENCE.exec(String(field)) ?? [];
    if (what !== undefined && isObject(value)) {
      const isOther = value['optional'] === true || (value['namespace'] ?? namespace) !== namespace;
      if (!isOther) add(what.toLowerCase() === 'secret' ? 'Secret' : 'ConfigMap', value['name'], [...path, 'name']);
    } else if (EXISTING.test(String(field)) && !OF_TLS.test(printPath(path)))
      add(/Secret/.test(String(field)) ? 'Secret' : 'ConfigMap', value, path);
  }
  return found;
};
