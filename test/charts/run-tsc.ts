import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/root.js';
import { writeFiles } from '../support/write-files.js';

export interface TscError {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** `TS2322: …`, the first line of it. */
  readonly message: string;
}

/**
 * Compiles files under this project's own settings, in a folder two levels below the root (so `../../imports/…` works).
 * TypeScript 7 has no API in JavaScript, so this runs its CLI, once for all files.
 */
export const runTsc = (files: Readonly<Record<string, string>>): readonly TscError[] => {
  mkdirSync(join(root, '.fluxspan'), { recursive: true });
  const folder = mkdtempSync(join(root, '.fluxspan', 'tsc-'));
  try {
    writeFiles(folder, files);
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: { rootDir: '../..', noEmit: true, declaration: false, types: [] },
      files: Object.keys(files),
      include: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const args = [tsc, '-p', 'tsconfig.json', '--pretty', 'false', '--singleThreaded'];
    const { stdout, status, error } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error) throw error;
    const errors: TscError[] = [];
    for (const line of stdout.split('\n')) {
      const match = /^(.+?)\((\d+),(\d+)\): error (.*)$/.exec(line);
      if (match) {
        errors.push({ file: match[1]!, line: Number(match[2]), column: Number(match[3]), message: match[4]! });
      }
    }
    if (status !== 0 && errors.length === 0) throw new Error(`tsc failed: ${stdout}`);
    return errors;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
