import type { TerraformRead } from '../../terraform/read/index.js';
import type { FolderTree } from '../folder-tree.js';
import type { TerraformData } from './data-findings.js';
import { type MadeObjects, madeObjectsOf } from './made-objects.js';
import { type IsMentioned, openMentions } from './mentions.js';

/** All of Terraform that clusters are compared with. */
export interface ComparedTerraform extends TerraformData {
  readonly reads: readonly TerraformRead[];
  readonly made: MadeObjects;
  readonly isMentioned: IsMentioned;
}

export const compareTerraform = (
  reads: readonly TerraformRead[],
  { written, remote }: TerraformData,
  tree: Pick<FolderTree, 'blobs' | 'textOf'>,
): ComparedTerraform => ({
  reads,
  written,
  remote,
  made: madeObjectsOf(reads),
  isMentioned: openMentions(tree, reads),
});
