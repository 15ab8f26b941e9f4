import type { CloudKind } from './cloud-operator.js';

type Row = readonly [
  what: string,
  kinds: string | readonly string[],
  terraform: Readonly<Record<string, string>>,
  more?: Omit<CloudKind, 'what' | 'kinds' | 'terraform'>,
];

/** Rows of a table, as the kinds that they say. */
export const cloudKinds = (rows: readonly Row[]): readonly CloudKind[] =>
  rows.map(([what, kinds, terraform, more = {}]) => ({
    what,
    kinds: typeof kinds === 'string' ? [kinds] : kinds,
    terraform,
    ...more,
  }));
