import { App } from 'cdk8s';
import { type Diagnostic, diagnose, rememberPlace, suggest, within } from '../diagnostics/index.js';
import { type AnyFluxCluster, isFluxCluster } from './any-cluster.js';
import type { AppSettings, TreeSource } from './app-settings.js';
import { buildCluster } from './build.js';

export interface FluxAppOptions {
  /** The folder of the tree, relative to the project. @default 'k8s' */
  readonly root?: string;
  /** Where the tree lies in the source: `platform/k8s` in a repository with more in it, `''` in an artifact of the tree alone. @default - `root` */
  readonly pathPrefix?: string;
  /** @default - the GitRepository flux-system, which `flux bootstrap` makes */
  readonly source?: TreeSource;
  /** Files with CRDs of your own kinds, relative to the project. */
  readonly schemas?: readonly string[];
}

const FLUX_APP = Symbol.for('fluxspan.fluxApp');

export const isFluxApp = (value: unknown): value is FluxApp =>
  typeof value === 'object' && value !== null && FLUX_APP in value;

/** The clusters of one repository. The module that `fluxspan.app` in cdk8s.yaml names exports it as default. */
export class FluxApp extends App implements AppSettings {
  readonly root: string;
  readonly pathPrefix: string;
  readonly source: Required<TreeSource>;
  readonly schemas: readonly string[];
  readonly problems: readonly Diagnostic[];

  constructor(options: FluxAppOptions = {}) {
    super();
    Object.defineProperty(this, FLUX_APP, { value: true });
    this.root = trimSlashes(options.root ?? 'k8s');
    this.pathPrefix = trimSlashes(options.pathPrefix ?? this.root);
    this.source = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system', ...options.source };
    this.schemas = options.schemas ?? [];
    const known = ['root', 'pathPrefix', 'source', 'schemas'];
    const problems: Diagnostic[] = [];
    for (const key of Object.keys(options)) {
      if (known.includes(key)) continue;
      problems.push(
        diagnose('FX209', { message: `a FluxApp has no option "${key}"`, at: { path: key }, fix: suggest(key, known) }),
      );
    }
    if (this.root === '' || this.root.split('/').some((part) => part === '..' || part === '.' || part === '')) {
      problems.push(
        diagnose('FX209', {
          message: `the root ${JSON.stringify(options.root)} is no folder inside the project`,
          at: { path: 'root' },
          fix: "give a relative path without '..', such as 'k8s'",
        }),
      );
    }
    const source = problems.length === 0 ? undefined : rememberPlace()();
    this.problems = source === undefined ? problems : problems.map((problem) => within({ source }, problem));
  }

  /** In the order of their names. */
  get clusters(): readonly AnyFluxCluster[] {
    return this.node.children.filter(isFluxCluster).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** cdk8s's own output, under `dist/`: the same objects, one file for each addon. The tree is `fluxspan synth`'s. */
  override synth(): void {
    this.#build();
    super.synth();
  }

  override synthYaml(): string {
    this.#build();
    return super.synthYaml();
  }

  #build(): void {
    for (const cluster of this.clusters) buildCluster(this, cluster);
  }
}

const trimSlashes = (path: string): string => path.replace(/^(\.?\/)+|\/+$/g, '');
