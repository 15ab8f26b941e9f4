import { type ClusterState, makeState, type OwnedObject, ROOT } from '../../base/cluster-state.js';
import { type ObjectId, titleOf } from '../../base/object-id.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { consequenceOf } from '../../handover/losses/find-loss.js';
import { isHelmRelease, releaseOf } from '../../handover/replacement/release-of.js';
import { findRefusedUpdates } from '../../handover/updates/refused-update.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { AppliedState } from '../applied-state.js';
import { compareFields } from '../compare-fields.js';
import type { ObjectDiff } from '../compare-states.js';
import { helmNotUsable, releaseNotRendered } from '../diagnostics.js';
import { effectsOf } from '../effects.js';
import { isNoise } from '../noise.js';
import type { Redactor } from '../redact.js';
import { type ChartStore, chartTitle } from './chart-store.js';
import { HelmError } from './helm-error.js';
import { chartOf } from './release-chart.js';
import { type HelmCapabilities, renderRelease } from './render-release.js';
import { checkHelm } from './run-helm.js';

export interface DiffReleasesOptions {
  /** The executable. */
  readonly helm: string;
  readonly charts: ChartStore;
  readonly redactor: Redactor;
  readonly kubernetes: string | undefined;
  /** APIs that others bring: `karpenter.sh/v1/NodePool`. */
  readonly apis: readonly string[];
  readonly scopeOf: ScopeOf;
}

export interface ReleasesDiff {
  readonly objects: readonly ObjectDiff[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The objects of releases that differ, as the real helm renders them. What can't be rendered is named. */
export const diffReleases = async (
  before: AppliedState,
  after: AppliedState,
  options: DiffReleasesOptions,
): Promise<ReleasesDiff> => {
  const pairs = changedReleases(before, after);
  const objects: ObjectDiff[] = [];
  const diagnostics: Diagnostic[] = [];
  if (pairs.length === 0) return { objects, diagnostics };
  try {
    await checkHelm(options.helm);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return { objects, diagnostics: [diagnose(helmNotUsable, { message: error.message, fix: error.fix })] };
  }
  for (const [from, to] of pairs) {
    const release = `HelmRelease/${to.id.name} in ${to.id.namespace}`;
    try {
      const [old, now, again] = await Promise.all([
        render(from, before, options),
        render(to, after, options),
        // What a template makes up, such as a password, is other each time.
        render(to, after, options),
      ]);
      objects.push(...compareRendered(release, { old, now, again }, to, options));
    } catch (error) {
      if (!(error instanceof HelmError)) throw error;
      const at = { cluster: after.cluster, object: `HelmRelease/${to.id.name}` };
      const message = `the objects of ${release} aren't compared: ${error.message}`;
      diagnostics.push(diagnose(releaseNotRendered, { message, at, fix: error.fix }));
    }
  }
  return { objects, diagnostics };
};

/** The releases on both sides of which the chart, the values or anything else differs. */
const changedReleases = (before: AppliedState, after: AppliedState): readonly (readonly [OwnedObject, OwnedObject])[] =>
  [...after.state.objects.values()].filter(isHelmRelease).flatMap((to) => {
    const from = before.state.objects.get(to.key);
    if (from === undefined) return [];
    const isSame =
      equalJson(before.applied(to.key), after.applied(to.key)) &&
      equalJson(chartOfOwned(from, before), chartOfOwned(to, after));
    return isSame ? [] : [[from, to] as const];
  });

const chartOfOwned = (release: OwnedObject, { state, applied }: AppliedState) =>
  chartOf(applied(release.key)?.json ?? release.holdings[0].json, release.id.namespace, state);

const render = async (
  release: OwnedObject,
  state: AppliedState,
  { helm, charts, kubernetes, apis, scopeOf }: DiffReleasesOptions,
): Promise<readonly JsonObject[]> => {
  const chart = chartOfOwned(release, state);
  if (typeof chart === 'string') throw new HelmError(chart, 'render it by hand: helm template …');
  const applied = state.applied(release.key);
  if (applied?.values === undefined) {
    throw new HelmError(`its values are not composed: ${applied?.error ?? 'they are not known'}`, 'fix valuesFrom');
  }
  const path = await charts.find(chart);
  const capabilities: HelmCapabilities = {
    kubernetes,
    apis: [...new Set([...apis, ...apisOfState(state.state)])].sort(),
    scopeOf,
  };
  try {
    return await renderRelease(
      helm,
      { chart: path, identity: releaseOf(release), json: applied.json, values: applied.values },
      capabilities,
    );
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    const layers = applied.unknownLayers ?? [];
    const unknown = layers.length === 0 ? '' : ` (without ${layers.join(', ')}, which only the cluster has)`;
    throw new HelmError(`${chartTitle(chart)}${unknown}: ${error.message}`, error.fix);
  }
};

/** What the CRDs of the tree serve. */
const apisOfState = ({ index }: ClusterState): readonly string[] =>
  index.ofKind('apiextensions.k8s.io', 'CustomResourceDefinition').flatMap(({ holdings: [{ json }] }) => {
    const { group, names, versions } = (json['spec'] ?? {}) as { group?: unknown; names?: unknown; versions?: unknown };
    const kind = isObject(names) ? names['kind'] : undefined;
    return (Array.isArray(versions) ? versions.filter(isObject) : [])
      .filter(({ served }) => served === true)
      .flatMap(({ name }) => [`${String(group)}/${String(name)}`, `${String(group)}/${String(name)}/${String(kind)}`]);
  });

interface Rendered {
  readonly old: readonly JsonObject[];
  readonly now: readonly JsonObject[];
  /** Of the same values as `now`. */
  readonly again: readonly JsonObject[];
}

const compareRendered = (
  release: string,
  rendered: Rendered,
  { holdings }: OwnedObject,
  { redactor, scopeOf }: DiffReleasesOptions,
): readonly ObjectDiff[] => {
  const stateOf = (objects: readonly JsonObject[]): ClusterState =>
    makeState(
      objects.map((json) => ({ json: redactor.object(json), owner: ROOT, path: '' })),
      () => true,
      { scopeOf },
    );
  const [before, after, again] = [rendered.old, rendered.now, rendered.again].map(stateOf);
  const updates = findRefusedUpdates(before!, after!);
  const isForced = valueAt(holdings[0].json, ['spec', 'upgrade', 'force']) === true;
  const owners = [release];
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
      title: `${titleOf(id)} (${release})${tail}`,
      isLoss: false,
      fields: [],
      noise: 0,
      effects: [],
      ...rest,
    };
  };
  const found: ObjectDiff[] = [];
  for (const {
    key,
    id,
    holdings: [{ json: from }],
  } of before!.objects.values()) {
    const next = after!.objects.get(key);
    if (next !== undefined) {
      const [{ json: to }] = next.holdings;
      const made = new Set(compareFields(to, again!.objects.get(key)?.holdings[0].json).map(({ path }) => path));
      const all = compareFields(from, to);
      const fields = all.filter((field) => !isNoise(field) && !made.has(field.path));
      const refused = updates.get(key);
      const effects = effectsOf(
        { id, from, to, fields: all },
        { after: after!, settings: undefined, refused: isForced ? undefined : refused },
      );
      const says = fields.length > 0 || effects.some(({ kind }) => kind !== 'none');
      const mark = isForced && refused !== undefined ? '±' : '~';
      if (says)
        found.push(diffOf(mark, id, { fields, effects, noise: all.length - fields.length, isLoss: mark === '±' }));
      continue;
    }
    // A hook is no part of the release: Helm has run it, and deletes it or not.
    if (hookOf(from) !== undefined) continue;
    const isKept = annotationOf(from, 'helm.sh/resource-policy') === 'keep';
    const loss = isKept ? undefined : consequenceOf(before!.objects.get(key)!, before!);
    found.push(
      isKept
        ? diffOf('○', id, { tail: ' is left behind: helm.sh/resource-policy is keep' })
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
      diffOf(
        '+',
        id,
        hook === undefined ? {} : { effects: [{ text: `Helm runs it as a hook: ${hook}`, kind: 'none' }] },
      ),
    );
  }
  return found;
};

const hookOf = (json: JsonObject): string | undefined => annotationOf(json, 'helm.sh/hook');

const annotationOf = (json: JsonObject, name: string): string | undefined => {
  const value = valueAt(json, ['metadata', 'annotations', name]);
  return typeof value === 'string' ? value : undefined;
};
