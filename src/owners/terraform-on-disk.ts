import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findSymlink } from '../files/find-symlink.js';
import { readRegularFile } from '../files/read-file.js';
import type { TerraformFiles } from '../terraform/read/index.js';

/** A file of HCL that a person writes has a thousandth of it. */
const MOST_MEGABYTES = 8;

/** Terraform's files below a folder, without those that a symbolic link leads to. @param top absolute */
export const terraformOnDisk = (top: string): TerraformFiles => ({
  list: (folder) => {
    try {
      if (findSymlink(top, join(top, folder)) !== undefined) return undefined;
      return readdirSync(join(top, folder), { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name);
    } catch {
      return undefined;
    }
  },
  read: (path) => {
    try {
      if (findSymlink(top, join(top, path)) !== undefined) return undefined;
      return readRegularFile(join(top, path), MOST_MEGABYTES).toString();
    } catch {
      return undefined;
    }
  },
});
