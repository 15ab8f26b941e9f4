// Runs one measurement in a fresh process and gives what it printed as JSON; and prints tables as Markdown.
import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
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

/**
 * The best of several runs: what the machine does besides makes a run slower, never faster.
 *
 * @param {number} rounds
 * @param {string} file
 * @param {() => readonly string[]} args of the next run: each may get a folder of its own
 * @param {(row: any) => number} by
 */
export const best = async (rounds, file, args, by) => {
  let found = await child(file, args());
  for (let round = 1; round < rounds; round++) {
    const next = await child(file, args());
    if (by(next) < by(found)) found = next;
  }
  return found;
};

/** Prints a table; `npm run bench -- --write` takes its rows with targets. @param {readonly (readonly (string | number)[])[]} rows the first has the headings */
export const print = (rows) => {
  const record = process.env['FLUXSPAN_BENCH_ROWS'];
  if (record !== undefined) appendFileSync(record, `${JSON.stringify(rows)}\n`);
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => String(row[column] ?? '').length)),
  );
  const line = (/** @type {readonly (string | number)[]} */ row) =>
    `| ${widths.map((width, column) => String(row[column] ?? '')[column === 0 ? 'padEnd' : 'padStart'](width)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  console.log(line(head));
  console.log(
    `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`,
  );
  for (const row of body) console.log(line(row));
};

/** @param {number} milliseconds */
export const ms = (milliseconds) => `${Math.round(milliseconds).toLocaleString('en')} ms`;

/** @param {number} ratio @param {string} target @param {boolean} isMet */
export const against = (ratio, target, isMet) => `${ratio.toFixed(2)} (${target}: ${isMet ? 'met' : 'missed'})`;
