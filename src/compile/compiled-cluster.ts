import type { Contract } from '../contract/index.js';
import type { AppSettings } from '../declared/declared-app.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import type { OthersInBase } from '../declared/others-in-base.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { VarSafety } from '../var-safety/index.js';
import type { BuiltAddon, BuiltCluster } from './built-cluster.js';
import type { CompiledObject } from './compiled-object.js';
import type { AppLayout, ClusterLayout } from './layout.js';
import type { OwnKinds } from './own-kinds.js';
import type { PatchedText } from './patched-texts.js';

export type { CompiledObject, PlaceRisk, QuotingPlan } from './compiled-object.js';

export interface CompiledAddon {
  readonly built: BuiltAddon;
  readonly objects: readonly CompiledObject[];
  readonly entry: readonly CompiledObject[];
  /** What its Kustomization puts into the objects before Flux substitutes. */
  readonly patched: readonly PatchedText[];
}

export interface CompiledCluster {
  readonly app: AppSettings;
  readonly cluster: AnyFluxCluster;
  readonly built: BuiltCluster;
  /** Where the app's files lie. */
  readonly appLayout: AppLayout;
  readonly layout: ClusterLayout;
  readonly addons: readonly CompiledAddon[];
  readonly contract: Contract;
  /** The kinds of the CRD files that the app names. */
  readonly ownKinds: OwnKinds;
  /** Has the answers about the cluster's vars that compiling has found. */
  readonly varSafety: VarSafety;
  /** What others bring to it; undefined where that wasn't looked at. */
  readonly others?: OthersInBase | undefined;
  readonly problems: readonly Diagnostic[];
}
