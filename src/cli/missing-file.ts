import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAMAGED } from '../diagnostics/damaged.js';
import { tryError } from '../diagnostics/thrown.js';

/** What to say where a file of the package itself isn't there, or only a part of it: an installation was cut short. */
export const missingFile = (
  error: unknown,
  here = fileURLToPath(import.meta.url),
): { readonly message: string; readonly fix: string } | undefined => {
  const thrown = tryError(error) as NodeJS.ErrnoException | undefined;
  const end = here.lastIndexOf(`${sep}dist${sep}src${sep}`);
  if (end === -1 || !['ERR_MODULE_NOT_FOUND', 'ENOENT', DAMAGED].includes(thrown?.code ?? '')) return undefined;
  const folder = here.slice(0, end);
  const path = thrown?.path ?? /^Cannot find module '([^']+)'/.exec(thrown?.message ?? '')?.[1];
  if (path?.startsWith(folder + sep) !== true) return undefined;
  const file = path.slice(folder.length + 1).replaceAll(sep, '/');
  // In its own repository, other files are those of a project.
  if (!isBuilt(file) && !/^(?:imports\/schemas|templates)(?:\/|$)/.test(file)) return undefined;
  return {
    message: `fluxspan isn't complete: "${file}" is ${thrown?.code === DAMAGED ? 'damaged' : 'missing'}`,
    fix: `delete ${folder}, and run npm install; in the repository of fluxspan: ${isBuilt(file) ? 'npm run build' : `git checkout ${file}`}`,
  };
};

const isBuilt = (file: string): boolean => /^dist(?:\/|$)/.test(file);
