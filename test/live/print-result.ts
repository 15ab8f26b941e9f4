/** One case that ran. */
export interface CaseResult {
  /** The names of the groups that it is in. */
  readonly on: string;
  readonly title: string;
  readonly passed: boolean;
  readonly milliseconds: number;
}

export interface RunResult {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly cases: readonly CaseResult[];
  /** Names of groups and cases that were skipped, each with the reason, if it names one. */
  readonly skipped: readonly string[];
}

const begin = '<!-- The result below is written by `npm run test:live -- --all`. -->';

/**
 * The page with what follows its marker replaced by this result: the date, and what was skipped, and a row for each case,
 * in the order of their names. Throws where the page has no marker, or nothing ran.
 */
export const printResult = (page: string, { start, end, cases, skipped }: RunResult): string => {
  const marker = page.indexOf(begin);
  if (marker < 0) throw new Error(`it lacks the line "${begin}"`);
  if (cases.length === 0) throw new Error('no case ran');
  const passed = cases.filter((each) => each.passed).length;
  // Files end in any order; within a group the cases keep theirs, in which they build on each other.
  const rows = cases
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
    .map(({ on, title, passed, milliseconds }) => [on, title, passed ? 'passed' : 'failed', seconds(milliseconds)])
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  const names = [...new Set(skipped)].toSorted();
  const left =
    names.length === 0 ? 'No case was skipped.' : `Skipped:\n\n${names.map((name) => `- ${name}`).join('\n')}`;
  return `${page.slice(0, marker)}${begin}

${new Date(start).toISOString().slice(0, 16).replace('T', ' ')} UTC: ${passed} passed, ${cases.length - passed} failed, in ${Math.round((end - start) / 60_000)} minutes.

${left}

| on | case | result | seconds |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
};

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
