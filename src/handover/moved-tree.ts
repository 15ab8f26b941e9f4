import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseTree } from '../base/base-tree.js';
import type { Base } from '../base/find-base.js';
import type { Git } from '../base/git.js';
import { parseObjects } from '../base/parse-objects.js';
import type { AppSettings } from '../compile/declared-app.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { readHeader } from '../tree/header.js';
import { inProject, readOwnHeader } from '../tree/own-file.js';
import { treeMoved } from './diagnostics.js';

/** The tree of a cluster that lies elsewhere in the base than where synth writes it now. */
export interface MovedTree {
  readonly tree: BaseTree;
  /** With the settings that the old tree was written with. */
  readonly app: AppSettings;
  /** The old tree's folder on the disk. */
  readonly root: string;
}

/**
 * Finds a cluster's tree where the base has it: the app's `root` may have changed, or the project may have moved in its
 * repository. A project that still is where the tree lies has the tree for itself.
 */
export const tryFindMovedTree = (git: Git, base: Base, app: AppSettings, cluster: string): MovedTree | undefined => {
  const whole = new BaseTree(git, base, app, true);
  const entries = [...whole.blobs.keys()].filter((path) => `/${path}`.includes(`/clusters/${cluster}/`));
  for (const [path, text] of whole.read(entries.filter((one) => one.endsWith('.yaml')))) {
    const header = readHeader(path, text);
    const start = header?.file?.indexOf(`/clusters/${cluster}/`) ?? -1;
    if (header?.file === undefined || header.cluster !== cluster || header.addon === undefined || start <= 0) continue;
    if (!`/${path}`.endsWith(`/${header.file}`)) continue;
    const prefix = path.slice(0, -header.file.length);
    const root = header.file.slice(0, start);
    if (prefix === git.prefix && root === app.root) continue;
    if (prefix !== git.prefix && existsSync(join(git.top, prefix, 'cdk8s.yaml'))) continue;
    const old: AppSettings = { ...app, root, pathPrefix: pathPrefixIn(text, cluster) ?? root };
    return { tree: new BaseTree(git, base, old, false, prefix), app: old, root: join(git.top, prefix, root) };
  }
  return undefined;
};

/** What the paths of the old tree's Kustomizations begin with. */
const pathPrefixIn = (text: string, cluster: string): string | undefined => {
  for (const { spec } of parseObjects(text)) {
    const path = isObject(spec) && typeof spec['path'] === 'string' ? spec['path'].replace(/^(\.?\/)+/, '') : '';
    const found = /^(?:(.*)\/)?[^/]+\/([^/]+)\/[^/]+\/?$/.exec(path);
    if (found?.[2] === cluster) return found[1] ?? '';
  }
  return undefined;
};

/** @param hasMoves objects change their owner in the same change, which a handover can't take apart there */
export const movedTreeProblem = (
  { tree, app: old, root }: MovedTree,
  app: AppSettings,
  cluster: string,
  hasMoves: boolean,
): Diagnostic => {
  const inFolder = (path: string): boolean =>
    path.startsWith(`clusters/${cluster}/`) && !path.startsWith(`clusters/${cluster}/flux-system/`);
  const others = [...tree.read([...tree.blobs.keys()].filter(inFolder))]
    .filter(([path, text]) => readOwnHeader(old.root, path, text) === undefined)
    .map(([path]) => `${tree.root}/${path}`);
  const next = inProject(app.pathPrefix, `clusters/${cluster}`);
  const back = `give the app its old place again (root: '${old.root}')`;
  return diagnose(treeMoved, {
    ...(hasMoves ? { severity: 'error' } : {}),
    message: `the tree of cluster "${cluster}" is in "${tree.root}" at ${tree.base.revision}, and synth writes it to "${app.root}" now: Flux applies the old one until it is told to read the new one`,
    at: { cluster },
    notes: [
      existsSync(root)
        ? `"${tree.root}" is still there, and synth no longer changes it`
        : `"${tree.root}" is gone here: Flux would find nothing where it reads, and apply nothing more`,
      ...(others.length === 0
        ? []
        : [`move these along, or Flux deletes what they declare: ${others.sort().join(', ')}`]),
    ],
    fix: hasMoves
      ? `move the tree in a change of its own, without changes of owners; or ${back}`
      : `commit both trees and let Flux read the new one: flux bootstrap with --path=${next}, which takes Flux's own files along (of a FluxInstance, spec.sync.path); when that is reconciled, delete "${tree.root}". Or ${back}`,
  });
};
