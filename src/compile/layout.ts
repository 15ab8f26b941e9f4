import { posix } from 'node:path';
import type { AppSettings } from '../declared/declared-app.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { clusterFolders } from './diagnostics.js';
import type { ProjectPlace } from './find-project-place.js';

/** What of an app says where its files lie. */
export type PlacedApp = Pick<AppSettings, 'root' | 'pathPrefix' | 'source' | 'name'> & {
  readonly clusters: readonly (Pick<AnyFluxCluster, 'name' | 'path' | 'place'> &
    Partial<Pick<AnyFluxCluster, 'readme'>>)[];
};

/** Where generated files lie. All paths of a plan start from `root`. */
export interface TreePlace {
  /** Relative to the project: the app's `root`, or the nearest folder above it that has the clusters' folders too. */
  readonly root: string;
  /** The name of the app that writes there, if it has one: files of another app aren't its own. */
  readonly app?: string | undefined;
  /** The folders that hold generated files, relative to `root`; `''`: all that is there. */
  readonly folders: readonly string[];
  /** What sums each cluster up: files that a cluster's `readme` gives another name. */
  readonly readmes: ReadonlySet<string>;
  /** A path as headers and messages have it: relative to the project. */
  inProject(path: string): string;
  /** The file that lists the checksums of an addon's files. */
  checksums(cluster: string, addon: string): string;
  /** Whether a file is where such lists are. */
  isChecksums(path: string): boolean;
  /** Whether Flux has a folder for itself: `flux-system` in a cluster's folder. */
  isFluxOwn(folder: string): boolean;
  /** A path from the app's `root`: where the versions were written that put no path into a header. */
  inAppRoot(path: string): string | undefined;
}

/** Where one cluster's files lie; paths relative to the tree's root. */
export interface ClusterLayout {
  readonly cluster: string;
  /** What Flux's root reads: the addons' Kustomizations and sources. */
  readonly folder: string;
  /** What sums the cluster up. */
  readonly readme: string;
  /** `contract.json` and the Terraform module. */
  readonly contract: string;
  /** What applies the settings of Flux, which `flux-system/kustomization.yaml` includes. */
  readonly fluxSettings: string;
  /** The file of an addon's Kustomization. */
  entry(addon: string): string;
  /** @param kind the addon's `folder` */
  addonFolder(kind: AddonFolder, addon: string): string;
  /** The name of the addon whose entry a file is; `undefined`: it is none. */
  entryOf(path: string): string | undefined;
  /** The name of the addon that a file is of: its entry, or one in its folder. */
  addonOf(path: string): string | undefined;
  /** The cluster's folders: what Flux's root reads, the contract, and those of addons. */
  readonly folders: readonly string[];
  /** Whether a file is in the folder that Flux's root reads. */
  isInFolder(path: string): boolean;
  /** Whether a file is in one of the cluster's folders, and isn't Flux's own. */
  holds(path: string): boolean;
}

/** Where all files of an app lie: the one home of that, which everything asks. */
export interface AppLayout extends TreePlace {
  /** The tree's root from the repository's: `infra/platform/k8s`; `''`: the same. */
  readonly inRepository: string;
  /** Where the paths of Flux's Kustomizations start, from the repository's root; empty, or with a `/` at the end. */
  readonly sourceRoot: string;
  /** Where the app's `root` lies in the source. */
  readonly pathPrefix: string;
  readonly place: ProjectPlace;
  /** What Flux's Kustomizations read from. */
  readonly source: PlacedApp['source'];
  /** The folders that hold clusters' folders, or are such, from the tree's root: also of clusters that aren't declared. */
  readonly clusterFolders: readonly string[];
  /** The clusters that the app declares, by name. */
  readonly clusters: ReadonlyMap<string, ClusterLayout>;
  /** Of a cluster that the app doesn't declare, where it would lie without a `path`. */
  of(cluster: string): ClusterLayout;
  /** The cluster that a file below the app's root is of, by the folder that it is in. */
  tryClusterName(path: string): string | undefined;
  /** A folder of an addon, as the Kustomization that reads it names it: `./k8s/addons/dev/web`. */
  sourcePath(folder: string): string;
  problemsOf(cluster: string): readonly Diagnostic[];
}

export const ADDON_FOLDERS = ['addons', 'crds', 'apps', 'tenants'] as const;
export type AddonFolder = (typeof ADDON_FOLDERS)[number];
const CLUSTER_FILE = /^(?:addons|apps|checksums|clusters|contract|crds|flux-settings)\/([^/]+)\/./;
/** What lies below the app's root. */
const TOP_FOLDERS = [...ADDON_FOLDERS, 'checksums', 'clusters', 'contract', 'flux-settings'] as const;

/** Lays an app out: from its settings, and from where its project lies in the repository. */
export const layOut = (app: PlacedApp, place: ProjectPlace): AppLayout => {
  const project = place.prefix.replace(/\/$/, '');
  const appRoot = posix.join(project, app.root).replace(/^\.$/, '');
  const folderOf = (name: string, path: string | undefined) => path ?? join(appRoot, `clusters/${name}`);
  const folders = app.clusters.map(({ name, path }) => folderOf(name, path));
  const top = folders.reduce(commonFolder, appRoot);
  const base = below(top, appRoot)!;
  const clusterLayout = (name: string, path?: string, readme = 'README.md'): ClusterLayout =>
    layOutCluster(name, below(top, folderOf(name, path)) ?? join(base, `clusters/${name}`), readme, base);
  const clusters = new Map(app.clusters.map(({ name, path, readme }) => [name, clusterLayout(name, path, readme)]));
  const pathPrefix = app.pathPrefix ?? (app.source.kind === 'GitRepository' ? appRoot : app.root);
  const problems = folderProblems(app.clusters, clusters, base, top);
  return {
    ...treePlace(
      posix.relative(project, top),
      (path) => posix.relative(below(top, project) ?? '', path),
      base,
      app.root === '' ? TOP_FOLDERS.map((one) => join(base, one)) : [base],
      [...clusters.values()],
    ),
    app: app.name,
    inRepository: top,
    sourceRoot: sourceRootOf(appRoot, pathPrefix),
    pathPrefix,
    place,
    source: app.source,
    clusterFolders: outermost([join(base, 'clusters'), ...[...clusters.values()].map(({ folder }) => folder)]),
    clusters,
    of: (name) => clusters.get(name) ?? clusterLayout(name),
    tryClusterName: (path) => CLUSTER_FILE.exec(below(base, path) ?? '')?.[1],
    sourcePath: (folder) => `./${join(pathPrefix, below(base, folder)!)}`,
    problemsOf: (name) => problems.filter(({ at }) => at.cluster === name),
  };
};

/** The tree of an app without clusters that have folders of their own, whose project is a repository. */
export const treeAt = (root = 'k8s'): AppLayout =>
  layOut({ root, pathPrefix: undefined, source: FLUX_SOURCE, clusters: [] }, { prefix: '' });

const FLUX_SOURCE = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' } as const;

const treePlace = (
  root: string,
  fromAbove: (path: string) => string,
  base: string,
  appFolders: readonly string[],
  clusters: readonly ClusterLayout[],
): TreePlace => {
  const clusterFolders = clusters.map(({ folder }) => folder);
  const owned = new Set(clusterFolders.map((folder) => join(folder, 'flux-system')));
  const usual = `${join(base, 'clusters')}/`;
  const checksums = join(base, 'checksums');
  return {
    root,
    folders: outermost([...appFolders, ...clusterFolders]),
    readmes: new Set(clusters.map(({ readme }) => readme)),
    inProject: root.startsWith('..') ? fromAbove : (path) => join(root, path),
    isFluxOwn: (folder) => owned.has(folder) || (folder.startsWith(usual) && folder.endsWith('/flux-system')),
    inAppRoot: (path) => below(base, path),
    checksums: (cluster, addon) => `${checksums}/${cluster}/${addon}.txt`,
    isChecksums: (path) => path.startsWith(`${checksums}/`),
  };
};

const layOutCluster = (cluster: string, folder: string, readme: string, base: string): ClusterLayout => {
  const contract = join(base, `contract/${cluster}`);
  const addonFolders = ADDON_FOLDERS.map((one) => join(base, `${one}/${cluster}`));
  const fluxSettings = join(base, `flux-settings/${cluster}`);
  const inside = [folder, contract, fluxSettings, ...addonFolders];
  const entryOf = (path: string) => /^([^/]+)\.yaml$/.exec(below(folder, path) ?? '')?.[1];
  return {
    cluster,
    folder,
    readme: join(folder, readme),
    contract,
    fluxSettings,
    entry: (addon) => join(folder, `${addon}.yaml`),
    addonFolder: (kind, addon) => join(base, `${kind}/${cluster}/${addon}`),
    entryOf,
    addonOf: (path) => entryOf(path) ?? addonFolders.flatMap((one) => below(one, path)?.split('/')[0] ?? [])[0],
    folders: outermost(inside),
    isInFolder: (path) => path.startsWith(`${folder}/`),
    holds: (path) =>
      inside.some((one) => path.startsWith(`${one}/`)) && !path.startsWith(`${join(folder, 'flux-system')}/`),
  };
};

/** What keeps clusters from having their folders: each must hold the cluster's entries, and nothing else of the tree. */
const folderProblems = (
  clusters: PlacedApp['clusters'],
  layouts: ReadonlyMap<string, ClusterLayout>,
  base: string,
  top: string,
): readonly Diagnostic[] => {
  const taken = TOP_FOLDERS.filter((one) => one !== 'clusters').map((one) => join(base, one));
  return clusters.flatMap(({ name, path, place }, index) => {
    const { folder } = layouts.get(name)!;
    const refuse = (message: string, fix: string): Diagnostic => {
      const source = place();
      const at = { cluster: name, path: 'path', ...(source === undefined ? {} : { source }) };
      return diagnose(clusterFolders, { message, at, fix });
    };
    const inRepository = join(top, folder);
    const clash = path === undefined ? undefined : taken.find((one) => overlap(one, folder));
    const problems =
      clash === undefined
        ? []
        : [
            refuse(
              `the folder "${inRepository}" of cluster "${name}" and "${join(top, clash)}", where addons and contracts are written, lie in one another: Flux's root would apply more than the cluster's entries`,
              "give the cluster a folder beside it; or the app another `root`: new FluxApp({ root: 'k8s' })",
            ),
          ];
    for (const other of clusters.slice(0, index)) {
      const theirs = layouts.get(other.name)!.folder;
      if (other.name === name || !overlap(theirs, folder)) continue;
      const message =
        fold(theirs) === fold(folder)
          ? `clusters "${other.name}" and "${name}" have one folder: "${inRepository}"`
          : `the folders of clusters "${other.name}" and "${name}" lie in one another: "${join(top, theirs)}" and "${inRepository}"`;
      problems.push(refuse(message, 'give each cluster a folder of its own: the one that its Flux reads'));
    }
    return problems;
  });
};

const sourceRootOf = (appRoot: string, pathPrefix: string): string => {
  if (pathPrefix === '') return appRoot === '' ? '' : `${appRoot}/`;
  return `/${appRoot}`.endsWith(`/${pathPrefix}`) ? appRoot.slice(0, appRoot.length - pathPrefix.length) : '';
};

const join = (folder: string, path: string): string =>
  folder === '' ? path : path === '' ? folder : `${folder}/${path}`;

/** A path from a folder on the way to it; `undefined`: it is elsewhere. */
const below = (folder: string, path: string): string | undefined =>
  folder === ''
    ? path
    : path === folder
      ? ''
      : path.startsWith(`${folder}/`)
        ? path.slice(folder.length + 1)
        : undefined;

const commonFolder = (a: string, b: string): string => {
  const parts = b.split('/');
  const shared = a.split('/').findIndex((part, index) => part !== parts[index]);
  return shared < 0 ? a : a.split('/').slice(0, shared).join('/');
};

/** Two names that one file system may take for the same. */
const fold = (path: string): string => path.normalize('NFC').toLowerCase();

const overlap = (a: string, b: string): boolean => {
  const [one, other] = [fold(a), fold(b)];
  return below(one, other) !== undefined || below(other, one) !== undefined;
};

const outermost = (folders: readonly string[]): readonly string[] =>
  [...new Set(folders)]
    .filter((folder) => folders.every((other) => other === folder || below(other, folder) === undefined))
    .sort();
