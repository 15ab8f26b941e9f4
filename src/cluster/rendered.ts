import type { Contract } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { AnyFluxCluster } from './any-cluster.js';
import type { AppSettings } from './app-settings.js';
import type { BuiltAddon, BuiltCluster } from './build.js';
import type { RenderedObject } from './rendered-object.js';

export type { Json, PlaceRisk, RenderedObject } from './rendered-object.js';

export interface RenderedAddon {
  readonly built: BuiltAddon;
  readonly objects: readonly RenderedObject[];
  readonly entry: readonly RenderedObject[];
}

export interface RenderedCluster {
  readonly app: AppSettings;
  readonly cluster: AnyFluxCluster;
  readonly built: BuiltCluster;
  readonly addons: readonly RenderedAddon[];
  readonly contract: Contract;
  readonly problems: readonly Diagnostic[];
}
