/** What was wrong with a chart or its schema. The import goes on where it can, with the best type that can be had. */
export interface ImportProblem {
  /** An error means that nothing was generated; a notice, that a limit of the import left something open. */
  readonly severity: 'error' | 'warning' | 'notice';
  /** Where: a file of the chart, and a JSON pointer in it (`values.schema.json#/properties/image`). */
  readonly at: string;
  readonly message: string;
  readonly fix: string;
}

export type ReportProblem = (problem: ImportProblem) => void;

/** Thrown where there is nothing to generate from. */
export class ImportError extends Error {
  readonly problem: ImportProblem;

  constructor(problem: Omit<ImportProblem, 'severity'>) {
    super(`${problem.message}\n  at   ${problem.at}\n  fix  ${problem.fix}`);
    this.name = 'ImportError';
    this.problem = { severity: 'error', ...problem };
  }
}
