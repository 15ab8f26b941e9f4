import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { isHelmRelease, releaseOf } from '../../changes/releases/release-of.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { equalJson } from '../../json/equal-json.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { AsStored } from '../../schema/update/as-stored.js';
import type { AppliedState } from '../applied-state.js';
import type { ObjectDiff } from '../compare-states.js';
import { helmNotUsable, releaseNotRendered } from '../diagnostics.js';
import { apisOfCrds } from '../provided-apis.js';
import type { Redactor } from '../redact.js';
import { type ChartStore, chartTitle } from './chart-store.js';
import { compareRendered } from './compare-rendered.js';
import { HelmError } from './helm-error.js';
import { asEffect, type FaultsOf, newFaults } from './object-faults.js';
import { chartOf } from './release-chart.js';
import {
  type CrdsPolicy,
  crdsPolicyOf,
  type HelmCapabilities,
  type RenderedRelease,
  renderRelease,
} from './render-release.js';
import { checkHelm } from './run-helm.js';
import { stampVersion } from './stamp-version.js';

export interface DiffReleasesOptions {
  /** The executable. */
  readonly helm: string;
  readonly charts: ChartStore;
  readonly redactor: Redactor;
  readonly kubernetes: string | undefined;
  /** APIs that others bring: `karpenter.sh/v1/NodePool`. */
  readonly apis: readonly string[];
  readonly scopeOf: ScopeOf;
  /** As the cluster of the new side refuses objects. */
  readonly faultsOf: FaultsOf;
  readonly asStored: AsStored;
}

export interface ReleasesDiff {
  readonly objects: readonly ObjectDiff[];
  /** Titles of objects that differ only in checksums and version labels. */
  readonly noise: readonly string[];
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
  const noise: string[] = [];
  const diagnostics: Diagnostic[] = [];
  if (pairs.length === 0) return { objects, noise, diagnostics };
  try {
    await checkHelm(options.helm);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return { objects, noise, diagnostics: [diagnose(helmNotUsable, { message: error.message, fix: error.fix })] };
  }
  for (const [from, to] of pairs) {
    const release = `HelmRelease/${to.id.name} in ${to.id.namespace}`;
    try {
      const crds = crdsPolicyOf(after.applied(to.key)?.json ?? to.holdings[0].json);
      const [old, now, again] = await Promise.all([
        render(from, before, crds, options),
        render(to, after, crds, options),
        // What a template makes up, such as a password, is other each time.
        render(to, after, crds, options),
      ]);
      const isForced = valueAt(to.holdings[0].json, ['spec', 'upgrade', 'force']) === true;
      const { redactor, scopeOf } = options;
      const faultsOf = newFaults([...old.objects, ...old.crds], options.faultsOf);
      const refusalsOf = (json: JsonObject) => faultsOf(json).map(asEffect);
      const found = compareRendered(
        { old, now, again },
        { release, isForced, crds, redactor, scopeOf, refusalsOf, asStored: options.asStored },
      );
      objects.push(...found.objects);
      noise.push(...found.noise);
    } catch (error) {
      if (!(error instanceof HelmError)) throw error;
      const at = { cluster: after.cluster, object: `HelmRelease/${to.id.name}` };
      const message = `the objects of ${release} aren't compared: ${error.message}`;
      diagnostics.push(diagnose(releaseNotRendered, { message, at, fix: error.fix }));
    }
  }
  return { objects, noise, diagnostics };
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
  crds: CrdsPolicy,
  { helm, charts, kubernetes, apis, scopeOf }: DiffReleasesOptions,
): Promise<RenderedRelease> => {
  const chart = chartOfOwned(release, state);
  if (typeof chart === 'string') throw new HelmError(chart, 'render it by hand: helm template …');
  const applied = state.applied(release.key);
  if (applied?.values === undefined) {
    throw new HelmError(`its values are not composed: ${applied?.error ?? 'they are not known'}`, 'fix valuesFrom');
  }
  const found = await charts.find(chart);
  const { path, close } =
    chart.hasDigestInVersion === true
      ? stampVersion(found, chart.isDigestKnown === false ? undefined : chart.digest)
      : { path: found, close: () => {} };
  const capabilities: HelmCapabilities = {
    kubernetes,
    apis: [...new Set([...apis, ...apisOfState(state.state)])].sort(),
    scopeOf,
  };
  try {
    return await renderRelease(
      helm,
      { chart: path, identity: releaseOf(release), json: applied.json, values: applied.values, crds },
      capabilities,
    );
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    const layers = applied.unknownLayers ?? [];
    const unknown = layers.length === 0 ? '' : ` (without ${layers.join(', ')}, which only the cluster has)`;
    throw new HelmError(`${chartTitle(chart)}${unknown}: ${error.message}`, error.fix);
  } finally {
    close();
  }
};

/** What the CRDs of the tree serve. */
const apisOfState = ({ index }: ClusterState): readonly string[] =>
  apisOfCrds(index.ofKind('apiextensions.k8s.io', 'CustomResourceDefinition').map(({ holdings: [{ json }] }) => json));
