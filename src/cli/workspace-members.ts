import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';

/** There is one of each in a process, the project's. */
const ONE_EACH = /^(?:fluxspan|cdk8s|cdk8s-plus-\d+|constructs|zod)$/;

/** `@example/addons/web` → `@example/addons`; undefined for a path, and for what Node brings. */
const packageOf = (specifier: string): string | undefined =>
  /^(?:[./]|node:|[a-z]:)/i.test(specifier) ? undefined : /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];

/** The folder that a package is linked to, as npm, pnpm, Yarn and Bun do with members of a workspace. */
const linkedTo = (name: string, from: string): string | undefined => {
  for (let folder = from; ; folder = dirname(folder)) {
    try {
      const path = realpathSync(join(folder, 'node_modules', name));
      return /[\\/]node_modules[\\/]/.test(path) ? undefined : path;
    } catch {
      if (dirname(folder) === folder) return undefined;
    }
  }
};

/** Whether Node or the project has it, wherever it is imported. */
export const isOneEach = (specifier: string): boolean => {
  const name = packageOf(specifier);
  return name === undefined || ONE_EACH.test(name);
};

/** The folder of the member of a workspace that a specifier names; undefined where it names none. */
export const memberOf = (specifier: string, from: string): string | undefined => {
  const name = packageOf(specifier);
  return name === undefined || ONE_EACH.test(name) ? undefined : linkedTo(name, from);
};

/** Whether a bundle leaves a package of the project's workspace to Node, which reads no TypeScript before version 22.18. */
export const leavesMember = ({ outputs }: Metafile, folder: string): boolean =>
  Object.values(outputs).some(({ imports }) =>
    imports.some(({ path, external }) => external === true && memberOf(path, folder) !== undefined),
  );
