import type { AddonInstance } from '../addon/addon.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { addCapability } from '../declared/external.js';
import { type DeclaredExternal, externalKey } from '../declared/external-kustomization.js';
import { type OtherApplier, printApplier, printExternalFor, type UnprovidedGroup } from '../declared/others-in-base.js';
import { type Diagnostic, diagnose, nearest, ties } from '../diagnostics/index.js';
import { compareText } from '../json/compare-text.js';
import { dependencyCycle, missingProvider, namespaceWithoutCreator, twoProviders } from './diagnostics.js';
import { findCycles } from './find-cycles.js';
import { addonsOf, externalProviders, findExternal } from './find-external.js';
import { type NamedObject, namedByReleases } from './named-by-releases.js';
import { packageProviders } from './package-providers.js';

/** Names with a dot are API groups, of which a cluster has one provider each. */
const isApiGroup = (capability: string): boolean => capability.includes('.');

/** An addon as far as others depend on it, and it on others. */
export interface Dependent {
  readonly instance: AddonInstance;
  readonly name: string;
  /** The index of its stage. */
  readonly stage: number;
  readonly objects: readonly (NamedObject & { readonly title: string })[];
}

/** Who creates the namespaces that addons use. */
export interface NamespaceCreators {
  /** By namespace: the addon in whose folder it is created. */
  readonly creatorOf: ReadonlyMap<string, string>;
  /** By addon: the namespaces that its objects are in. */
  readonly usedBy: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface DependencyPlan {
  /** By addon. */
  readonly waits: ReadonlyMap<string, AddonDependencies>;
  /** What Kustomizations of others may bring. */
  readonly unprovided: readonly UnprovidedGroup[];
}

/** What an addon's Kustomization waits for; all sorted. */
export interface AddonDependencies {
  readonly addons: readonly string[];
  readonly externals: readonly DeclaredExternal[];
  /** Those of `addons` that nothing requires: the `dependsOn` of its stage says it alone. */
  readonly chosen: readonly string[];
  /** Those of `addons` that only a release's values are the reason for: they name an object of that addon. */
  readonly named: readonly string[];
}

/**
 * What each addon waits for: the providers of what it requires, the creators of its namespaces, what its releases name,
 * and what its stage says.
 */
export const planDependencies = (
  cluster: AnyFluxCluster,
  drafts: readonly Dependent[],
  namespaces: NamespaceCreators,
  report: (problem: Diagnostic) => void,
): DependencyPlan => {
  const providers = new Map<string, Dependent[]>();
  const add = (capability: string, draft: Dependent) => {
    const there = providers.get(capability);
    if (there === undefined) providers.set(capability, [draft]);
    else there.push(draft);
  };
  for (const draft of drafts) {
    add(draft.name, draft);
    for (const capability of new Set(draft.instance.definition.provides ?? [])) {
      const others = providers.get(capability);
      if (others !== undefined && isApiGroup(capability) && others[0]!.name !== draft.name) {
        report(
          diagnose(twoProviders, {
            message: `addons "${others[0]!.name}" and "${draft.name}" both provide the API group "${capability}"`,
            at: { addon: draft.name, path: 'provides' },
            fix: 'take one of them out of the cluster: two owners of one CRD overwrite each other',
          }),
        );
      } else if (capability !== draft.name) add(capability, draft);
    }
  }
  const external = new Set(cluster.provides);
  const others = externalProviders(cluster, providers, report);
  const result = new Map<string, readonly string[]>();
  const waits = new Map<string, AddonDependencies>();
  const late: Late[] = [];
  const unprovided: UnprovidedGroup[] = [];
  for (const draft of drafts) {
    const needed = new Set<string>();
    const chosen = new Set<string>();
    const neededExternals = new Map<string, DeclaredExternal>();
    const { requires = [], startsWithout } = draft.instance.definition;
    const apart = new Set<string>(startsWithout);
    for (const capability of requires) {
      const isWaitedFor = !apart.has(capability);
      const all = providers.get(capability) ?? [];
      const earlier = all.filter((one) => one.stage < draft.stage);
      if (isWaitedFor) for (const one of earlier) needed.add(one.name);
      const declared = others.get(capability) ?? [];
      if (isWaitedFor) for (const one of declared) neededExternals.set(externalKey(one), one);
      if (earlier.length + declared.length > 0 || external.has(capability)) continue;
      const later = all.find((one) => one.name !== draft.name);
      const tell = (applier?: OtherApplier) => nothingProvides(capability, draft, providers, applier);
      if (later === undefined && isApiGroup(capability)) unprovided.push({ group: capability, tell });
      else if (later === undefined) report(tell());
      else late.push({ capability, draft, provider: later });
    }
    for (const dependency of cluster.stages[draft.stage]!.dependsOn) {
      const other = findExternal(cluster, dependency);
      if (other !== undefined) neededExternals.set(externalKey(other), other);
      else for (const one of addonsOf(cluster, dependency)) if (!needed.has(one)) chosen.add(one);
    }
    for (const namespace of namespaces.usedBy.get(draft.name) ?? []) {
      const creator = namespaces.creatorOf.get(namespace);
      if (creator === undefined || creator === draft.name) continue;
      needed.add(creator);
      chosen.delete(creator);
      const made = drafts.find((one) => one.name === creator)!;
      if (made.stage > draft.stage) {
        const isHome = draft.instance.definition.namespace === namespace;
        const first = draft.objects.find((object) => object.namespace === namespace);
        report(
          diagnose(namespaceWithoutCreator, {
            ties: { follows: [ties.lateAddon(creator), ties.claimed(namespace)] },
            message: `addon "${draft.name}" has objects in the namespace "${namespace}", which addon "${creator}" creates in the later stage "${cluster.stages[made.stage]!.name}"`,
            at:
              isHome || first === undefined
                ? { addon: draft.name, path: 'namespace' }
                : { addon: draft.name, object: first.title, path: 'metadata.namespace' },
            fix: isHome
              ? `set createNamespace: true where addon "${draft.name}" is used, or move it behind "${creator}"`
              : `move the object into addon "${creator}", or into a namespace that is there before, or move "${draft.name}" to a stage after "${cluster.stages[made.stage]!.name}"`,
          }),
        );
      }
    }
    needed.delete(draft.name);
    chosen.delete(draft.name);
    const addons = [...needed, ...chosen].sort();
    result.set(draft.name, addons);
    waits.set(draft.name, {
      addons,
      chosen: [...chosen].sort(),
      named: [],
      externals: [...neededExternals.values()].sort((a, b) => compareText(externalKey(a), externalKey(b))),
    });
  }
  const byName = new Map(drafts.map((draft) => [draft.name, draft]));
  const startsWithout = (name: string, other: string): boolean => {
    const provided: readonly string[] = [other, ...(byName.get(other)!.instance.definition.provides ?? [])];
    return byName.get(name)!.instance.definition.startsWithout?.some((one) => provided.includes(one)) === true;
  };
  for (const [name, named] of namedByReleases(drafts, result)) {
    const there = waits.get(name)!;
    const chosen = there.chosen.filter((one) => !named.includes(one));
    const before = new Set(there.addons);
    const added = named.filter((one) => !before.has(one) && !startsWithout(name, one));
    const addons = [...there.addons, ...added].sort();
    result.set(name, addons);
    waits.set(name, { ...there, addons, chosen, named: added });
  }
  for (const problem of lateProblems(cluster, late)) report(problem);
  for (const cycle of findCycles(result)) {
    report(
      diagnose(dependencyCycle, {
        message: `addons wait for each other: ${[...cycle, cycle[0]].map((one) => `"${one}"`).join(' → ')}`,
        at: { addon: cycle[0]! },
        notes: ['inside one stage, only namespaces make addons depend on each other'],
        fix: 'let each addon have its objects in its own namespace, or move one of them to a later stage',
      }),
    );
  }
  return { waits, unprovided };
};

/** A capability that a later stage provides. */
interface Late {
  readonly capability: string;
  readonly draft: Dependent;
  readonly provider: Dependent;
}

/** Where several addons of one stage come too late, the stage does. */
const lateProblems = (cluster: AnyFluxCluster, late: readonly Late[]): readonly Diagnostic[] => {
  const nameOf = (stage: number): string => cluster.stages[stage]!.name;
  const byStage = new Map<number, Late[]>();
  for (const one of late) {
    const there = byStage.get(one.provider.stage);
    if (there === undefined) byStage.set(one.provider.stage, [one]);
    else there.push(one);
  }
  return late.map(({ capability, draft, provider }) => {
    const others = byStage.get(provider.stage)!;
    const isStage = others.some((one) => one.provider !== provider);
    const first = Math.min(...others.map((one) => one.draft.stage));
    const alone = `move "${provider.name}" to a stage before "${nameOf(draft.stage)}", or "${draft.name}" to one after "${nameOf(provider.stage)}"`;
    return diagnose(missingProvider, {
      message: `addon '${draft.name}' requires '${capability}', which no earlier stage provides`,
      at: { addon: draft.name, path: 'requires' },
      notes: [`addon "${provider.name}" provides it, in stage "${nameOf(provider.stage)}"`],
      fix: isStage ? `move stage "${nameOf(provider.stage)}" before stage "${nameOf(first)}"; or ${alone}` : alone,
      ties: {
        same: isStage ? ties.lateStage(nameOf(provider.stage)) : ties.lateAddon(provider.name),
        causes: [ties.lateAddon(provider.name), ...openIn(draft, capability)],
      },
    });
  });
};

/** A capability that nothing in the cluster provides, or only the addon that requires it. */
const nothingProvides = (
  capability: string,
  draft: Dependent,
  providers: ReadonlyMap<string, readonly Dependent[]>,
  there: OtherApplier | undefined,
): Diagnostic =>
  diagnose(missingProvider, {
    message: `addon '${draft.name}' requires '${capability}', which no earlier stage provides`,
    at: { addon: draft.name, path: 'requires' },
    ...(there === undefined
      ? {}
      : { notes: [`${printApplier(there)} ${there.isUnsure === true ? 'may have' : 'has'} its CRDs`] }),
    fix: providers.has(capability)
      ? `take '${capability}' out of \`requires\`: the addon provides it itself`
      : there !== undefined
        ? printExternalFor(capability, there)
        : addProvider(capability, draft, providers),
    ties: {
      ...(providers.has(capability) ? {} : { same: ties.capability(capability) }),
      causes: openIn(draft, capability),
    },
  });

/** What isn't known of an addon, or isn't there for it, while it lacks a capability. */
const openIn = ({ name }: Dependent, capability: string): readonly string[] => [
  ties.waiting(name),
  ...(MAKERS[capability] ?? []).map((kind) => ties.maker(name, kind)),
];

/** The kinds of objects that others name, and that addons make which provide a capability. */
const MAKERS: Readonly<Record<string, readonly string[]>> = {
  gateway: ['Gateway'],
  'secret-store': ['ClusterSecretStore', 'SecretStore'],
  'storage-class': ['StorageClass'],
};

/** How many capabilities a message lists. */
const MAX_LISTED = 10;

/** What to do about a capability that no addon of the cluster provides. The addon that requires it is never meant. */
const addProvider = (
  capability: string,
  draft: Dependent,
  providers: ReadonlyMap<string, readonly Dependent[]>,
): string => {
  const orSay = `, or ${addCapability(capability)} if it is there already`;
  const ready = Object.hasOwn(packageProviders, capability) ? packageProviders[capability] : undefined;
  if (ready !== undefined) return `add ${ready}() of fluxspan/addons to an earlier stage${orSay}`;
  const add = `add an addon that provides it to an earlier stage${orSay}`;
  const others = [...providers].filter(([, all]) => all.some((one) => one !== draft));
  const own = new Set<string>([draft.name, ...(draft.instance.definition.provides ?? [])]);
  const known = [...others.map(([name]) => name), ...Object.keys(packageProviders)].filter((name) => !own.has(name));
  const near = nearest(capability, known);
  if (near !== undefined) return `did you mean "${near}"? else ${add}`;
  const earlier = others
    .filter(([, all]) => all.some((one) => one.stage < draft.stage))
    .map(([name]) => `"${name}"`)
    .sort();
  const more = earlier.length - MAX_LISTED;
  return earlier.length === 0
    ? add
    : `${add}; earlier stages provide ${earlier.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};
