import { type ClusterState, makeState, ROOT } from '../../applied/cluster-state.js';
import { keyOf, type ObjectId, titleOf, tryReadId } from '../../applied/object-id.js';
import { consequenceOf } from '../../changes/losses/find-loss.js';
import { findRefusedUpdates } from '../../changes/updates/refused-update.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { openPackageSchemas } from '../../schema/package-schemas.js';
import { type AsStored, openStored } from '../../schema/update/as-stored.js';
import { compareFields } from '../compare-fields.js';
import type { ObjectDiff } from '../compare-states.js';
import type { Effect } from '../effect.js';
import { effectsOf } from '../effects.js';
import { isNoise } from '../noise.js';
import type { Redactor } from '../redact.js';
import { storedChanges } from '../stored-changes.js';
import type { CrdsPolicy, RenderedRelease } from './render-release.js';

/** What helm renders of two versions of a release. */
export interface Rendered {
  readonly old: RenderedRelease;
  readonly now: RenderedRelease;
  /** Of the same values as `now`. */
  readonly again: RenderedRelease;
}

export interface CompareRenderedOptions {
  /** `HelmRelease/web in web`, for the lines of objects; left out where all of them are of one release. */
  readonly release?: string;
  /** Helm replaces what it can't update. */
  readonly isForced: boolean;
  /** The policy of the new side, with which both were rendered. */
  readonly crds: CrdsPolicy;
  readonly redactor: Redactor;
  readonly scopeOf: ScopeOf;
  /** What makes the API server refuse an object of the new version. */
  readonly refusalsOf: (json: JsonObject) => readonly Effect[];
  /** @default - with the defaults of the kinds that the package has */
  readonly asStored?: AsStored | undefined;
}

/** How the objects of a release differ. */
export interface RenderedDiff {
  readonly objects: readonly ObjectDiff[];
  /** Titles of objects that differ only in checksums and version labels. */
  readonly noise: readonly string[];
}

/** How a release's objects differ. Values of Secrets are marks in it, and what a chart makes up is left out. */
export const compareRendered = (
  rendered: Rendered,
  {
    release,
    isForced,
    crds,
    redactor,
    scopeOf,
    refusalsOf,
    asStored = openStored(openPackageSchemas().find),
  }: CompareRenderedOptions,
): RenderedDiff => {
  // Of a Secret, what is compared is not what is applied.
  const raw = new Map<JsonObject, JsonObject>();
  const redacted = (json: JsonObject): JsonObject => {
    const shown = redactor.object(json);
    raw.set(shown, json);
    return shown;
  };
  const refusedFor = (json: JsonObject) => refusalsOf(raw.get(json) ?? json);
  const stateOf = ({ objects, crds: ofFolder }: RenderedRelease): ClusterState =>
    makeState(
      [...objects, ...ofFolder].map((json) => ({ json: redacted(json), owner: ROOT, path: '' })),
      () => true,
      { scopeOf },
    );
  const [before, after, again] = [rendered.old, rendered.now, rendered.again].map(stateOf);
  const updates = findRefusedUpdates(before!, after!);
  const [keptCrds, nextCrds] = [rendered.old, rendered.now].map(crdKeys);
  const owners = release === undefined ? [] : [release];
  const whose = release === undefined ? '' : ` (${release})`;
  const diffOf = (
    mark: ObjectDiff['mark'],
    id: ObjectId,
    more: Partial<ObjectDiff> & { readonly tail?: string } = {},
  ): ObjectDiff => {
    const { tail = '', ...rest } = more;
    return {
      mark,
      id,
      owners,
      title: `${titleOf(id)}${whose}${tail}`,
      isLoss: false,
      fields: [],
      noise: 0,
      effects: [],
      ...rest,
    };
  };
  const found: ObjectDiff[] = [];
  const folded: string[] = [];
  for (const {
    key,
    id,
    holdings: [{ json: from }],
  } of before!.objects.values()) {
    const next = after!.objects.get(key);
    const isOfFolder = keptCrds!.has(key);
    // One that moves to the folder leaves the release, and comes back only with the next upgrade.
    const isMoved = !isOfFolder && nextCrds!.has(key) && annotationOf(from, KEEP) !== 'keep';
    if (next !== undefined && !isMoved) {
      // Without replacing, those that are there stay as they are.
      if (nextCrds!.has(key) && crds !== 'CreateReplace') continue;
      const [{ json: to }] = next.holdings;
      const made = new Set(compareFields(to, again!.objects.get(key)?.holdings[0].json).map(({ path }) => path));
      const [shownFrom, shownTo] = [redactor.shown(from), redactor.shown(to)];
      const written = compareFields(shownFrom, shownTo);
      const all = storedChanges(written, shownFrom, shownTo, asStored);
      const lasting = all.filter((field) => !made.has(field.path));
      const fields = lasting.filter((field) => !isNoise(field));
      const hook = hookOf(to);
      // Helm makes a hook again each time, and deletes the old one before that or after its run.
      const refused = hook === undefined ? updates.get(key) : undefined;
      const effects = [
        ...refusedFor(to),
        ...(hook === undefined
          ? effectsOf(
              { id, from, to, fields: all },
              { after: after!, settings: undefined, refused: isForced ? undefined : refused, asStored },
            )
          : [runsAsHook(hook)]),
      ];
      const says = fields.length > 0 || effects.some(({ kind }) => kind !== 'none');
      const mark = isForced && refused !== undefined ? '±' : '~';
      if (says)
        found.push(diffOf(mark, id, { fields, effects, noise: all.length - fields.length, isLoss: mark === '±' }));
      else if (lasting.length > 0) folded.push(`${titleOf(id)}${whose}`);
      continue;
    }
    // A hook is not part of the release: Helm has run it, and deletes it or not.
    if (hookOf(from) !== undefined) continue;
    const kept = isOfFolder ? "Helm deletes no CRD of a chart's crds folder" : keptBy(from);
    const loss = kept !== undefined ? undefined : consequenceOf(before!.objects.get(key)!, before!);
    found.push(
      kept !== undefined
        ? diffOf('○', id, { tail: ` is left behind: ${kept}` })
        : diffOf('-', id, { isLoss: loss !== undefined, tail: loss === undefined ? '' : `: ${loss}` }),
    );
  }
  for (const {
    key,
    id,
    holdings: [{ json }],
  } of after!.objects.values()) {
    if (before!.objects.has(key)) continue;
    const hook = hookOf(json);
    found.push(
      diffOf('+', id, {
        effects: [...refusedFor(json), ...(hook === undefined ? [] : [runsAsHook(hook)])],
      }),
    );
  }
  return { objects: found, noise: folded };
};

/** Why Helm leaves an object in the cluster that the new version doesn't have. */
const keptBy = (json: JsonObject): string | undefined =>
  annotationOf(json, KEEP) === 'keep' ? `${KEEP} is keep` : undefined;

const KEEP = 'helm.sh/resource-policy';

/** Keys of the CRDs of `crds` folders that no template makes, too. */
const crdKeys = ({ objects, crds }: RenderedRelease): ReadonlySet<string> => {
  const keysOf = (all: readonly JsonObject[]): readonly string[] =>
    all.flatMap((json) => {
      const id = tryReadId(json);
      return id === undefined ? [] : [keyOf(id)];
    });
  const made = new Set(keysOf(objects));
  return new Set(keysOf(crds).filter((key) => !made.has(key)));
};

const runsAsHook = (hook: string) => ({ text: `Helm runs it as a hook: ${hook}`, kind: 'none' }) as const;

const hookOf = (json: JsonObject): string | undefined => annotationOf(json, 'helm.sh/hook');

const annotationOf = (json: JsonObject, name: string): string | undefined => {
  const value = valueAt(json, ['metadata', 'annotations', name]);
  return typeof value === 'string' ? value : undefined;
};
