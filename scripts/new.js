// npm run new -- WHAT NAME: writes the files of a new rule, command, addon, … with what is to be filled in, and lists it
// where it has to be listed. CONTRIBUTING.md has a recipe for each. What it writes typechecks; its tests fail until it is
// filled in.
import { fileURLToPath } from 'node:url';
import { load } from './bundle.js';

const root = fileURLToPath(new URL('..', import.meta.url));
/** @type {typeof import('./new/write-new.js')} */
const { openRepository, planNew, writeNew } = await load('scripts/new/write-new.ts');
/** @type {typeof import('./new/recipes.js')} */
const { recipes } = await load('scripts/new/recipes.ts');

const [what, name, ...more] = process.argv.slice(2);
if (what === undefined || name === undefined || more.length > 0) {
  const width = Math.max(...Object.values(recipes).map(({ usage }) => usage.length));
  const list = Object.values(recipes).map(({ usage, what }) => `  ${usage.padEnd(width)}  ${what}`);
  console.error(`usage: npm run new -- WHAT NAME\n\n${list.join('\n')}`);
  process.exit(2);
}
try {
  const skeleton = planNew(what, name, openRepository(root));
  for (const path of writeNew(root, skeleton)) console.log(`wrote ${path}`);
  console.log(`\nThen:\n${skeleton.next.map((step, index) => `${index + 1}. ${step}`).join('\n')}`);
} catch (error) {
  if (!(error instanceof Error && 'fix' in error)) throw error;
  console.error(`error: ${error.message}\n  fix  ${error.fix}`);
  process.exit(2);
}
