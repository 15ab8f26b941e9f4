import { posix } from 'node:path';
import type { TerraformFiles } from '../../../src/terraform/read/index.js';

/** Files of a repository in memory. */
export const terraformFiles = (texts: Readonly<Record<string, string>>): TerraformFiles => ({
  list: (folder) => {
    const names = Object.keys(texts).filter((path) => posix.dirname(path) === (folder === '' ? '.' : folder));
    return names.length === 0 ? undefined : names.map((path) => posix.basename(path));
  },
  read: (path) => texts[path],
});
