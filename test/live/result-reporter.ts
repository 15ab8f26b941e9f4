import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { type CaseResult, printResult } from './print-result.js';

const page = fileURLToPath(new URL('../../docs/live.md', import.meta.url));

/** A reporter of vitest that makes the result of a whole run that of docs/live.md; the default export, as it must be. */
export default class ResultReporter implements Reporter {
  readonly #start = Date.now();

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: 'passed' | 'failed' | 'interrupted'): void {
    try {
      if (reason === 'interrupted') throw new Error('the run was interrupted');
      const tests = modules.flatMap((module) => [...module.children.allTests()]);
      const cases = tests.flatMap(resultOf);
      const skipped = tests.flatMap(skippedOf);
      // What fails outside the cases, such as the loading of a file, leaves its cases out.
      if (reason === 'failed' && cases.every(({ passed }) => passed))
        throw new Error('something failed outside the cases');
      const result = printResult(readFileSync(page, 'utf8'), { start: this.#start, end: Date.now(), cases, skipped });
      writeFileSync(page, result);
      console.log('the result stands in docs/live.md');
    } catch (error) {
      console.error(`docs/live.md keeps the last result: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** Nothing for a case that was skipped, or that is in no group: it starts nothing, and tests the harness's own steps. */
const resultOf = (test: TestCase): CaseResult[] => {
  const { state } = test.result();
  if (state !== 'passed' && state !== 'failed') return [];
  const groups = groupsOf(test);
  if (groups.length === 0) return [];
  const milliseconds = test.diagnostic()?.duration ?? 0;
  return [{ on: groups.join(', '), title: test.name, passed: state === 'passed', milliseconds }];
};

/** The group, where all of it was skipped for a reason that its name tells; else the case. */
const skippedOf = (test: TestCase): string[] => {
  if (test.result().state !== 'skipped') return [];
  const groups = groupsOf(test);
  const group = groups.find((name) => name.includes('(skipped: '));
  return groups.length === 0 ? [] : [group ?? [...groups, test.name].join(', ')];
};

const groupsOf = (test: TestCase): readonly string[] => {
  const groups: string[] = [];
  for (let parent: TestSuite | TestModule = test.parent; parent.type === 'suite'; parent = parent.parent) {
    groups.unshift(parent.name);
  }
  return groups;
};
