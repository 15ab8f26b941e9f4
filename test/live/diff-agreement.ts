import type { KubectlPair } from './kubectl-diff.js';
import { changedFields, happenedBetween, keyOfObject, type Observed } from './observe-change.js';

interface DiffField {
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly isSecret?: boolean;
  readonly isOrder?: boolean;
}

/** One object in the JSON of diff. */
export interface DiffObject {
  /** As {@link keyOfObject} has it. */
  readonly key: string;
  readonly change: 'create' | 'change' | 'newOwner' | 'replace' | 'delete' | 'leftBehind';
  readonly title: string;
  /** The name before, where the object gets another one. */
  readonly was: string | undefined;
  readonly fields: readonly DiffField[];
  readonly restarts: boolean;
  /** The keys of HelmReleases that Helm upgrades because of it, or may. */
  readonly upgrades: readonly { readonly key: string; readonly isSure: boolean }[];
  readonly isRefused: boolean;
}

interface JsonDiff {
  readonly clusters: readonly {
    readonly cluster: string;
    readonly objects: readonly {
      readonly change: DiffObject['change'];
      readonly group: string;
      readonly kind: string;
      readonly namespace?: string;
      readonly name: string;
      readonly previousName?: string;
      readonly title: string;
      readonly fields: readonly DiffField[];
      readonly effects: readonly { readonly text: string; readonly kind: string; readonly isUnsure?: boolean }[];
    }[];
  }[];
}

/** What a program reads of one cluster in the JSON of diff. */
export const readDiff = (json: object, cluster: string): readonly DiffObject[] =>
  ((json as JsonDiff).clusters.find((one) => one.cluster === cluster)?.objects ?? []).map((one) => {
    const { change, group, kind, namespace = '', name, previousName, title, fields, effects } = one;
    const key = [group, kind, namespace, name].join('/');
    return {
      key,
      change,
      title,
      was: previousName === undefined ? undefined : [group, kind, namespace, previousName].join('/'),
      fields,
      restarts: effects.some((effect) => effect.kind === 'restart'),
      upgrades: effects.flatMap((effect) => {
        const isSure = effect.isUnsure !== true;
        if (effect.text.startsWith('Helm upgrades the release')) return [{ key, isSure }];
        return [...effect.text.matchAll(/HelmRelease\/(\S+) in ([^\s,]+)/g)].map(([, release, where]) => ({
          key: `helm.toolkit.fluxcd.io/HelmRelease/${where}/${release}`,
          isSure,
        }));
      }),
      isRefused: effects.some((effect) => effect.kind === 'refused'),
    };
  });

/** In what diff, kubectl and the cluster disagree, a line each. */
export const agreement = (
  said: readonly DiffObject[],
  before: Observed,
  after: Observed,
  asked: readonly KubectlPair[],
): readonly string[] => {
  const happened = happenedBetween(before, after);
  const inKubectl = kubectlFields(asked);
  const keys = (change: DiffObject['change']) => said.filter((one) => one.change === change).map(({ key }) => key);
  const renamed = said.filter(({ was }) => was !== undefined);
  const untouched = new Set(said.filter(({ isRefused, was }) => isRefused || was !== undefined).map(({ key }) => key));
  const fieldsSaid = new Map(
    said
      .filter(({ key, fields, change }) => !untouched.has(key) && fields.length > 0 && change !== 'replace')
      .map(({ key, fields }) => [key, fields]),
  );
  const left = keys('leftBehind').filter(
    (key) => after.applied.get(key)?.metadata.uid !== before.applied.get(key)?.metadata.uid,
  );
  return [
    ...sets('created', [...keys('create'), ...renamed.map(({ key }) => key)], happened.created),
    ...sets('deleted', [...keys('delete'), ...renamed.map(({ was }) => was ?? '')], happened.deleted),
    ...sets('replaced', keys('replace'), happened.replaced),
    ...sets('moved', keys('newOwner'), happened.moved),
    ...sets('left behind, and gone', [], left),
    ...sets(
      'restarted',
      said
        .filter(({ restarts, isRefused, change }) => restarts && !isRefused && change !== 'replace')
        .map(({ key }) => key),
      happened.restarted,
    ),
    ...sets(
      'upgraded',
      said.flatMap(({ upgrades }) =>
        upgrades.flatMap(({ key, isSure }) => (isSure || happened.upgraded.includes(key) ? [key] : [])),
      ),
      happened.upgraded,
    ),
    ...fields('the cluster', fieldsSaid, happened.changed),
    ...fields('kubectl', withoutComposed(fieldsSaid, inKubectl), inKubectl),
  ];
};

type FieldsByObject = ReadonlyMap<string, readonly DiffField[]>;

/** Of a release, kubectl sees the values that stand in it, and not those of a ConfigMap. */
const kubectlFields = (pairs: readonly KubectlPair[]): ReadonlyMap<string, readonly DiffField[]> =>
  new Map(
    pairs.flatMap(({ live, merged }) => {
      if (live === undefined) return [];
      const found = changedFields(live, merged).map((field) =>
        merged.kind === 'HelmRelease' ? { ...field, path: field.path.replace(/^spec\.values\b/, 'values') } : field,
      );
      return found.length === 0 ? [] : [[keyOfObject(merged), found] as const];
    }),
  );

const withoutComposed = (said: FieldsByObject, found: FieldsByObject): FieldsByObject =>
  new Map(
    [...said].map(([key, ours]) => [
      key,
      ours.filter(
        ({ path }) => !path.startsWith('values.') || found.get(key)?.some((theirs) => theirs.path === path) === true,
      ),
    ]),
  );

const sets = (what: string, said: readonly string[], happened: readonly string[]): string[] => {
  const [a, b] = [new Set(said), new Set(happened)];
  return [
    ...[...a].filter((one) => !b.has(one)).map((one) => `diff says ${what}, and it is not: ${one}`),
    ...[...b].filter((one) => !a.has(one)).map((one) => `it is ${what}, and diff doesn't say so: ${one}`),
  ];
};

const fields = (
  who: string,
  said: ReadonlyMap<string, readonly DiffField[]>,
  found: ReadonlyMap<string, readonly DiffField[]>,
): string[] =>
  [...new Set([...said.keys(), ...found.keys()])].flatMap((key) => {
    const [ours, theirs] = [said.get(key) ?? [], found.get(key) ?? []];
    const matches = (a: DiffField, b: DiffField) =>
      a.path === b.path && (a.isSecret === true || (holds(b.from, a.from) && holds(b.to, a.to)));
    return [
      ...ours
        .filter((one) => !theirs.some((other) => matches(one, other)))
        .map((one) => `${who} doesn't have of ${key}: ${show(one)}`),
      ...theirs
        .filter((other) => !ours.some((one) => matches(one, other)))
        .map((other) => `only ${who} has of ${key}: ${show(other)}`),
    ];
  });

const show = ({ path, from, to }: DiffField): string => `${path} ${JSON.stringify(from)} → ${JSON.stringify(to)}`;

/** Whether the API server's value has all that was given; it fills in defaults. */
const holds = (actual: unknown, given: unknown): boolean => {
  if (Array.isArray(given) && Array.isArray(actual))
    return given.length === actual.length && given.every((item, index) => holds(actual[index], item));
  if (typeof given === 'object' && given !== null && typeof actual === 'object' && actual !== null)
    return Object.entries(given).every(([name, value]) => holds((actual as Record<string, unknown>)[name], value));
  return actual === given;
};
