import { printPath } from '../../../src/json/json-path.js';
import { checkValues as check } from '../../../src/rules/values/check-values.js';
import { fixTwin } from '../../../src/rules/values/suggest-value.js';
import { describeViolation } from '../../../src/schema/describe-violation.js';

export interface ToldProblem {
  readonly path: string;
  readonly message: string;
  readonly unknown: boolean;
  /** What to do about a key that the chart doesn't read, where that is known. */
  readonly fix?: string;
}

/** What is wrong with a release's values, as it is told. */
export const checkValues = (schema: Readonly<Record<string, unknown>>, values: unknown): readonly ToldProblem[] =>
  check(schema, values).map(({ violation, twin }) => ({
    path: printPath(violation.path),
    message: describeViolation(violation, 'chart'),
    unknown: violation.kind === 'unknown-key',
    ...(twin === undefined ? {} : { fix: fixTwin(twin) }),
  }));
