/** One problem as `tsc --pretty false` prints it. */
export interface TscProblem {
  /** Relative to the folder that tsc ran in; absent for what is wrong with its settings. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** `TS2353`. */
  readonly code: string;
  readonly text: string;
  /** The lines below, which go into it. */
  readonly more: readonly string[];
}

export interface TscOutput {
  readonly problems: readonly TscProblem[];
  /** What `--listFiles` lists. */
  readonly files: readonly string[];
}

const PROBLEM = /^(?:(.+)\((\d+),(\d+)\): )?error (TS\d+): (.*)$/;

/** More of a type than this hides what is wrong. */
const MOST_LINES = 6;

export const parseTscOutput = (text: string): TscOutput => {
  const problems: (TscProblem & { readonly more: string[] })[] = [];
  const files: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, file, row, column, code, message] = PROBLEM.exec(line) ?? [];
    const last = problems.at(-1);
    if (code !== undefined) {
      problems.push({
        ...(file === undefined ? {} : { file, line: Number(row), column: Number(column) }),
        code,
        text: message ?? '',
        more: [],
      });
    } else if (/^\s+\S/.test(line) && last !== undefined) {
      if (last.more.length < MOST_LINES) last.more.push(line.trim());
    } else if (line !== '') files.push(line);
  }
  return { problems, files };
};

/** A literal type of text by which fluxspan's types say that a rule of theirs is broken. */
const REFUSAL = /"fluxspan: ((?:[^"\\]|\\.)*)"|`fluxspan: ((?:[^`\\]|\\.)*)`/g;

/** The rules of fluxspan's types that a problem breaks, each once, in the words that the types have for them. */
export const brokenRules = (text: string): readonly string[] => {
  const sentences = [...text.matchAll(REFUSAL)].map(([, quoted, template]) =>
    (quoted ?? template ?? '').replace(/\\(.)/g, '$1'),
  );
  return [...new Set(sentences)];
};
