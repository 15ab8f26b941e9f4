import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.js';

/** The packages of this repository in the place of those that a project made by `init` would install, without npm. */
export const linkPackages = (project: string): void => {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of ['cdk8s', 'cdk8s-plus-30', 'constructs', 'zod', 'typescript', 'vitest']) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir');
  }
  symlinkSync(join(root, 'node_modules/.bin/vitest'), join(modules, '.bin/vitest'));
  // Not the one in .bin, which is an older TypeScript's.
  symlinkSync(join(root, 'node_modules/typescript/bin/tsc'), join(modules, '.bin/tsc'));
  symlinkSync(join(root, 'bin/fluxspan.js'), join(modules, '.bin/fluxspan'));
  symlinkSync(root, join(modules, 'fluxspan'), 'dir');
};
