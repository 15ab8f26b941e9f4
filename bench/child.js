// Runs one measurement in a fresh process and gives what it printed as JSON.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { bundle } from '../scripts/bundle.js';

/**
 * @param {string} file in this folder
 * @param {readonly string[]} args
 * @returns {Promise<any>} the child's last line, which is JSON of a shape that only the two of them know
 */
export const child = async (file, args) => {
  const path = await bundle(`bench/${file}`);
  const result = spawnSync(process.execPath, ['--max-old-space-size=4096', path, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
  rmSync(path);
  if (result.status !== 0) throw new Error(`${file} ${args.join(' ')} failed`);
  return JSON.parse(result.stdout.trim().split('\n').at(-1) ?? '');
};

/** @param {readonly (readonly (string | number)[])[]} rows */
export const print = (rows) => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)));
  for (const row of rows)
    console.log(
      row.map((cell, column) => String(cell)[column === 0 ? 'padEnd' : 'padStart'](widths[column] ?? 0)).join('  '),
    );
};

/** @param {number} milliseconds */
export const ms = (milliseconds) => `${Math.round(milliseconds).toLocaleString('en')} ms`;
