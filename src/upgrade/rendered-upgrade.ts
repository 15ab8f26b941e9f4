import { knownScope } from '../compile/kind-scopes.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { ObjectDiff } from '../diff/compare-states.js';
import { compareRendered } from '../diff/helm/compare-rendered.js';
import { HelmError } from '../diff/helm/helm-error.js';
import { type HelmCapabilities, type ReleaseToRender, renderRelease } from '../diff/helm/render-release.js';
import { checkHelm } from '../diff/helm/run-helm.js';
import type { Redactor } from '../diff/redact.js';
import { valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { withExactIntegers } from '../preview/exact-integers.js';
import { canonicalText } from '../schema/canonical-text.js';
import type { AffectedRelease } from './affected-values.js';
import { upgradeBreaks, upgradeNotSeen } from './diagnostics.js';
import { type ChartRelease, releaseTitle } from './find-releases.js';

/** What an upgrade changes in the objects of some releases that it changes alike. */
export interface RenderedUpgrade {
  /** `dev/web`; empty where the project has no release of the chart, and the chart's defaults were rendered. */
  readonly releases: readonly string[];
  /** Those for which the new version was rendered with values that it takes: renamed, and without what it doesn't read. */
  readonly adjusted: readonly string[];
  readonly objects: readonly ObjectDiff[];
}

export interface RenderedUpgrades {
  readonly rendered: readonly RenderedUpgrade[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface RenderOptions {
  readonly helm: string;
  /** Both versions, each a folder or a `.tgz`. */
  readonly from: string;
  readonly to: string;
  /** The new version, as messages name it. */
  readonly version: string;
  /** The chart, for the release of no project. */
  readonly name: string;
  /** The one that the values of the releases were marked with. */
  readonly redactor: Redactor;
}

interface Target extends Omit<ReleaseToRender, 'chart'> {
  readonly release: ChartRelease | undefined;
  /** What to render the new version with, where it takes the values only so. */
  readonly adjusted: JsonObject | undefined;
  readonly capabilities: HelmCapabilities;
}

interface Group extends RenderedUpgrade {
  readonly releases: string[];
  readonly adjusted: string[];
}

/** Renders both versions of a chart with the values of each release, and compares the objects. */
export const renderUpgrade = async (
  affected: readonly AffectedRelease[],
  options: RenderOptions,
): Promise<RenderedUpgrades> => {
  try {
    await checkHelm(options.helm);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    const message = `what changes in the rendered objects is not known: ${error.message}`;
    return { rendered: [], diagnostics: [diagnose(upgradeNotSeen, { message, fix: error.fix })] };
  }
  const diagnostics: Diagnostic[] = [];
  const known = new Map<string, BothRendered>();
  const groups = new Map<string, Group>();
  for (const target of targetsOf(affected, options)) {
    const { release } = target;
    // Clusters often give a release the same values.
    const key = keyOf(target);
    const result = known.get(key) ?? (await renderBoth(target, options));
    known.set(key, result);
    diagnostics.push(...result.diagnostics.map((one) => ({ ...one, at: { ...one.at, ...place(release) } })));
    const { objects } = result;
    if (objects === undefined) continue;
    diagnostics.push(...refusals(objects, release, options.version));
    const shown = withExactIntegers(objects, canonicalText);
    const group = groups.get(shown) ?? { releases: [], adjusted: [], objects };
    groups.set(shown, group);
    if (release === undefined) continue;
    group.releases.push(releaseTitle(release));
    if (target.adjusted !== undefined) group.adjusted.push(releaseTitle(release));
  }
  return { rendered: [...groups.values()], diagnostics };
};

const keyOf = ({ identity, values, json, capabilities }: Target): string =>
  withExactIntegers([identity, values, json['spec'], capabilities.apis, capabilities.kubernetes], canonicalText);

const place = (release: ChartRelease | undefined) =>
  release === undefined ? {} : { cluster: release.cluster, addon: release.addon, object: release.object };

const targetsOf = (affected: readonly AffectedRelease[], { name }: RenderOptions): readonly Target[] =>
  affected.length === 0
    ? [
        {
          release: undefined,
          identity: { name, namespace: name, storage: name },
          json: {},
          values: {},
          adjusted: undefined,
          capabilities: { apis: [], scopeOf: knownScope },
        },
      ]
    : affected
        .filter(({ release }) => release.values !== undefined)
        .map(({ release, adjusted }) => {
          const { identity, json, shownValues: values, capabilities } = release;
          return { release, identity, json, values, adjusted, capabilities };
        });

interface BothRendered {
  /** Undefined where one of the two could not be rendered. */
  readonly objects: readonly ObjectDiff[] | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const renderBoth = async (
  { release, identity, json, values, adjusted, capabilities }: Target,
  { helm, from, to, version, redactor }: RenderOptions,
): Promise<BothRendered> => {
  const render = async (chart: string, given: JsonObject): Promise<readonly JsonObject[] | string> => {
    try {
      return await renderRelease(helm, { chart, identity, json, values: given }, capabilities);
    } catch (error) {
      if (error instanceof HelmError) return error.message;
      throw error;
    }
  };
  const whose = release === undefined ? 'its own defaults' : 'the values of the release';
  const diagnostics: Diagnostic[] = [];
  const old = await render(from, values);
  if (typeof old === 'string') {
    const message = `helm can't render the version of today with ${whose}, so what changes in the objects is not known: ${old}`;
    const fix = 'give the packed chart, with its dependencies: --from CHART.tgz';
    diagnostics.push(diagnose(upgradeNotSeen, { message, fix }));
  }
  // What fails today, too, is not the upgrade's doing.
  if (typeof old === 'string') return { objects: undefined, diagnostics };
  let now = await render(to, values);
  // What the values' own check has told is not told again in helm's words.
  const isTold = adjusted !== undefined && typeof now === 'string' && SCHEMA_REFUSED.test(now) && !UNREACHED.test(now);
  if (typeof now === 'string' && !isTold) diagnostics.push(unrendered(release, version, whose, now));
  if (adjusted !== undefined) {
    now = await render(to, adjusted);
    if (typeof now === 'string' && isTold) {
      diagnostics.push(unrendered(release, version, 'those values that it takes', now));
    }
  }
  if (typeof now === 'string') return { objects: undefined, diagnostics };
  // What a template makes up, such as a password, is another one each time.
  const again = await render(to, adjusted ?? values);
  const isForced = valueAt(json, ['spec', 'upgrade', 'force']) === true;
  const { scopeOf } = capabilities;
  const rendered = { old, now, again: typeof again === 'string' ? now : again };
  return { objects: compareRendered(rendered, { isForced, redactor, scopeOf }), diagnostics };
};

/** As Helm 3 and 4 begin it. */
const SCHEMA_REFUSED = /values don't meet the specifications of the schema/;

/** A schema that helm fetches: the network's fault, and not the values'. */
const UNREACHED = /failing loading "https?:/;

const unrendered = (release: ChartRelease | undefined, version: string, whose: string, failure: string): Diagnostic => {
  const message = `helm can't render version ${version} of the chart with ${whose}: ${failure}`;
  if (release === undefined) {
    const fix = 'run the command in the project that has a release of the chart';
    return diagnose(upgradeNotSeen, { message, fix });
  }
  if (UNREACHED.test(failure)) {
    const fix = 'run the command where helm can fetch the address; the cluster needs it, too';
    return diagnose(upgradeNotSeen, { message, fix });
  }
  return diagnose(upgradeBreaks, {
    message,
    at: { path: 'spec.values' },
    fix: 'change the values as helm says, in the change that upgrades the chart',
    kind: 'template',
  });
};

/** What the API server keeps as it is: Helm's upgrade fails on it, whatever the values. */
const refusals = (
  objects: readonly ObjectDiff[],
  release: ChartRelease | undefined,
  version: string,
): readonly Diagnostic[] =>
  release === undefined
    ? []
    : objects.flatMap(({ title, effects }) =>
        effects
          .filter(({ kind }) => kind === 'refused')
          .map(({ text, isUnsure }) =>
            diagnose(upgradeBreaks, {
              message: `version ${version} of the chart changes ${title}: ${text}`,
              at: place(release),
              fix: 'read the notes of the version: if they ask for it, delete the object just before the upgrade, which makes it again',
              kind: 'immutable',
              ...(isUnsure === true ? { severity: 'notice' } : {}),
            }),
          ),
      );
