/** What is known of a fault besides Go's message, for readers that tell it in their own words. */
export interface YamlFault {
  /** Faults that other readers name by themselves; absent for all others. */
  readonly kind?: 'unknown-anchor' | 'alias-loop' | 'too-many-aliases' | 'too-many-values';
  /** Of a fault with an alias or anchor, its name. */
  readonly alias?: string;
  /** Go's message without its prefix and line. @default - the whole message */
  readonly problem?: string;
  /** Where it is, from 1. Go's message may count otherwise, or leave it out. */
  readonly line?: number;
  /** In characters, from 1. */
  readonly column?: number;
}

/** What the go-yaml v2 reader, or the step from YAML to JSON, refuses; the message is word for word theirs. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  readonly kind: YamlFault['kind'];
  readonly alias: string | undefined;
  readonly problem: string;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, { kind, alias, problem = message, line, column }: YamlFault = {}) {
    super(message);
    this.kind = kind;
    this.alias = alias;
    this.problem = problem;
    this.line = line;
    this.column = column;
  }

  /** What is wrong, and in which line if that is known: `did not find expected key (line 3)`. */
  get reason(): string {
    return this.line === undefined ? this.problem : `${this.problem} (line ${this.line})`;
  }
}
