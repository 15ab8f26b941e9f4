import type { CompiledAddon, CompiledCluster, CompiledObject } from '../../compile/compiled-cluster.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { KnownVars } from '../../compile/known-vars.js';
import type { OwnKinds } from '../../compile/own-kinds.js';
import type { PatchedText } from '../../compile/patched-texts.js';
import type { ContractNamespace } from '../../contract/index.js';
import type { AnyFluxCluster, FluxVersion, KubernetesVersion } from '../../declared/declared-cluster.js';
import type { SetOrigin } from '../../flux/resource-sets/resource-set.js';
import type { Offer } from '../../tenants/offer/offer.js';
import type { VarSafety } from '../../var-safety/index.js';

/** One object of a cluster as written: compiled from code, or read from a file. */
export interface StateObject
  extends Pick<CompiledObject, 'owner' | 'group' | 'apiVersion' | 'kind' | 'namespace' | 'name' | 'title'>,
    Pick<CompiledObject, 'json' | 'sites'>,
    Partial<Pick<CompiledObject, 'addon' | 'construct' | 'references' | 'derivedName' | 'copied' | 'nameWithoutHash'>>,
    Partial<Pick<CompiledObject, 'imageMarks' | 'quoting' | 'risks'>> {
  /** The name of its unit. */
  readonly unit: string;
  /** Its place, if it was read from a file. */
  readonly file?: ObjectFile;
  /** The ResourceSet from which the Flux Operator generates it; absent if a file declares it. */
  readonly madeBy?: SetOrigin & { readonly set: StateObject };
}

/** A document of a YAML file. */
export interface ObjectFile {
  /** `apps/web/release.yaml`, relative to the repository. */
  readonly path: string;
  /** The line, from 1, of a path inside the object, or of the deepest part of the path that exists. */
  readonly lineOf: (path: string) => number | undefined;
}

/** What one Kustomization applies. */
export interface Unit {
  /** The name of its addon; without one, `namespace/name` of its Kustomization. */
  readonly name: string;
  /** `namespace/name` of its Kustomization. */
  readonly key: string;
  readonly objects: readonly StateObject[];
  /** What its parent applies for it: its Kustomization and, if the unit has its own, its source and Namespace. */
  readonly entry: readonly StateObject[];
  /** Names of the units that it waits for, and `namespace/name` of other Kustomizations. */
  readonly dependsOn: readonly string[];
  /** The unit that applies its entry; absent if Flux's root does, or if that isn't known. */
  readonly parent?: string;
  /** API groups and names that its addon declares to provide. */
  readonly provides: readonly string[];
  /** Some of its objects aren't known, so rules mustn't report an object as missing. */
  readonly isPartial: boolean;
  /** Its objects are in another repository. */
  readonly isElsewhere: boolean;
  /** The vars that its Kustomization substitutes. */
  readonly known: KnownVars;
  /** Texts that its Kustomization patches into the objects before Flux substitutes. */
  readonly patched: readonly PatchedText<StateObject>[];
  /** Its addon, if the code declares it. */
  readonly declared?: CompiledAddon;
}

/** A known namespace, and who creates it. */
export interface StateNamespace extends Pick<ContractNamespace, 'name' | 'creator' | 'labels'> {
  /** The unit that creates it, if one does. */
  readonly unit?: string;
}

/** What exists in a cluster outside of all units. */
export type Elsewhere = Pick<
  AnyFluxCluster,
  'provides' | 'externals' | 'externalNamespaces' | 'externalObjects' | 'stages'
>;

/** All that Flux applies to one cluster, whoever wrote it. */
export interface RuleState {
  /** The name of the cluster. */
  readonly name: string;
  /** @default - not known: rules about versions don't judge */
  readonly kubernetes?: KubernetesVersion | undefined;
  /** @default - not known: rules about versions don't judge */
  readonly flux?: FluxVersion | undefined;
  /** @default - not known */
  readonly fluxSettings?: AnyFluxCluster['fluxSettings'];
  /** Flux runs with `--no-cross-namespace-refs`. */
  readonly lockdown: boolean;
  /** The source that its Kustomizations read unless they name another. */
  readonly source: { readonly kind: string; readonly name: string; readonly namespace: string };
  readonly units: readonly Unit[];
  readonly namespaces: readonly StateNamespace[];
  /** The vars that any unit declares or supplies. */
  readonly vars: ReadonlySet<string>;
  /** Caches answers about vars. */
  readonly varSafety: VarSafety;
  readonly scopeOf: ScopeOf;
  /** Kinds of CRDs that are not among the objects. */
  readonly ownKinds: OwnKinds;
  readonly elsewhere: Elsewhere;
  /** The cluster as the code declares it: its contract, exceptions and stages. */
  readonly declared?: CompiledCluster;
  /** What the platform offers, where the state is a tenant's part of a cluster. */
  readonly offer?: Offer;
}

/** A unit that is an addon. */
export interface DeclaredUnit extends Unit {
  readonly declared: CompiledAddon;
}

/** The state of a cluster that the code declares. */
export interface DeclaredState extends RuleState {
  readonly units: readonly DeclaredUnit[];
  readonly declared: CompiledCluster;
}

export const isDeclared = (state: RuleState): state is DeclaredState =>
  state.declared !== undefined && state.units.every(({ declared }) => declared !== undefined);
