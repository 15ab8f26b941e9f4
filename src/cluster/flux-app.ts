import { App } from 'cdk8s';
import { compileApp } from '../compile/compile-app.js';
import { openCompileContext } from '../compile/compile-context.js';
import { acceptRefsInUnions } from '../constructs/ref-unions.js';
import type { DeclaredApp, TreeSource } from '../declared/declared-app.js';
import { type AnyFluxCluster, isFluxCluster } from '../declared/declared-cluster.js';
import type { Defaults } from '../declared/defaults.js';
import type { ProtectedKind } from '../declared/protected-kind.js';
import {
  type Diagnostic,
  diagnose,
  FluxspanError,
  formatValue,
  hasErrors,
  rememberPlace,
  suggest,
  within,
} from '../diagnostics/index.js';
import { compareText } from '../json/compare-text.js';
import { isObject } from '../json/is-object.js';
import { badRollout } from '../versions/diagnostics.js';
import type { ChartVersions } from '../versions/open-versions.js';
import type { Ring, Rollout } from '../versions/ring.js';
import { appNotLoaded, clusterOptions } from './diagnostics.js';
import { absoluteFault, folderFault, trimSlashes } from './folder-fault.js';
import { defaultsOption, parseDefaults } from './parse-defaults.js';
import { type OptionType, parseOptions, text, texts } from './parse-options.js';
import { parseRollout } from './parse-rollout.js';

/** What a {@link FluxApp} takes; see docs/clusters.md. */
export interface FluxAppOptions {
  /** The folder of the tree, relative to the project; `.` for the project's own. @default 'k8s' */
  readonly root?: string;
  /**
   * The app's name, for an app that shares a tree with another one: it goes into the headers of its files, and what another
   * app has written is never changed or removed.
   * @default - none: the tree is this app's alone
   */
  readonly name?: string;
  /** Where the tree lies in the source: `platform/k8s` in a repository with more in it, `''` in an artifact of the tree alone. @default - as git has it; in an artifact, `root` */
  readonly pathPrefix?: string;
  /** What the Kustomizations read. @default - the GitRepository flux-system, which `flux bootstrap` makes */
  readonly source?: TreeSource;
  /**
   * YAML files with CRDs of your own kinds, relative to the project, in addition to those that `fluxspan import crd` wrote.
   * Of a kind that an addon's CRD describes as well, the one in the tree counts.
   *
   * @default - none: such objects are counted in a notice
   */
  readonly schemas?: readonly string[];
  /**
   * Kinds whose objects stand for something that Flux can't bring back: synth refuses to remove one until the cluster's
   * code declares it. Those of Crossplane, cloud and database operators are known without it.
   * @default - none
   */
  readonly protectedKinds?: readonly ProtectedKind[];
  /** Clusters that other apps generate into the same tree: synth doesn't tell of their files. @default - none */
  readonly otherClusters?: readonly string[];
  /** Settings of the Kustomizations and releases of all addons. @default - none */
  readonly defaults?: Defaults;
  /**
   * The rings in which clusters get a change, in order: names of rings, each with the names of its clusters. versions.yaml
   * then has a version for each ring, and `fluxspan promote` gives the next ring what the one before it has.
   *
   * @example rollout: { dev: ['dev'], staging: ['staging'], prod: ['prod-eu', 'prod-us'] }
   * @default - none: all clusters get a change at once
   * @see docs/how-to/promote.md
   */
  readonly rollout?: Readonly<Record<string, readonly string[]>>;
  /**
   * The versions of addons that come with fluxspan, from the project's versions.yaml: `chartVersions` of
   * `imports/versions.ts`. An update of the package then changes none of them, and `npx fluxspan upgrade` takes newer ones.
   *
   * @default - each addon has the version of the package that is installed
   * @see docs/updates.md
   */
  readonly chartVersions?: ChartVersions;
}

const sourceKinds: readonly unknown[] = [
  'GitRepository',
  'OCIRepository',
  'Bucket',
  'ExternalArtifact',
] satisfies TreeSource['kind'][];

const optionTypes: Readonly<Record<keyof FluxAppOptions, OptionType>> = {
  root: text("give a relative path: 'k8s'"),
  name: {
    accepts: (value) => typeof value === 'string' && /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(value),
    fix: "give it lower-case letters, digits and dashes: 'platform'",
  },
  pathPrefix: { accepts: (value) => typeof value === 'string', fix: "give a relative path: 'platform/k8s'" },
  source: {
    accepts: (value) =>
      isObject(value) &&
      sourceKinds.includes(value['kind']) &&
      typeof value['name'] === 'string' &&
      ['string', 'undefined'].includes(typeof value['namespace']),
    fix: "give its kind and name: { kind: 'GitRepository', 'OCIRepository', 'Bucket' or 'ExternalArtifact', name: '…' }",
  },
  schemas: texts("give a list of files: ['crds/widgets.yaml']"),
  protectedKinds: {
    accepts: (value) => Array.isArray(value) && value.every(isProtectedKind),
    fix: "give a list: [{ group: 'db.example.org', kind: 'Database', loses: 'the database and its data' }]",
  },
  otherClusters: texts("give a list of names: ['staging']"),
  defaults: defaultsOption,
  // Read by parseRollout, which says more.
  rollout: { accepts: () => true, fix: '' },
  chartVersions: {
    accepts: (value) => typeof value === 'function',
    fix: "give the function: import { chartVersions } from '../imports/versions.js'",
  },
};

const isProtectedKind = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['group'] === 'string' &&
  value['group'] !== '*' &&
  ['kind', 'loses'].every((key) => ['string', 'undefined'].includes(typeof value[key])) &&
  Object.keys(value).every((key) => ['group', 'kind', 'loses'].includes(key));

const FLUX_APP = Symbol.for('fluxspan.fluxApp');

export const isFluxApp = (value: unknown): value is FluxApp => {
  try {
    return typeof value === 'object' && value !== null && FLUX_APP in value;
  } catch {
    // Somebody's proxy.
    return false;
  }
};

let isLoading = false;

/** Runs what loads a module that makes an app: the command, not the module, says what becomes of it. */
export const whileLoading = async <T>(load: () => Promise<T>): Promise<T> => {
  isLoading = true;
  try {
    return await load();
  } finally {
    isLoading = false;
  }
};

/** The clusters of one repository. The module that `fluxspan.app` in cdk8s.yaml names exports it as default. */
export class FluxApp extends App implements DeclaredApp {
  readonly root: string;
  readonly name: string | undefined;
  readonly pathPrefix: string | undefined;
  readonly source: Required<TreeSource>;
  readonly schemas: readonly string[];
  readonly protectedKinds: readonly ProtectedKind[];
  readonly otherClusters: readonly string[];
  readonly defaults: Defaults;
  readonly rollout: Rollout | undefined;
  readonly chartVersions: ChartVersions | undefined;
  readonly place: () => string | undefined;
  readonly problems: readonly Diagnostic[];

  constructor(options: FluxAppOptions = {}) {
    super();
    acceptRefsInUnions(this);
    Object.defineProperty(this, FLUX_APP, { value: true });
    this.place = rememberPlace();
    const problems: Diagnostic[] = [];
    const good = parseOptions<FluxAppOptions>('a FluxApp', 'the app', options, optionTypes, (problem) =>
      problems.push(problem),
    );
    const root = trimSlashes(good.root ?? 'k8s');
    this.root = root === '.' ? '' : root;
    this.name = good.name;
    this.pathPrefix = good.pathPrefix === undefined ? undefined : trimSlashes(good.pathPrefix);
    this.source = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system', ...good.source };
    this.schemas = good.schemas ?? [];
    this.protectedKinds = good.protectedKinds ?? [];
    this.otherClusters = good.otherClusters ?? [];
    this.defaults = parseDefaults('the app', good.defaults, (problem) => problems.push(problem));
    this.rollout = parseRollout(good.rollout, (problem) => problems.push(problem));
    this.chartVersions = good.chartVersions;
    const paths = [
      ['root', good.root, root === '.' ? undefined : (absoluteFault(good.root) ?? folderFault(root))],
      [
        'pathPrefix',
        good.pathPrefix,
        absoluteFault(good.pathPrefix) ?? (this.pathPrefix ? folderFault(this.pathPrefix) : undefined),
      ],
    ] as const;
    for (const [path, given, fault] of paths) {
      if (fault === undefined) continue;
      problems.push(
        diagnose(clusterOptions, {
          message: `the ${path} ${formatValue(given)} ${fault}`,
          at: { path },
          fix: "give a relative path without '..', such as 'k8s'",
        }),
      );
    }
    const source = problems.length === 0 ? undefined : this.place();
    this.problems = source === undefined ? problems : problems.map((problem) => within({ source }, problem));
  }

  /** In the order of their names. */
  get clusters(): readonly AnyFluxCluster[] {
    return this.node.children.filter(isFluxCluster).sort((a, b) => compareText(a.name, b.name));
  }

  /**
   * The ring of a cluster, for code that runs before its addons are built: `setting('replicas', app.ringOf(name))`.
   *
   * @returns undefined if the app has no rollout
   * @throws FluxspanError for a cluster that is in no ring
   */
  ringOf(cluster: string): Ring | undefined {
    const found = this.rollout?.find(({ clusters }) => clusters.includes(cluster));
    if (found !== undefined || this.rollout === undefined) return found;
    const source = rememberPlace()();
    throw new FluxspanError([
      diagnose(badRollout, {
        message: `cluster ${formatValue(cluster)} is in no ring of the rollout`,
        at: { path: 'rollout', ...(source === undefined ? {} : { source }) },
        fix: suggest(
          String(cluster),
          this.rollout.flatMap(({ clusters }) => clusters),
        ),
      }),
    ]);
  }

  /**
   * cdk8s's own output, under `dist/`: the same objects, one file for each addon. The tree is `fluxspan synth`'s, which
   * also applies the rules.
   *
   * @throws FluxspanError with what is wrong with the clusters
   */
  override synth(): void {
    this.#mayRun('synth');
    this.#build();
    super.synth();
  }

  override synthYaml(): string {
    this.#mayRun('synthYaml');
    this.#build();
    return super.synthYaml();
  }

  #mayRun(method: string): void {
    if (!isLoading) return;
    throw new FluxspanError([
      diagnose(appNotLoaded, {
        message: `the app calls ${method}() while it is loaded, which would write another tree beside this one`,
        fix: `export the app without it; what calls app.${method}() is a module of its own, which cdk8s runs`,
      }),
    ]);
  }

  #build(): void {
    const { problems } = compileApp(this, openCompileContext(this));
    if (hasErrors(problems)) throw new FluxspanError(problems);
  }
}
