// node research/judge.js <folder>: what a real API server and fluxspan say of each object in a folder of YAML files.
// It needs what the live tests need (test/live/README.md), and stores nothing.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node research/judge.js <folder>');
  process.exit(2);
}
const { judgeFiles } = await load('test/live/judge-files.ts', { beside: true });
await judgeFiles(resolve(folder), (line) => console.log(line));
