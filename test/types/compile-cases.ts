import { spawnSync } from 'node:child_process';
import { root } from '../support/root.js';

export interface CaseError {
  readonly line: number;
  readonly column: number;
  /** `TS2322: …`, with the lines that explain it. */
  readonly message: string;
}

/** Compiles all cases in one run of `tsc`; gives what it says of each file, by path relative to the cases' folder. */
export const compileCases = (): ReadonlyMap<string, readonly CaseError[]> => {
  // TypeScript 7 has no API, only its command line.
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [
      'node_modules/typescript/bin/tsc',
      '-p',
      'test/types/cases/tsconfig.json',
      '--pretty',
      'false',
      '--singleThreaded',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (error !== undefined) throw error;
  const found = new Map<string, { line: number; column: number; message: string }[]>();
  let last: { message: string } | undefined;
  for (const line of stdout.split('\n')) {
    const head = /^test\/types\/cases\/([^(]+)\((\d+),(\d+)\): error (TS\d+: .*)$/.exec(line);
    if (head !== null) {
      const [, file = '', row, column, message = ''] = head;
      const one = { line: Number(row), column: Number(column), message };
      last = one;
      found.set(file, [...(found.get(file) ?? []), one]);
    } else if (line.startsWith('  ') && last !== undefined) last.message += `\n${line}`;
    else if (line.trim() !== '') throw new Error(`tsc says something of no case: ${line}${stderr}`);
  }
  return found;
};
