// node research/take-out.js --rules --rows [--recorded=FILE] [--only=EXPRESSION]: takes each rule and each row of knowledge
// out in turn and looks whether a test fails. Writes research/take-out.tsv: a line for each, with the test that fails without
// it. One of --rules and --rows leaves the lines of the other as they are, and --only those of rules whose file and code don't
// match the expression.
//
// It doesn't run the tests once for each rule. First it runs them once and records which test makes which rule report what
// (--recorded takes the record of an earlier run). Then it picks a test for each rule and code, and runs these tests together:
// each without the one thing that it was picked for, and before that with everything, so that a test that fails on its own
// doesn't count. What no picked test notices gets another test in the next round.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../scripts/bundle.js';

const ROUNDS = 4;
const FOLDERS = ['test/rules', 'test/changes', 'test/diagnostics', 'test/handover/adopt'];
const RESULT = 'research/take-out.tsv';

const args = process.argv.slice(2);
if (!args.includes('--rules') && !args.includes('--rows')) {
  console.error('usage: node research/take-out.js --rules --rows [--recorded=FILE] [--only=EXPRESSION]');
  process.exit(2);
}
const recorded = args.find((arg) => arg.startsWith('--recorded='))?.slice('--recorded='.length);
const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? '';
const folder = mkdtempSync(join(tmpdir(), 'take-out-'));

/**
 * @param {readonly string[]} more files, and options of Vitest
 * @param {Record<string, string>} env
 * @returns {ReadonlyMap<string, string>} the state of each test that ran, by file and name
 */
const runTests = (more, env) => {
  const out = join(folder, 'result.json');
  const options = ['run', '--config', 'research/take-out/vitest.config.ts', '--outputFile', out];
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...options, ...more], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { testResults } = JSON.parse(readFileSync(out, 'utf8'));
  return new Map(
    testResults.flatMap((/** @type {any} */ { name, assertionResults }) =>
      assertionResults.map((/** @type {any} */ { ancestorTitles, title, status }) => [
        keyOf({ file: name.slice(process.cwd().length + 1), test: [...ancestorTitles, title].join(' > ') }),
        status,
      ]),
    ),
  );
};

/** @param {{ file: string, test: string }} one */
const keyOf = ({ file, test }) => `${file}\t${test}`;

/** @type {typeof import('./take-out/plan.js')} */
const { idsOfRules, pickTests, printPlan, patternOf } = await load('research/take-out/plan.ts');

const old = existsSync(RESULT) ? readFileSync(RESULT, 'utf8').trim().split('\n').slice(1) : [];

const takeOutRules = () => {
  const ids = idsOfRules.filter((id) => new RegExp(only).test(id));
  const file = recorded ?? join(folder, 'recorded.jsonl');
  if (!existsSync(file)) runTests(FOLDERS, { TAKE_OUT_RECORD: file });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  /** @type {import('./take-out/plan.js').Recorded[]} */
  const tests = lines.map((line) => JSON.parse(line));
  /** @type {Map<string, string>} */
  const found = new Map();
  /** @type {Set<string>} */
  const tried = new Set();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const left = ids.filter((id) => !found.has(id));
    const picked = pickTests(left, tests, tried);
    if (picked.length === 0) break;
    const files = [...new Set(picked.map((one) => one.file))];
    const options = [...files, '-t', patternOf(picked)];
    const planFile = join(folder, `plan-${round}.json`);
    writeFileSync(planFile, printPlan(picked));
    const whole = runTests(options, {});
    const without = runTests(options, { TAKE_OUT_PLAN: planFile });
    for (const one of picked) {
      tried.add(`${one.id}\t${keyOf(one)}`);
      if (whole.get(keyOf(one)) === 'passed' && without.get(keyOf(one)) === 'failed') found.set(one.id, keyOf(one));
    }
    console.log(
      `round ${round}: ${picked.length} tests of ${files.length} files, ${found.size} of ${ids.length} found`,
    );
  }
  return idsOfRules.map((id) =>
    ids.includes(id)
      ? `rule\t${id}\t${found.get(id) ?? 'survives'}`
      : (old.find((line) => line.startsWith(`rule\t${id}\t`)) ?? `rule\t${id}\tsurvives`),
  );
};

const takeOutRows = async () => {
  /** @type {typeof import('./take-out/rows.js')} */
  const { takeOutRows: ofRows } = await load('research/take-out/rows.ts');
  return ofRows();
};

/** @param {string} start */
const kept = (start) => old.filter((line) => line.startsWith(start));
const rules = args.includes('--rules') ? takeOutRules() : kept('rule\t');
const rows = args.includes('--rows') ? await takeOutRows() : kept('row\t');
const all = [...rules, ...rows];
writeFileSync(RESULT, `${['what\tid\ttest\tname', ...all].join('\n')}\n`);
const survivors = all.filter((line) => line.endsWith('survives'));
for (const line of survivors) console.log(line);
console.log(`${rules.length} rules and codes, ${rows.length} rows; ${survivors.length} survive`);
