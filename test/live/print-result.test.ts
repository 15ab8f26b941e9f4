import { expect, it } from 'vitest';
import { printResult } from './print-result.js';

const marker = '<!-- The result below is written by `npm run test:live -- --all`. -->';
const start = Date.UTC(2026, 0, 2, 3, 4);
const works = { on: 'a | b', title: 'works', passed: true, milliseconds: 1234 };
const breaks = { on: 'a', title: 'breaks', passed: false, milliseconds: 60_000 };
const result = {
  start,
  end: start + 150_000,
  cases: [works, breaks],
  skipped: ['b (skipped: no program)', 'b (skipped: no program)'],
};

it('puts the result in the place of the last one', () => {
  const page = printResult(`# Page\n\n${marker}\n\nthe last one\n`, result);
  expect(page).toBe(`# Page

${marker}

2026-01-02 03:04 UTC: 1 passed, 1 failed, in 3 minutes.

Skipped:

- b (skipped: no program)

| on | case | result | seconds |
| --- | --- | --- | --- |
| a | breaks | failed | 60.0 |
| a \\| b | works | passed | 1.2 |
`);
  expect(printResult(page, result)).toBe(page);
  expect(printResult(page, { ...result, skipped: [] })).toContain('\n\nNo case was skipped.\n\n');
});

it('leaves the last result where nothing ran, or has no place', () => {
  expect(() => printResult(marker, { ...result, cases: [] })).toThrow('no case ran');
  expect(() => printResult('# Page', result)).toThrow('it lacks the line');
});
