import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from './project.js';
import { root } from './root.js';

/** Gives a project TypeScript, and a tsconfig.json. */
export const installTypeScript = (project: TestProject, config: object = { include: ['src'] }): void => {
  symlinkSync(join(root, 'node_modules/typescript'), join(project.folder, 'node_modules/typescript'));
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2023',
    // Without those of a browser, which are half of what the compiler would read.
    lib: ['ES2023'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, ...config }));
};
