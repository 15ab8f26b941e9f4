import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { BaseTree, inRepository } from '../../applied/base-tree.js';
import type { Base } from '../../applied/find-base.js';
import type { Git } from '../../applied/git.js';
import { readableObjects } from '../../applied/parse-objects.js';
import { type AppLayout, type ClusterLayout, layOut } from '../../compile/layout.js';
import type { AppSettings } from '../../declared/declared-app.js';
import type { AnyFluxCluster } from '../../declared/declared-cluster.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { readRegularFile } from '../../files/read-file.js';
import { KUSTOMIZATION_FILES } from '../../flux/kustomization-file-names.js';
import { compareText } from '../../json/compare-text.js';
import { isObject } from '../../json/is-object.js';
import { readHeader } from '../../tree/header.js';
import { readOwnHeader } from '../../tree/own-file.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { folderMoved, treeMoved } from './diagnostics.js';
import { rootReads } from './root-reads.js';

/** A cluster's tree that the base has in another place than where synth writes it now. */
export interface MovedTree {
  readonly tree: BaseTree;
  /** The location of its files in the base. */
  readonly layout: AppLayout;
  /** The app's `root` in the base, relative to the project's folder at that time. */
  readonly appRoot: string;
  /** The old tree's folder on the disk. */
  readonly root: string;
}

/**
 * Finds a cluster in the base by its generated summary: its folder or the app's `root` may have changed, or the project
 * may have moved in its repository. A tree that lies in an existing project belongs to that project alone.
 */
export const tryFindMovedTree = (
  git: Git,
  base: Base,
  app: AppSettings,
  layout: AppLayout,
  { name, place, readme = 'README.md' }: AnyFluxCluster,
): MovedTree | undefined => {
  const whole = new BaseTree(git, base, layout, true);
  const names = new Set(['README.md', readme]);
  const ofCluster = (paths: readonly string[]) =>
    [...whole.read(paths)]
      .map(([path, text]) => ({ path, header: readHeader(path, text) }))
      .filter(({ header }) => header?.cluster === name && header.file !== undefined)
      .map(({ path, header }) => ({ path, file: header!.file!, addon: header!.addon }));
  const paths = [...whole.blobs.keys()];
  const readmes = ofCluster(paths.filter((path) => names.has(posix.basename(path)))).filter(
    ({ addon }) => addon === undefined,
  );
  const lists = ofCluster(paths.filter((path) => `/${path}`.includes(`/checksums/${name}/`)));
  // From the folder that the app's `root` names, whatever the cluster's own folder is.
  const places = [`contract/${name}/README.md`, `checksums/${name}/`];
  for (const { path, file } of [...readmes, ...lists]) {
    const inRoot = places.map((one) => `/${file}`.indexOf(`/${one}`)).find((at) => at >= 0);
    if (inRoot === undefined || !`/${path}`.endsWith(`/${file}`)) continue;
    const prefix = path.slice(0, -file.length);
    const root = file.slice(0, inRoot).replace(/\/$/, '');
    const entry = readmes.find((one) => one.path !== path && posix.join(prefix, one.file) === one.path);
    if (entry === undefined) continue;
    const folder = posix.dirname(entry.path);
    const isSameFolder = folder === inRepository({ root: layout.inRepository }, layout.of(name).folder);
    if (prefix === git.prefix && root === app.root && isSameFolder) continue;
    if (prefix !== git.prefix && existsSync(join(git.top, prefix, 'cdk8s.yaml'))) continue;
    const entries = whole.read(paths.filter((one) => posix.dirname(one) === folder)).values();
    const pathPrefix = pathPrefixIn(entries, name) ?? app.pathPrefix;
    const old = layOut(
      { root, pathPrefix, source: app.source, clusters: [{ name, path: folder, place, readme }] },
      { prefix },
    );
    return { tree: new BaseTree(git, base, old), layout: old, appRoot: root, root: join(git.top, old.inRepository) };
  }
  return undefined;
};

/** The prefix of the paths in the old tree's Kustomizations. */
const pathPrefixIn = (texts: Iterable<string>, cluster: string): string | undefined => {
  for (const text of texts) {
    for (const { spec } of readableObjects(text)) {
      const path = isObject(spec) && typeof spec['path'] === 'string' ? spec['path'].replace(/^(\.?\/)+/, '') : '';
      const found = /^(?:(.*)\/)?(?:addons|apps|crds)\/([^/]+)\/[^/]+\/?$/.exec(path);
      if (found?.[2] === cluster) return found[1] ?? '';
    }
  }
  return undefined;
};

/**
 * Reports a cluster whose folder moves: an error with the steps, until the change itself makes Flux's root read the new
 * folder.
 *
 * @param hasMoves whether objects change their owner in the same change, where a handover can't separate the two
 */
export const movedTreeProblem = (
  git: Git,
  moved: MovedTree,
  layout: AppLayout,
  plan: ClusterPlan,
  hasMoves: boolean,
): Diagnostic => {
  const { tree } = moved;
  const { cluster } = plan;
  const old = moved.layout.of(cluster);
  const from = inRepository(tree, old.folder);
  const to = inRepository({ root: layout.inRepository }, plan.layout.folder);
  const found = filesOfOthers(moved, old);
  const others = [...found.keys()];
  const isThere = existsSync(join(git.top, from));
  const roots = rootReads(git.top, from, layout.sourceRoot);
  const isTold = isThere && (roots === undefined ? isWritten(git, layout, plan) : roots.has(to));
  const at = { cluster };
  const message = `Flux's root reads "${from}" at ${tree.base.revision}, and synth writes the Kustomizations of cluster "${cluster}" to "${to}" now`;
  const fix = (first: string) => `${first}; or take the old place back: ${placeOf(moved, layout, cluster, from)}`;
  if (isTold && !hasMoves) {
    const left = leftBehind(git, found, to);
    return diagnose(treeMoved, {
      // Without a list, the root has applied every file in its folder.
      ...(left.length > 0 && roots?.has(to) === true && !isListed(moved, old) ? { severity: 'error' } : {}),
      message: `${message}: Flux applies the old folder until its root reads the new one`,
      at,
      notes: [
        `"${from}" stays, and synth no longer changes it`,
        ...(left.length === 0 ? [] : [`move these along, or Flux deletes what they declare: ${left.join(', ')}`]),
      ],
      fix: fix(`merge both folders; when Flux has reconciled that (flux get kustomizations), delete "${from}"`),
    });
  }
  const gone = `"${from}" is gone here: Flux would find nothing where it reads, and apply nothing more`;
  const steps = roots === undefined ? stepsOutside(from, to, layout, others) : stepsInside(from, to, layout, others);
  return diagnose(folderMoved, {
    message: `${message}: Flux would not read them`,
    at,
    notes: [
      ...(isThere ? [] : [gone]),
      ...[...steps, `when Flux has reconciled that (flux get kustomizations), delete "${from}"`].map(
        (step, index) => `${index + 1}. ${step}`,
      ),
    ],
    fix: fix(
      !isThere
        ? `take it back first: git restore --source ${tree.base.revision} ${from}`
        : hasMoves
          ? 'move it in a change of its own, without changes of owners'
          : 'move it in these steps',
    ),
  });
};

/** The steps where the cluster's folder contains Flux's root, as after `flux bootstrap`. */
const stepsInside = (from: string, to: string, layout: AppLayout, others: readonly string[]): readonly string[] => [
  `copy what synth doesn't write to "${to}": ${[`${from}/flux-system`, ...others].join(', ')}`,
  `let the root in both copies read it: spec.path: ${sourcePath(to, layout)} (of a FluxInstance, spec.sync.path)`,
  `run npx fluxspan synth again: it writes "${to}", and leaves "${from}" as it is; merge both`,
];

const stepsOutside = (from: string, to: string, layout: AppLayout, others: readonly string[]): readonly string[] => [
  ...(others.length === 0 ? [] : [`copy what synth doesn't write to "${to}": ${others.join(', ')}`]),
  `run npx fluxspan synth --no-base: it writes "${to}", and leaves "${from}" as it is; merge both`,
  `where Flux's root is declared, let it read the new folder: spec.path: ${sourcePath(to, layout)}`,
];

const sourcePath = (folder: string, { sourceRoot }: AppLayout): string =>
  `./${folder.startsWith(sourceRoot) ? folder.slice(sourceRoot.length) : folder}`;

/** The settings that would keep the cluster where the base has it. */
const placeOf = ({ layout: old, appRoot }: MovedTree, layout: AppLayout, cluster: string, from: string): string => {
  const isDefault = (one: AppLayout, root: string) =>
    `/${inRepository({ root: one.inRepository }, one.of(cluster).folder)}`.endsWith(
      join('/', root, 'clusters', cluster),
    );
  return isDefault(old, appRoot) && old.place.prefix === layout.place.prefix
    ? `root: '${appRoot === '' ? '.' : appRoot}', and no path`
    : `path: '${from}'`;
};

/** Files in the old folder that neither synth nor Flux's bootstrap wrote, relative to the repository's root. */
const filesOfOthers = ({ tree, layout }: MovedTree, old: ClusterLayout): ReadonlyMap<string, string> => {
  const paths = [...tree.blobs.keys()].filter((path) => old.isInFolder(path) && old.holds(path));
  return new Map(
    [...tree.read(paths)]
      .filter(([path, text]) => readOwnHeader(layout, path, text) === undefined)
      .map(([path, text]) => [inRepository(tree, path), text] as const)
      .sort(([a], [b]) => compareText(a, b)),
  );
};

const isListed = ({ tree }: MovedTree, { folder }: ClusterLayout): boolean =>
  KUSTOMIZATION_FILES.some((name) => tree.blobs.has(`${folder}/${name}`));

/** The hand-written files with an object that no file of the new folder has. */
const leftBehind = (git: Git, others: ReadonlyMap<string, string>, to: string): readonly string[] => {
  const titles = (text: string): readonly string[] =>
    readableObjects(text).flatMap(({ kind, metadata }) =>
      isObject(metadata) ? [`${String(kind)}/${String(metadata['name'])}`] : [],
    );
  const now = new Set(
    [...git.index().touched, ...git.index().blobs.keys(), ...git.index().links].flatMap((path) => {
      const file = join(git.top, path);
      const isThere = path.startsWith(`${to}/`) && /\.ya?ml$/.test(path) && existsSync(file);
      return isThere ? titles(readRegularFile(file, MEGABYTES).toString('utf8')) : [];
    }),
  );
  return [...others].flatMap(([path, text]) =>
    /\.ya?ml$/.test(path) && titles(text).some((one) => !now.has(one)) ? [path] : [],
  );
};

const MEGABYTES = 16;

/** Whether the new folder is already written, for example by `synth --no-base`. */
const isWritten = (git: Git, layout: AppLayout, { layout: { isInFolder }, files }: ClusterPlan): boolean =>
  [...files.keys()].filter(isInFolder).every((path) => existsSync(join(git.top, layout.inRepository, path)));
