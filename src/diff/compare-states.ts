import { openApplySettings } from '../applied/apply-settings.js';
import type { OwnedObject } from '../applied/cluster-state.js';
import { keyOf, type ObjectId, titleOf } from '../applied/object-id.js';
import { ownerNames } from '../applied/owner-name.js';
import { tryFindOwnerObject } from '../applied/owner-object.js';
import type { NotSeen } from '../applied/view/flux-view.js';
import type { OwnerChanges } from '../changes/model/owner-changes.js';
import { compareOwners } from '../changes/owners/compare-owners.js';
import { describeChanges } from '../changes/print/print-changes.js';
import { findRefusedUpdates } from '../changes/updates/refused-update.js';
import { type ContractChange, compareContracts } from '../contract/index.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { compareText } from '../json/compare-text.js';
import { isObject } from '../json/is-object.js';
import { valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { openPackageSchemas } from '../schema/package-schemas.js';
import { type AsStored, openStored } from '../schema/update/as-stored.js';
import { type AppliedPair, appliedPairs } from './applied-pairs.js';
import type { AppliedObject, AppliedState } from './applied-state.js';
import { type FindUpdates, refusedUpdates } from './applied-updates.js';
import { changedTexts } from './changed-texts.js';
import { compareFields, type FieldChange } from './compare-fields.js';
import type { Effect } from './effect.js';
import { effectsOf } from './effects.js';
import { chartOf } from './helm/release-chart.js';
import { isNoise } from './noise.js';
import type { Redactor } from './redact.js';
import { storedChanges } from './stored-changes.js';

/** What Flux does with an object, as the plan marks it: replaced, deleted, moved, left behind, changed, created. */
export type Mark = '±' | '-' | '→' | '○' | '~' | '+';

/** One object that differs. */
export interface ObjectDiff {
  readonly mark: Mark;
  readonly id: ObjectId;
  /** Where the object gets another name: the one before. */
  readonly previousName?: string;
  /** The keys of the Kustomizations that have it. */
  readonly owners: readonly string[];
  /** As the plan has it, without the mark. */
  readonly title: string;
  /** More goes with it than the object: data, or what others have in it. */
  readonly isLoss: boolean;
  readonly fields: readonly FieldChange[];
  /** How many checksums and version labels differ, too. */
  readonly noise: number;
  readonly effects: readonly Effect[];
}

/** How two states of a cluster differ, or two clusters. */
export interface ClusterDiff {
  readonly cluster: string;
  /** In the order of the plan. */
  readonly objects: readonly ObjectDiff[];
  /** Titles of objects that differ only in checksums and version labels. */
  readonly noise: readonly string[];
  /** What Terraform and addons must supply, if it differs. */
  readonly contract: readonly ContractChange[];
  /** What isn't known of either side. */
  readonly notSeen: readonly NotSeen[];
  /** The cluster isn't there before, so that a line for each object would say the same. */
  readonly isNew: boolean;
}

export interface CompareStatesOptions {
  /** What the API server refuses of the change, by all that is known of the kinds. */
  readonly findUpdates?: FindUpdates | undefined;
  /** Two clusters beside each other: nothing happens to the objects. @default false */
  readonly isBeside?: boolean;
  readonly redactor: Redactor;
  /** @default - with the defaults of the kinds that the package has */
  readonly asStored?: AsStored | undefined;
}

/** Compares what Flux applies in two states, object by object and field by field. */
export const compareStates = (
  before: AppliedState,
  after: AppliedState,
  {
    findUpdates = findRefusedUpdates,
    isBeside = false,
    redactor,
    asStored = openStored(openPackageSchemas().find),
  }: CompareStatesOptions,
): ClusterDiff => {
  const pairs = appliedPairs(before, after);
  const updates = refusedUpdates(before, after, pairs, findUpdates);
  const found = handedOver(compareOwners(before.state, after.state, updates), after);
  const changes = isBeside ? besideEachOther(found) : found;
  const settingsOf = openApplySettings(after.state);
  const compare = (object: OwnedObject, pair: AppliedPair): Compared => {
    const [from, to] = [pair.from, pair.to].map((one) => redactor.shown(comparedOf(one)) as JsonObject) as [
      JsonObject,
      JsonObject,
    ];
    const written = compareFields(from, to);
    const found = storedChanges(written, from, to, asStored);
    const all = isBeside ? found.filter((field) => !isOwnPath(field, before, after)) : found;
    const fields = all.filter((field) => !isNoise(field));
    const effects = isBeside
      ? []
      : effectsOf(
          {
            id: object.id,
            from: pair.from.json,
            to: pair.to.json,
            fields: all,
            hasUnknownValues: [pair.from, pair.to].some(({ unknownLayers }) => unknownLayers !== undefined),
          },
          { after: after.state, settings: settingsOf(object.holdings[0]), refused: updates.get(object.key), asStored },
        );
    return { fields, noise: all.length - fields.length, effects: [...failures(pair.to), ...effects] };
  };
  const textsOf = (key: string, fields: readonly FieldChange[]): readonly FieldChange[] =>
    isBeside ? [] : changedTexts(before.source(key)?.built, after.source(key)?.built, { fields, redactor });
  const objects: ObjectDiff[] = [];
  const noise: string[] = [];
  const add = (
    object: OwnedObject,
    mark: Mark,
    title: string,
    {
      pair,
      isLoss = false,
      was,
    }: { pair: AppliedPair | undefined; isLoss?: boolean | undefined; was?: OwnedObject | undefined },
  ): void => {
    const applied = pair === undefined ? NOTHING : compare(object, pair);
    const compared = { ...applied, fields: [...applied.fields, ...textsOf(object.key, applied.fields)] };
    const saysMore = mark !== '~' || compared.fields.length > 0 || compared.effects.some(({ kind }) => kind !== 'none');
    const named = was === undefined || was.id.name === object.id.name ? {} : { previousName: was.id.name };
    if (saysMore) objects.push({ mark, title, isLoss, id: object.id, ...named, owners: ownersOf(object), ...compared });
    else if (compared.noise > 0) noise.push(titleOf(object.id));
  };
  const described = new Set<string>();
  for (const { object, before: was, line, isLoss } of describeChanges(
    changes,
    isBeside ? undefined : before.state,
    after.contract,
  )) {
    described.add(object.key);
    const pair = pairs.get(object.key) ?? (was === undefined ? undefined : pairOf(before, after, was, object));
    const mark = line[0] as Mark;
    const chart = mark === '+' ? chartText(object, after) : '';
    add(object, mark, `${line.slice(2)}${chart}`, { pair, isLoss, was });
  }
  // What only its vars or values change.
  for (const [key, object] of after.state.objects) {
    const pair = pairs.get(key);
    if (described.has(key) || (pair === undefined && textsOf(key, []).length === 0)) continue;
    add(object, '~', `${titleOf(object.id)} (${ownerNames(ownersOf(object), changes.root)})`, { pair });
  }
  return {
    cluster: after.cluster,
    objects: sortObjects(objects),
    noise: noise.sort(),
    contract: after.isAbsent ? [] : compareContracts(before.contract, after.contract),
    notSeen: isBeside ? [] : notSeenOf(before, after, (key) => pairs.has(key)),
    isNew: before.isAbsent,
  };
};

/** What the old owners of the newer state let go of, in a step of its own before this one. */
const handedOver = (changes: OwnerChanges, { letGo }: AppliedState): OwnerChanges =>
  letGo === undefined
    ? changes
    : { ...changes, moved: changes.moved.map((one) => (letGo.has(one.before.key) ? { ...one, holding: [] } : one)) };

/** What a new release installs: `: chart podinfo 6.9.1`. */
const chartText = ({ key, id, holdings }: OwnedObject, { state, applied }: AppliedState): string => {
  if (id.kind !== 'HelmRelease' || id.group !== 'helm.toolkit.fluxcd.io') return '';
  const chart = chartOf(applied(key)?.json ?? holdings[0].json, id.namespace, state);
  return typeof chart === 'string' ? '' : `: chart ${chart.name} ${chart.digest ?? chart.version ?? '(the newest)'}`;
};

type Compared = Pick<ObjectDiff, 'fields' | 'noise' | 'effects'>;

const NOTHING: Compared = { fields: [], noise: 0, effects: [] };

const ownersOf = ({ holdings }: OwnedObject): readonly string[] => holdings.map(({ owner }) => owner);

const pairOf = (
  before: AppliedState,
  after: AppliedState,
  was: OwnedObject,
  object: OwnedObject,
): AppliedPair | undefined => {
  const [from, to] = [before.applied(was.key), after.applied(object.key)];
  return from === undefined || to === undefined ? undefined : { from, to };
};

/** What is compared of an object: of a release, the values that Helm gets stand for those in the file. */
const comparedOf = ({ json, values }: AppliedObject): JsonObject => {
  if (values === undefined) return json;
  const { values: _, ...spec } = json['spec'] as { readonly values?: unknown };
  return { ...json, spec, values };
};

const failures = ({ error }: AppliedObject): readonly Effect[] =>
  error === undefined ? [] : [{ text: `Flux does not apply it: ${error}`, kind: 'refused' }];

/** Nothing is deleted or replaced where two clusters are compared. */
const besideEachOther = (changes: OwnerChanges): OwnerChanges => ({
  ...changes,
  changed: [...changes.changed, ...changes.replaced.map(({ after }) => after)],
  replaced: [],
  deleted: [...changes.deleted, ...changes.leftBehind],
  leftBehind: [],
});

/** The folder of the cluster's own, in which each is of its name. */
const isOwnPath = ({ path, from, to }: FieldChange, before: AppliedState, after: AppliedState): boolean =>
  path === 'spec.path' &&
  typeof from === 'string' &&
  typeof to === 'string' &&
  from
    .split('/')
    .map((part) => (part === before.cluster ? after.cluster : part))
    .join('/') === to;

const ORDER: readonly Mark[] = ['+', '~', '→', '±', '-', '○'];

/** In the order of the plan. */
export const sortObjects = (objects: readonly ObjectDiff[]): readonly ObjectDiff[] => objects.toSorted(byPlan);

const byPlan = (a: ObjectDiff, b: ObjectDiff): number =>
  ORDER.indexOf(a.mark) - ORDER.indexOf(b.mark) || compareText(a.title, b.title);

/**
 * What isn't known of either side and may differ: what is said of both alike is the same on both, unless it lies
 * behind a source that changes.
 */
const notSeenOf = (
  before: AppliedState,
  after: AppliedState,
  changes: (key: string) => boolean,
): readonly NotSeen[] => {
  const said = new Set(before.notSeen.map(textOf));
  const isInBoth = (one: NotSeen): boolean =>
    said.has(textOf(one)) && after.notSeen.some((other) => textOf(other) === textOf(one));
  const all = new Map([...before.notSeen, ...after.notSeen].map((one) => [textOf(one), one]));
  return [...all.values()].filter(
    (one) =>
      FAILS.has(one.cause) || !isInBoth(one) || (one.cause === 'elsewhere' && changes(sourceKeyOf(one.owner, after))),
  );
};

const textOf = ({ owner, what, reason }: NotSeen): string => JSON.stringify([owner, what, reason]);

/** Where a folder doesn't build, what Flux has of it isn't known at all. */
const FAILS: ReadonlySet<NotSeen['cause']> = new Set(['unbuilt', 'no-kubectl']);

/** The key of the source that an owner reads; empty for the root. */
const sourceKeyOf = (owner: string, { state }: AppliedState): string => {
  const ref = valueAt(tryFindOwnerObject(state, owner)?.holdings[0].json, ['spec', 'sourceRef']);
  if (!isObject(ref)) return '';
  return keyOf({
    group: 'source.toolkit.fluxcd.io',
    kind: String(ref['kind']),
    namespace: String(ref['namespace'] ?? parseOwnerKey(owner).namespace),
    name: String(ref['name']),
  });
};
