import { posix } from 'node:path';
import type { Diagnostic } from '../../diagnostics/index.js';
import {
  isTerraformFile,
  loadHclParser,
  openTerraformReader,
  readTerraformArtifact,
  type TerraformRead,
} from '../../terraform/read/index.js';
import type { FolderTree } from '../folder-tree.js';

/** What Terraform does, as far as the repository and the given plans say. */
export interface AuditedTerraform {
  /** Of root modules, or of the plans that take their place. */
  readonly reads: readonly TerraformRead[];
  /** What couldn't be read. */
  readonly problems: readonly Diagnostic[];
  /** Modules from elsewhere, and more roots than are read. */
  readonly notSeen: readonly string[];
}

/** A plan, state or export that a user names. */
export interface GivenPlan {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const NOTHING: AuditedTerraform = { reads: [], problems: [], notSeen: [] };

/** Each root takes some milliseconds; a company has fewer in one repository. */
const MOST_ROOTS = 300;

/** Folders that hold no root module of this repository. */
const ASIDE = /(?:^|\/)(?:\.[^/]+|examples?|tests?|fixtures)(?:\/|$)/i;

/**
 * Reads all root modules of a repository; of given plans, those alone, since they are exact.
 *
 * @param plans `terraform show -json`, each with its name
 */
export const readTerraform = async (tree: FolderTree, plans: readonly GivenPlan[]): Promise<AuditedTerraform> => {
  if (plans.length > 0) return readPlans(plans);
  const names = new Map<string, string[]>();
  for (const path of tree.blobs.keys()) {
    const name = posix.basename(path);
    if (!/\.(?:tf|tofu|tfvars)(?:\.json)?$|^\.terraform\.lock\.hcl$/.test(name)) continue;
    const folder = posix.dirname(path).replace(/^\.$/, '');
    const there = names.get(folder);
    if (there === undefined) names.set(folder, [name]);
    else there.push(name);
  }
  const folders = [...names].flatMap(([folder, all]) => (all.some(isTerraformFile) ? [folder] : []));
  if (folders.length === 0) return NOTHING;
  const files = {
    list: (folder: string) => names.get(folder),
    read: (path: string) => tree.textOf(path),
  };
  const reader = openTerraformReader(files, await loadHclParser());
  const found = (await reader.findRoots(folders)).filter(({ folder }) => !ASIDE.test(folder));
  const certain = found.filter(({ isCertain }) => isCertain);
  // Without any setting, a folder may be a module for others; if none has one, each is a root.
  const roots = (certain.length > 0 ? certain : found).slice(0, MOST_ROOTS);
  const reads: TerraformRead[] = [];
  for (const { folder } of roots) reads.push(await reader.read(folder));
  const left = (certain.length > 0 ? certain : found).length - roots.length;
  return {
    reads,
    problems: reads.flatMap(({ problems }) => problems),
    notSeen: [
      ...new Set(
        reads.flatMap(({ unseen }) =>
          unseen.map(
            ({ source, place }) => `module ${source ?? 'with a computed source'} (${place.file}:${place.line})`,
          ),
        ),
      ),
      ...(left === 0 ? [] : [`${left} more root modules`]),
    ],
  };
};

const readPlans = (plans: readonly GivenPlan[]): AuditedTerraform => {
  const reads: TerraformRead[] = [];
  const problems: Diagnostic[] = [];
  for (const { name, bytes } of plans) {
    const read = readTerraformArtifact(bytes, name);
    if (read.ok) reads.push(read.value);
    else problems.push(read.problem);
  }
  return { reads, problems, notSeen: [] };
};
