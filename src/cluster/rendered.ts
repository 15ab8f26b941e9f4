import type { ApiObject } from 'cdk8s';
import type { Reference } from '../constructs/reference.js';
import type { Contract } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { AnyFluxCluster } from './any-cluster.js';
import type { BuiltAddon, BuiltCluster } from './build.js';
import type { FluxApp } from './flux-app.js';

export type Json = Readonly<Record<string, unknown>>;

/** One object of a cluster as plain JSON, with what is known of where it came from. */
export interface RenderedObject {
  readonly addon: string;
  /** The Kustomization that owns it; `flux-system` for what the root's folder holds. */
  readonly owner: string;
  readonly group: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** `Kind/name`. */
  readonly title: string;
  readonly json: Json;
  readonly construct: ApiObject;
  readonly references: readonly Reference[];
  /** cdk8s derived the name from the construct's path. */
  readonly derivedName: boolean;
}

export interface RenderedAddon {
  readonly built: BuiltAddon;
  readonly objects: readonly RenderedObject[];
  readonly entry: readonly RenderedObject[];
}

export interface RenderedCluster {
  readonly app: FluxApp;
  readonly cluster: AnyFluxCluster;
  readonly built: BuiltCluster;
  readonly addons: readonly RenderedAddon[];
  readonly contract: Contract;
  readonly problems: readonly Diagnostic[];
}
