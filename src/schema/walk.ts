import type { Dialect } from './dialect.js';
import type { Matcher } from './pattern.js';
import type { Violation, ViolationFacts } from './violation.js';

export type Schema = Readonly<Record<string, unknown>>;

/** One validation, as the files see it that each check a group of keywords. */
export interface Walk {
  readonly dialect: Dialect;
  /** One of Kubernetes' own kinds: Go's decoder reads it, which takes a null, and an empty text, for nothing. */
  readonly own: boolean;
  /** The minor version of Kubernetes whose fields count; undefined for the newest. */
  readonly kubernetes: string | undefined;
  /** Where the walk is: one list for all of it, so that whoever keeps it must copy it. */
  readonly path: (string | number)[];
  /**
   * @param inner a part of allOf, anyOf, oneOf or not: it says what values are taken, and not which fields there are
   * @param base what the value was made from
   */
  visit(node: unknown, at: unknown, inner: boolean, base?: unknown): void;
  /** Whether a value has no violation. */
  fits(node: unknown, at: unknown): boolean;
  /** The violations of a value, kept apart from those of the walk. */
  violationsOf(node: unknown, at: unknown): readonly Violation[];
  /** Whether only the verdict counts, so that no violation is kept. */
  readonly isQuiet: boolean;
  /** @param below a key or index inside the place where the walk is */
  refuse(facts: ViolationFacts, value?: unknown, below?: readonly (string | number)[]): void;
  keep(violations: readonly Violation[]): void;
  isOpen(value: unknown): boolean;
  /** Undefined for a pattern that cannot be read, which is not checked. */
  matcherOf(pattern: string): Matcher | undefined;
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : NONE);
const NONE: readonly unknown[] = [];

export const texts = (value: unknown): readonly string[] =>
  list(value).filter((item): item is string => typeof item === 'string');
