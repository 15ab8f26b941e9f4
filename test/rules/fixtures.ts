import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RuleFixture } from './rule-fixture.js';

interface FixtureFile {
  readonly fixtures: readonly RuleFixture[];
}

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.fixture.ts'));

/** What every file `*.fixture.ts` of this folder has, in the order of codes. */
export const ruleFixtures: readonly RuleFixture[] = (
  await Promise.all(
    files.map(async (path) => ((await import(pathToFileURL(join(folder, path)).href)) as FixtureFile).fixtures),
  )
)
  .flat()
  .sort((a, b) => (a.code < b.code ? -1 : 1));

/** Whether rules on objects have this code: each such code has a fixture, a mutation, and a live twin or a reason. */
export const isOfRules = (code: string): boolean =>
  /^FX(?:207|[36]|71[789]|72[123]|78[45]|80|81[12356]|87[278]|89[0178])/.test(code);
