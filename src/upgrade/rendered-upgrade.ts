import { knownScope } from '../compile/kind-scopes.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { ObjectDiff } from '../diff/compare-states.js';
import { compareRendered, type Rendered } from '../diff/helm/compare-rendered.js';
import { HelmError } from '../diff/helm/helm-error.js';
import { asEffect, type FaultsOf, newFaults, openFaults } from '../diff/helm/object-faults.js';
import {
  crdsPolicyOf,
  type HelmCapabilities,
  type ReleaseToRender,
  type RenderedRelease,
  renderRelease,
} from '../diff/helm/render-release.js';
import { checkHelm } from '../diff/helm/run-helm.js';
import type { Redactor } from '../diff/redact.js';
import { printPath, startsWith, valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { withExactIntegers } from '../preview/exact-integers.js';
import { canonicalText } from '../schema/canonical-text.js';
import type { Misplaced } from './adjusted-values.js';
import type { AffectedRelease } from './affected-values.js';
import { upgradeBreaks, upgradeNotSeen } from './diagnostics.js';
import { findMakers } from './find-makers.js';
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
  /** Of the new version's values. */
  readonly schema: JsonObject;
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
  readonly misplaced: readonly Misplaced[];
  readonly capabilities: HelmCapabilities;
  readonly faultsOf: FaultsOf;
}

interface Group extends RenderedUpgrade {
  readonly releases: string[];
  readonly adjusted: string[];
}

const allOf = ({ objects, crds }: RenderedRelease): readonly JsonObject[] => [...objects, ...crds];

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
  const known = new Map<string, RenderedTarget>();
  const groups = new Map<string, Group>();
  for (const target of targetsOf(affected, options)) {
    const { release } = target;
    // Clusters often give a release the same values.
    const key = keyOf(target);
    const result = known.get(key) ?? (await renderBoth(target, options));
    known.set(key, result);
    diagnostics.push(...result.diagnostics.map((one) => ({ ...one, at: { ...one.at, ...place(release) } })));
    if (result.rendered === undefined) continue;
    // The rendering may be another cluster's, and its schemas are not.
    const faultsOf = newFaults(allOf(result.rendered.old), target.faultsOf);
    const { objects } = compareRendered(result.rendered, {
      isForced: valueAt(target.json, ['spec', 'upgrade', 'force']) === true,
      crds: crdsPolicyOf(target.json),
      redactor: options.redactor,
      scopeOf: target.capabilities.scopeOf,
      refusalsOf: (json) => faultsOf(json).map(asEffect),
    });
    if (release !== undefined) {
      diagnostics.push(...refusals(objects, release, options.version));
      diagnostics.push(...(await refusedObjects(objects, target, result, faultsOf, options)));
    }
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
          misplaced: [],
          capabilities: { apis: [], scopeOf: knownScope },
          faultsOf: openFaults(),
        },
      ]
    : affected
        .filter(({ release }) => release.values !== undefined)
        .map(({ release, adjusted, misplaced }) => {
          const { identity, json, shownValues: values, capabilities, faultsOf } = release;
          return { release, identity, json, values, adjusted, misplaced, capabilities, faultsOf };
        });

interface RenderedTarget {
  /** Undefined where one of the two could not be rendered. */
  readonly rendered: Rendered | undefined;
  /** The new version with other values; undefined where helm can't. */
  render(values: JsonObject): Promise<RenderedRelease | undefined>;
  readonly diagnostics: readonly Diagnostic[];
}

const renderBoth = async (
  { release, identity, json, values, adjusted, capabilities }: Target,
  { helm, from, to, version }: RenderOptions,
): Promise<RenderedTarget> => {
  const render = async (chart: string, given: JsonObject): Promise<RenderedRelease | string> => {
    try {
      return await renderRelease(helm, { chart, identity, json, values: given }, capabilities);
    } catch (error) {
      if (error instanceof HelmError) return error.message;
      throw error;
    }
  };
  const others = new Map<string, RenderedRelease | string>();
  const renderOther = async (given: JsonObject): Promise<RenderedRelease | undefined> => {
    const key = withExactIntegers(given, canonicalText);
    const found = others.get(key) ?? (await render(to, given));
    others.set(key, found);
    return typeof found === 'string' ? undefined : found;
  };
  const whose = release === undefined ? 'its own defaults' : 'the values of the release';
  const diagnostics: Diagnostic[] = [];
  const old = await render(from, values);
  if (typeof old === 'string') {
    const message = `helm can't render the version of today with ${whose}, so what changes in the objects is not known: ${old}`;
    diagnostics.push(diagnose(upgradeNotSeen, { message, fix: fixOfToday(old, release) }));
  }
  if (typeof old === 'string') {
    // The values may be those of the new version already. What fails today, too, is not the upgrade's doing.
    const next = await render(to, adjusted ?? values);
    if (typeof next === 'string' && reasonOf(next) !== reasonOf(old)) {
      diagnostics.push(unrendered(release, version, whose, next));
    }
    return { rendered: undefined, render: renderOther, diagnostics };
  }
  let now = await render(to, values);
  // What the values' own check has told is not told again in helm's words.
  const isTold = adjusted !== undefined && typeof now === 'string' && SCHEMA_REFUSED.test(now) && !UNREACHED.test(now);
  if (typeof now === 'string' && !isTold) diagnostics.push(unrendered(release, version, whose, now));
  if (adjusted !== undefined) {
    const first = now;
    now = await render(to, adjusted);
    // What is left to change beside what was told.
    if (typeof now === 'string' && (isTold || now !== first)) {
      diagnostics.push(unrendered(release, version, 'those values that it takes', now));
    }
  }
  if (typeof now === 'string') return { rendered: undefined, render: renderOther, diagnostics };
  // What a template makes up, such as a password, is another one each time.
  const again = await render(to, adjusted ?? values);
  const rendered = { old, now, again: typeof again === 'string' ? now : again };
  return { rendered, render: renderOther, diagnostics };
};

/** A failure of helm without the places in the chart, which move from version to version. */
const reasonOf = (failure: string): string =>
  failure.replace(/\([^()]*:\d+(?::\d+)?\)|\S+\.(?:yaml|tpl):\d+(?::\d+)?/g, '');

/** As Helm 3 and 4 begin it. */
const SCHEMA_REFUSED = /values don't meet the specifications of the schema/;

/** A schema that helm fetches: the network's fault, and not the values'. */
const UNREACHED = /failing loading "https?:/;
const REACH = 'run the command where helm can fetch the address; the cluster needs it, too';

/** A chart's folder without the charts that it depends on. */
const UNPACKED = /missing in charts\/ directory/;

/** What helps where the version of today can't be rendered. */
const fixOfToday = (failure: string, release: ChartRelease | undefined): string => {
  if (UNPACKED.test(failure)) return 'give the packed chart, with its dependencies: --from CHART.tgz';
  if (UNREACHED.test(failure)) return REACH;
  return release === undefined
    ? 'run the command in the project that has a release of the chart: its values may be what the chart asks for'
    : 'change the values as helm says, and run the command again: the release fails with them today, too';
};

const unrendered = (release: ChartRelease | undefined, version: string, whose: string, failure: string): Diagnostic => {
  const message = `helm can't render version ${version} of the chart with ${whose}: ${failure}`;
  if (UNPACKED.test(failure)) {
    const fix = 'give the packed chart, with its dependencies: a .tgz, or the folder after `helm dependency build`';
    return diagnose(upgradeNotSeen, { message, fix });
  }
  if (release === undefined) {
    const fix = 'run the command in the project that has a release of the chart';
    return diagnose(upgradeNotSeen, { message, fix });
  }
  if (UNREACHED.test(failure)) return diagnose(upgradeNotSeen, { message, fix: REACH });
  return diagnose(upgradeBreaks, {
    message,
    at: { path: 'spec.values' },
    fix: 'change the values as helm says, in the change that upgrades the chart',
    kind: 'template',
  });
};

/** What the API server keeps as it is: Helm's upgrade fails on it, whatever the values. */
const refusals = (objects: readonly ObjectDiff[], release: ChartRelease, version: string): readonly Diagnostic[] =>
  objects.flatMap(({ title, effects }) =>
    effects
      .filter(({ kind, fault }) => kind === 'refused' && fault === undefined)
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

/** Objects that the API server refuses for what the new version renders into them, with the values that make it. */
const refusedObjects = async (
  objects: readonly ObjectDiff[],
  { release, values, adjusted, misplaced }: Target,
  { render }: RenderedTarget,
  faultsOf: FaultsOf,
  { version, schema }: RenderOptions,
): Promise<readonly Diagnostic[]> => {
  const diagnostics: Diagnostic[] = [];
  for (const { title, effects } of objects) {
    for (const { text, fault, isUnsure } of effects) {
      if (fault === undefined) continue;
      const makers = await findMakers(adjusted ?? values, schema, async (others) =>
        ((await render(others))?.objects ?? []).flatMap(faultsOf).some(({ key }) => key === fault),
      );
      const named = makers.map((path) => {
        const from = misplaced.find(({ to }) => to !== undefined && startsWith(path, to));
        return from === undefined
          ? { at: path, words: `"${printPath(path)}"` }
          : { at: from.path, words: `"${printPath(from.path)}", moved to "${printPath(from.to!)}" as it is,` };
      });
      const whose =
        named.length === 0
          ? ''
          : `; the value${named.length === 1 ? '' : 's'} ${named.map(({ words }) => words).join(' and ')} make${named.length === 1 ? 's' : ''} it so`;
      diagnostics.push(
        diagnose(upgradeBreaks, {
          message: `version ${version} of the chart renders ${title}, and ${text}${whose}`,
          at: {
            ...place(release),
            ...(named.length === 0 ? {} : { path: `spec.values.${printPath(named[0]!.at)}` }),
          },
          fix:
            named.length === 0
              ? 'look in the notes of the version for the value that it needs now, and set it in the change that upgrades the chart'
              : `write ${makers.map((path) => `"${printPath(path)}"`).join(' and ')} in the form that the new version takes, in the change that upgrades the chart: its values.yaml shows it`,
          kind: 'object',
          ...(isUnsure === true ? { severity: 'notice' } : {}),
        }),
      );
    }
  }
  return diagnostics;
};
