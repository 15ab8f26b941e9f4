import type { AddonInstance } from '../addon/addon.js';
import type { AddonInputs } from '../addon/inspection.js';
import type { ProducedOutput } from '../addon/outputs.js';
import type { SettingsLayer } from '../constructs/merge-layers.js';
import type { ContractNamespace } from '../contract/index.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import type { DeclaredExternal } from '../declared/external-kustomization.js';
import type { UncreatedNamespace, UnprovidedGroup } from '../declared/others-in-base.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { CompiledObject } from './compiled-object.js';
import type { ScopeOf } from './kind-scopes.js';
import type { KnownVars } from './known-vars.js';

/** An addon whose `build` has run, with its objects as plain data. */
export interface AddonDraft {
  readonly instance: AddonInstance;
  readonly name: string;
  /** The index of its stage. */
  readonly stage: number;
  readonly inputs: AddonInputs;
  /** Of its Kustomization: those of the app, the cluster and the addon, merged. */
  readonly settings: SettingsLayer;
  /** Where its Kustomization lives. */
  readonly kustomizationNamespace: string;
  /** What its Kustomization substitutes. */
  readonly known: KnownVars;
  /** What its objects produce for other addons. */
  readonly outputs: readonly ProducedOutput[];
  /** What is in its folder. */
  readonly objects: readonly CompiledObject[];
  /** Not all of its objects could be made: what is not there is not missing. */
  readonly isPartial: boolean;
}

/** An addon with everything that it makes in one cluster. */
export interface BuiltAddon extends AddonDraft {
  /** Its folder in the tree, relative to the tree's root; undefined where another repository holds it. */
  readonly folder: string | undefined;
  /** What is in the file of its entry: its Kustomization, its source, and the Namespace they live in. */
  readonly entry: readonly CompiledObject[];
  /** Names of the addons whose Kustomizations it waits for. */
  readonly dependsOn: readonly string[];
  /** Those of `dependsOn` that nothing requires: its stage says it alone. */
  readonly chosen: readonly string[];
  /** Those of `dependsOn` that follow only from what its releases name. */
  readonly named: readonly string[];
  /** Kustomizations of others that it waits for. */
  readonly externals: readonly DeclaredExternal[];
}

export interface BuiltCluster {
  readonly cluster: AnyFluxCluster;
  /** In the order of stages, then of names. */
  readonly addons: readonly BuiltAddon[];
  readonly namespaces: readonly ContractNamespace[];
  readonly uncreated: readonly UncreatedNamespace[];
  readonly unprovided: readonly UnprovidedGroup[];
  /** The vars that any of its addons declares or supplies. */
  readonly declaredVars: ReadonlySet<string>;
  /** Of the kinds that its objects are of. */
  readonly scopeOf: ScopeOf;
  readonly problems: readonly Diagnostic[];
}
