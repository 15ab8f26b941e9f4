import { join } from 'node:path';
import type { Api } from './api.js';
import type { Deletion } from './audit-log.js';
import { startChartServer } from './chart-server.js';
import { startControlPlane } from './control-plane.js';
import { crdsOf } from './crds.js';
import { type Crossplane, startCrossplane } from './crossplane.js';
import { startFlux } from './flux.js';
import { startGitServer } from './git-server.js';
import { startImageControllers } from './image-controllers.js';
import type { KubeObject, ObjectRef } from './kube-object.js';
import { type Notifications, startNotifications } from './notifications.js';
import { redirect } from './redirect.js';
import { startSealedSecrets } from './sealed-secrets.js';
import type { StubChart } from './stub-chart.js';
import { readTree, type Tree } from './tree.js';
import { sourcesOf } from './tree-sources.js';
import { type UntilOptions, until } from './until.js';
import { untilReady } from './until-ready.js';

/** API groups of `schemas/crds/`; `templates`: where the chart has them among its templates, not in its `crds/`. */
export type ServedCrds = Readonly<Record<string, readonly string[] | { readonly templates: readonly string[] }>>;

/** What the root of Flux reads. */
export interface RootOptions {
  readonly cluster?: string;
  /** From the repository's root. @default - `k8s/clusters/<cluster>` */
  readonly path?: string;
}

/** A cluster with Flux at work, and all that it fetches. */
export interface Live extends Api {
  /** Of a user that may do everything, for other tools. */
  readonly kubeconfig: string;
  /** The process ids of all that was started. */
  pids(): readonly number[];
  /** The last lines of a process's log (`kustomize-controller`, `kube-apiserver`, …). */
  log(process: string, lines?: number): string;
  /**
   * Commits the tree as the whole repository and tells Flux, whose Kustomization `flux-system` reads
   * `./k8s/clusters/<cluster>` of it, or the `path` that is given, as after `flux bootstrap`. Gives the commit. `untilReady` waits for it.
   *
   * @param tree the files, or the path of a `k8s` folder.
   */
  applyTree(tree: Tree | string, options?: RootOptions): Promise<string>;
  /**
   * Pushes what is checked out in a clone, with its history, to that repository, in place of {@link Live.applyTree}, and
   * has Flux fetch it if it follows it already, as the webhook of a forge does. Gives the commit.
   */
  push(clone: string): Promise<string>;
  /** Commits the tree as the whole repository, and no more: {@link Live.follow} has Flux follow it. Gives the commit. */
  commit(tree: Tree | string): Promise<string>;
  /** The files of that repository as they are now: image automation may have pushed. */
  committed(): Promise<Tree>;
  /** Has Flux follow what was committed last, as in a second cluster on the same repository. */
  follow(options?: RootOptions): Promise<void>;
  /** Asks for a reconciliation now, as `flux reconcile` does. Gives the token that the object's status repeats then. */
  reconcile(ref: ObjectRef): Promise<string>;
  /** Ends a process (`helm-controller`, `kwok`, …) with SIGKILL; it stays away until `restart`. */
  kill(process: string): Promise<void>;
  /** Starts a process again, killed before if it still runs, with more arguments if given; ready when this returns. */
  restart(process: string, args?: readonly string[]): Promise<void>;
  /**
   * Ends the cluster and starts an empty one at its place; the Git server and the charts stay.
   *
   * @param options `flux`: whether with Flux; as the one before by default.
   */
  startAnew(options?: { flux?: boolean }): Promise<void>;
  /** Starts Flux, where it wasn't started with the cluster. */
  startFlux(): Promise<void>;
  /** Starts notification-controller, whose binary {@link buildBefore} builds, and has the others tell it of events. */
  startNotifications(argsOf?: Parameters<typeof startNotifications>[1]): Promise<Notifications>;
  /** Starts what finds newer images and writes them into Git, whose binaries {@link buildBefore} builds. */
  startImageControllers(): Promise<void>;
  /** Starts the controller of Sealed Secrets, whose binary {@link buildBefore} builds. Gives the URL of its certificate. */
  startSealedSecrets(args?: readonly string[]): Promise<string>;
  /** Starts Crossplane, whose binaries {@link buildBefore} builds. */
  startCrossplane(functionProgram?: string): Promise<Crossplane>;
  /** Serves stub charts, with those pushed before. */
  pushCharts(charts: readonly StubChart[]): void;
  /** Serves a Git repository under its public URL; its `main`, and the tag, become this tree. */
  pushRepository(url: string, tree: Tree, options?: { tag?: string }): Promise<void>;
  /** The local URL for each public URL of which something was pushed. */
  redirects(): Record<string, string>;
  /**
   * Serves stubs of all that the tree fetches (each chart and version, each Git path) and gives the tree that fetches
   * them from here.
   *
   * @param crds API groups whose CRDs are in them: by the chart's name or the Git repository's URL.
   */
  serveSources(tree: Tree | string, crds?: ServedCrds): Promise<Tree>;
  /** Waits until all of Flux's objects are ready at the last commit; 120 s by default. Gives them. */
  untilReady(options?: { timeout?: number }): Promise<KubeObject[]>;
  /** Waits for anything else; fails at once if a process of the cluster has ended. */
  until<T>(what: string, probe: () => Promise<T | undefined | null | false>, options?: UntilOptions): Promise<T>;
  /** What was deleted since the start: by whom, when. */
  deletions(): Deletion[];
  /** Ends everything that was started, whatever state it is in. */
  stop(): Promise<void>;
}

/**
 * Starts all of it, from binaries that are there; about 10 s.
 *
 * @param options `flux: false` leaves Flux to {@link Live.startFlux}.
 */
export const startLive = async ({ flux = true }: { flux?: boolean } = {}): Promise<Live> => {
  const plane = await startControlPlane();
  const ends = [plane.stop];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    if (flux) await startFlux(plane);
    const git = await startGitServer(join(plane.folder, 'git'));
    ends.push(git.stop);
    const charts = await startChartServer();
    ends.push(charts.stop);
    return { ...serve(plane, git, charts, flux), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const serve = (
  plane: Awaited<ReturnType<typeof startControlPlane>>,
  git: Awaited<ReturnType<typeof startGitServer>>,
  charts: Awaited<ReturnType<typeof startChartServer>>,
  flux: boolean,
): Omit<Live, 'stop'> => {
  const { api, processes } = plane;
  const redirects: Record<string, string> = {};
  let commit = '';
  let asked = 0;
  let hasFlux = flux;
  const commitTree = async (tree: Tree | string) => {
    commit = await git.commit('flux-system', treeOf(tree));
    return commit;
  };
  const treeOf = (tree: Tree | string) => (typeof tree === 'string' ? readTree(tree) : tree);

  const pushCharts = (pushed: readonly StubChart[]): void => {
    Object.assign(redirects, charts.push(pushed));
  };

  const pushRepository = async (url: string, tree: Tree, options: { tag?: string } = {}): Promise<void> => {
    const repository = new URL(url).host + new URL(url).pathname.replace(/\/$/, '').replace(/\.git$/, '');
    await git.commit(repository, tree, options);
    redirects[url.replace(/\/$/, '')] = git.urlOf(repository);
  };

  const follow = async ({ cluster = 'dev', path = `k8s/clusters/${cluster}` }: RootOptions = {}): Promise<void> => {
    await api.apply(...rootOf(path, git.urlOf('flux-system'), commit));
  };

  return {
    ...api,
    kubeconfig: plane.kubeconfig(),
    pids: processes.pids,
    log: processes.logTail,
    deletions: plane.deletions,
    pushCharts,
    pushRepository,
    redirects: () => ({ ...redirects }),
    kill: (name) => processes.end(name, 'SIGKILL'),
    restart: processes.restart,
    follow,
    async reconcile(ref) {
      const token = `${Date.now()}-${++asked}`;
      await api.patch(ref, { metadata: { annotations: { 'reconcile.fluxcd.io/requestedAt': token } } });
      return token;
    },
    async startAnew(options = {}) {
      await plane.startAnew();
      hasFlux = options.flux ?? hasFlux;
      if (hasFlux) await startFlux(plane);
    },
    async startFlux() {
      hasFlux = true;
      await startFlux(plane);
    },
    startImageControllers: () => startImageControllers(plane),
    startNotifications: (argsOf) => startNotifications(plane, argsOf),
    commit: commitTree,
    startSealedSecrets: (args) => startSealedSecrets(plane, args),
    startCrossplane: (functionProgram) => startCrossplane(plane, functionProgram),
    async applyTree(tree, options) {
      await commitTree(tree);
      await follow(options);
      return commit;
    },
    async push(clone) {
      commit = await git.push('flux-system', clone);
      if ((await api.get(rootSource)) !== undefined)
        await api.patch(rootSource, { metadata: { annotations: { 'reconcile.fluxcd.io/requestedAt': commit } } });
      return commit;
    },
    async serveSources(tree, crds = {}) {
      const files = treeOf(tree);
      const wanted = sourcesOf(files);
      pushCharts(
        wanted.charts.map((chart) => {
          const groups = crds[chart.name] ?? [];
          return { ...chart, ...('templates' in groups ? { crdTemplates: groups.templates } : { crds: groups }) };
        }),
      );
      for (const { url, tag, paths } of wanted.repositories) {
        const groups = crds[url] ?? [];
        const text = crdsOf('templates' in groups ? groups.templates : groups).map(
          (crd) => `---\n${JSON.stringify(crd)}\n`,
        );
        const served = Object.fromEntries(paths.map((path) => [join(path, 'crds.yaml'), text.join('')]));
        await pushRepository(url, served, tag === undefined ? {} : { tag });
      }
      return redirect(files, redirects);
    },
    committed: () => git.files('flux-system'),
    untilReady: (options) => untilReady(api, commit, { ...options, check: processes.check }),
    until: (what, probe, options) => until(what, probe, { check: processes.check, ...options }),
  };
};

const rootSource: ObjectRef = {
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'GitRepository',
  namespace: 'flux-system',
  name: 'flux-system',
};

/** What `flux bootstrap` makes; the annotation has the commit fetched now. */
const rootOf = (path: string, url: string, commit: string): object[] => {
  const metadata = { name: 'flux-system', namespace: 'flux-system' };
  return [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { ...metadata, annotations: { 'reconcile.fluxcd.io/requestedAt': commit } },
      spec: { interval: '1m0s', url, ref: { branch: 'main' } },
    },
    {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata,
      spec: {
        interval: '10m0s',
        path: `./${path}`,
        prune: true,
        sourceRef: { kind: 'GitRepository', name: 'flux-system' },
      },
    },
  ];
};
