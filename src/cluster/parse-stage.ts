import { type AddonInstance, type InstanceData, isAddonInstance } from '../addon/addon.js';
import { addonName, badOption } from '../addon/diagnostics.js';
import { inRing } from '../addon/in-ring.js';
import { inspectionOf } from '../addon/inspect.js';
import { nameFault } from '../addon/names.js';
import { withFileVersions } from '../addon/with-file-versions.js';
import { ALERTS_FIX, type Alerts, isAlertsOption } from '../alerts/alerts.js';
import type { Stage } from '../declared/declared-cluster.js';
import { duplicateName } from '../declared/diagnostics.js';
import type { Dependency } from '../declared/external-kustomization.js';
import type { DeclaredRemoval } from '../declared/removal.js';
import { callersNote, type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import { removedTeams } from '../teams/with-removed.js';
import { offboarded } from '../tenants/offboarded.js';
import type { ChartVersions } from '../versions/open-versions.js';
import type { Ring } from '../versions/ring.js';
import type { KnownNames } from './known-names.js';
import { dependencies, type OptionType, parseOptions } from './parse-options.js';
import { nameLeftOut, noListOfAddons, notAnAddon } from './stage-problems.js';
import type { StageOptions } from './stage-types.js';

const stageOptionTypes: Readonly<Record<keyof StageOptions<Dependency>, OptionType>> = {
  alerts: { accepts: isAlertsOption, fix: ALERTS_FIX },
  dependsOn: dependencies,
};

interface StageContext {
  /** What the cluster has named so far; the stage's name and those of its addons are added. */
  readonly names: KnownNames;
  /** The name of the Kustomization that reads the cluster's folder, where the Flux Operator gives it one. */
  readonly rootName: string | undefined;
  /** Of the cluster. */
  readonly ring: Ring | undefined;
  /** Of the app. */
  readonly chartVersions: ChartVersions | undefined;
  /** @param place where the user's code says it. @default - where it adds the stage */
  report(problem: Diagnostic, place?: () => string | undefined): void;
}

/** A stage as the cluster keeps it; undefined where it has no name. */
interface ParsedStage {
  readonly stage: Stage | undefined;
  /** Alerts of its addons. */
  readonly alerts?: Alerts | readonly Alerts[] | undefined;
  /** What the stage declares to be removed: Kustomizations of tenants that are offboarded, and teams that are gone. */
  readonly removals: readonly DeclaredRemoval[];
  /** Whether the names of the stage and of its addons can be those of files and objects. */
  readonly hasUsableNames: boolean;
}

/** Reads what `stage(…)` was given, which may come without types. */
export const parseStage = (
  name: unknown,
  given: unknown,
  options: unknown,
  { names, rootName, ring, chartVersions, report }: StageContext,
): ParsedStage => {
  const unnamed = given === undefined ? nameLeftOut(name) : undefined;
  if (unnamed !== undefined) {
    report(unnamed);
    return { stage: undefined, removals: [], hasUsableNames: false };
  }
  const stageName: string = typeof name === 'string' ? name : formatValue(name);
  const fault = nameFault(name);
  if (fault !== undefined)
    report(diagnose(addonName, { message: `the stage name ${formatValue(name)} ${fault}`, fix: 'rename the stage' }));
  const good = parseOptions<StageOptions<Dependency>>(
    'a stage',
    `stage "${stageName}"`,
    options,
    stageOptionTypes,
    report,
  );
  const dependsOn = names.known(`stage "${stageName}"`, good.dependsOn ?? [], report);
  if (!Array.isArray(given)) report(noListOfAddons(stageName, given));
  const members: readonly unknown[] = Array.isArray(given) ? given : [];
  if (names.has(stageName)) {
    report(
      diagnose(duplicateName, {
        message: `the name "${stageName}" is taken by an earlier stage or addon`,
        fix: 'rename the stage',
      }),
    );
  }
  const { addons, hasUsableNames } = parseMembers(stageName, members, { names, rootName, ring, chartVersions, report });
  names.add(stageName);
  for (const one of addons) names.add(one.name);
  return {
    stage: { name: stageName, addons, dependsOn },
    alerts: good.alerts,
    removals: [...addons.flatMap(offboarded), ...removedTeams(given)],
    hasUsableNames: hasUsableNames && fault === undefined,
  };
};

const parseMembers = (
  stageName: string,
  members: readonly unknown[],
  { names, rootName, ring, chartVersions, report }: StageContext,
): { readonly addons: readonly AddonInstance[]; readonly hasUsableNames: boolean } => {
  let hasUsableNames = true;
  const addons = new Map<string, AddonInstance>();
  for (const addon of members) {
    if (!isAddonInstance(addon)) {
      report(notAnAddon(stageName, addon));
      continue;
    }
    const { problems, hasUsableNames: isUsable } = inspectionOf(addon);
    if (!isUsable) hasUsableNames = false;
    for (const problem of [...problems, ...addon.problems]) report(withCallers(problem, addon), addon.place);
    if (addon.name === rootName) {
      report(
        diagnose(duplicateName, {
          message: `the name '${addon.name}' is that of the cluster's root, which would then read this addon's folder and delete everything else`,
          at: { addon: addon.name },
          fix: 'define the addon under another name',
        }),
        addon.place,
      );
    }
    if (names.has(addon.name) || addons.has(addon.name)) {
      report(
        diagnose(duplicateName, {
          message: `the name '${addon.name}' is taken by an earlier stage or addon`,
          at: { addon: addon.name },
          fix: 'an addon is in a cluster once; define another one under a name of its own',
        }),
        addon.place,
      );
      continue;
    }
    const reportOfAddon = (problem: Diagnostic) => report(problem, addon.place);
    const versioned = withFileVersions(addon, chartVersions, ring, reportOfAddon);
    addons.set(addon.name, inRing(versioned, ring, reportOfAddon));
  }
  return { addons: [...addons.values()], hasUsableNames };
};

/** What is wrong with an option may be said by whoever calls a function that has the addon made. */
const withCallers = (problem: Diagnostic, addon: AddonInstance): Diagnostic =>
  problem.code === badOption.code
    ? { ...problem, notes: [...problem.notes, ...callersNote((addon as unknown as InstanceData).callers())] }
    : problem;
