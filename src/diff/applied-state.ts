import type { ClusterState } from '../applied/cluster-state.js';
import type { NotSeen } from '../applied/view/flux-view.js';
import type { Contract } from '../contract/index.js';
import type { JsonObject } from '../json/json-value.js';

/** All that Flux applies to one cluster in one state: a revision, the work tree, or either with other inputs. */
export interface AppliedState {
  readonly cluster: string;
  /** Owners and objects as the plan compares them, with vars where their values aren't in the repository. */
  readonly state: ClusterState;
  /** An object as the API server gets it, by its key in {@link state}. */
  readonly applied: (key: string) => AppliedObject | undefined;
  /** What an object's applied form is made of: where it is the same in two states, so is the object. */
  readonly source: (key: string) => AppliedSource | undefined;
  /** What isn't known of it. */
  readonly notSeen: readonly NotSeen[];
  /** Keys of what the plan takes and others have let go of already: the first step of an adoption. @default - nothing */
  readonly letGo?: ReadonlySet<string>;
  /** What it asks of Terraform. @default - nothing */
  readonly contract?: Contract | undefined;
  /** Nothing of the cluster is there, or no more than Flux itself. */
  readonly isAbsent: boolean;
}

/** An object after patches, substitution and the composition of values. Secret values are marks in it. */
export interface AppliedObject {
  readonly json: JsonObject;
  /** Of a HelmRelease: the values that Helm gets, composed of all layers that are known. */
  readonly values?: JsonObject;
  /** Layers of values that only the cluster has: `Secret web/web-password`. */
  readonly unknownLayers?: readonly string[];
  /** Why Flux doesn't apply it, in Flux's words. */
  readonly error?: string;
}

export interface AppliedSource {
  /** As kustomize builds it. */
  readonly built: JsonObject;
  /** All that the owner adds: vars, and how Flux substitutes them. */
  readonly vars: string;
  readonly commonMetadata: unknown;
}

/** The state of a cluster that isn't there. */
export const absentState = (cluster: string, state: ClusterState): AppliedState => ({
  cluster,
  state,
  applied: () => undefined,
  source: () => undefined,
  notSeen: [],
  isAbsent: true,
});
