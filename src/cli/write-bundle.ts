import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { isAlive } from '../synth/is-alive.js';

/** The app as one file, for as long as it is loaded. */
export interface WrittenBundle {
  /** Absolute. */
  readonly path: string;
  remove(): void;
}

const NAME = /^(?:app|clean-objects)-([1-9]\d*)\.(?:mjs|mjs\.tmp|tmp)$/;

/** Writes the bundle into `.fluxspan/` of the project, which git ignores, and removes those that killed runs have left. */
export const writeBundle = (project: string, contents: Uint8Array): WrittenBundle | Diagnostic => {
  const folder = join(project, '.fluxspan');
  const path = join(folder, `app-${process.pid}.mjs`);
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      const pid = NAME.exec(name)?.[1];
      if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
    }
    writeFileSync(join(folder, '.gitignore'), '*\n');
    writeFileSync(`${path}.tmp`, contents);
    renameSync(`${path}.tmp`, path);
  } catch (error) {
    return diagnose('FX001', {
      message: `the bundle of the app cannot be written: ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
      at: { file: '.fluxspan' },
      fix: 'give this user the right to write into .fluxspan, and room on the disk',
    });
  }
  const discard = () => {
    try {
      rmSync(path, { force: true });
    } catch {
      // The next run removes it.
    }
  };
  // An app that never finishes loading ends with the process.
  process.once('exit', discard);
  return {
    path,
    remove() {
      process.removeListener('exit', discard);
      discard();
    },
  };
};
