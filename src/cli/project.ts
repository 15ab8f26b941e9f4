import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';

/** A folder with a cdk8s.yaml, and the module in it that describes the clusters. */
export interface Project {
  /** Absolute. */
  readonly folder: string;
  /** The app's module, absolute. */
  readonly app: string;
}

const fix =
  'write the path of the module that default-exports your FluxApp into cdk8s.yaml: fluxspan: { app: src/app.ts }';

const appOf = (text: string): string | undefined => {
  // One key of a small file; reading it with a whole YAML library would cost every command its loading time.
  const block = /^fluxspan:[ \t]*(?:#.*)?\r?\n((?:[ \t]+.*\r?\n?|\s*\r?\n)*)/m.exec(text)?.[1];
  const flow = /^fluxspan:[ \t]*\{([^}]*)\}/m.exec(text)?.[1];
  const found =
    /^[ \t]*app:[ \t]*(.+?)[ \t]*(?:#.*)?$/m.exec(block ?? '') ?? /\bapp:[ \t]*([^,}]+?)[ \t]*(?:,|$)/.exec(flow ?? '');
  return found?.[1]?.replace(/^(['"])(.*)\1$/, '$2');
};

/** Finds the project from any folder in it. */
export const findProject = (cwd: string): Project | Diagnostic => {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const file = join(folder, 'cdk8s.yaml');
    if (existsSync(file)) {
      const app = appOf(readFileSync(file, 'utf8'));
      if (app === undefined) {
        return diagnose('FX001', {
          message: 'cdk8s.yaml does not say which module is the app',
          at: { file: 'cdk8s.yaml', path: 'fluxspan.app' },
          fix,
        });
      }
      const path = join(folder, app);
      if (!existsSync(path)) {
        return diagnose('FX001', {
          message: `the app "${app}" does not exist`,
          at: { file: 'cdk8s.yaml', path: 'fluxspan.app' },
          fix,
        });
      }
      return { folder, app: path };
    }
    if (dirname(folder) === folder) {
      return diagnose('FX001', { message: `there is no cdk8s.yaml in ${cwd} or above it`, fix });
    }
  }
};
