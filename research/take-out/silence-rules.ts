import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/index.js';
import { allRules, idOf, type Plan, type Recorded } from './plan.js';

// Runs before each test file, in the file's own process: notes which rule reports what in which test, and takes away from
// a test what the plan says.

const { TAKE_OUT_RECORD: record, TAKE_OUT_PLAN: planFile } = process.env;
const plan: Plan = planFile === undefined ? {} : (JSON.parse(readFileSync(planFile, 'utf8')) as Plan);

/** Outside of tests, such as in a `beforeAll`, the name of the test is `*`. */
let reported = new Set<string>();
const outside = reported;
let silenced: string | undefined;
const file = relative(process.cwd(), expect.getState().testPath!);
silenced = plan[file]?.['*'];

for (const [path, rule] of allRules) {
  const check = rule.check as (first: unknown, second: unknown, third: unknown) => void;
  const isReport = (value: unknown): value is (problem: Diagnostic) => void => typeof value === 'function';
  const heard =
    (report: (problem: Diagnostic) => void) =>
    (problem: Diagnostic): void => {
      const id = idOf(path, problem.code);
      reported.add(id);
      if (id !== silenced) report(problem);
    };
  // Both kinds of rules get the function that takes their reports as the second argument.
  Object.assign(rule, {
    check: (first: unknown, second: unknown, third: unknown) =>
      check(first, isReport(second) ? heard(second) : second, third),
  });
}

const nameNow = (): string => expect.getState().currentTestName ?? '';
let since = 0;

beforeEach(() => {
  reported = new Set();
  silenced = plan[file]?.[nameNow()] ?? plan[file]?.['*'];
  since = Date.now();
});

afterEach(() => {
  if (record !== undefined) {
    const line: Recorded = {
      file,
      test: nameNow(),
      reports: [...reported],
      outside: [...outside],
      ms: Date.now() - since,
    };
    appendFileSync(record, `${JSON.stringify(line)}\n`);
  }
  reported = outside;
  silenced = plan[file]?.['*'];
});
