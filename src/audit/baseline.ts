import { isObject } from '../json/is-object.js';
import { type Finding, identityOfFinding } from './finding.js';

/** The findings of an earlier run, by their identity. */
export type Baseline = ReadonlySet<string>;

/** @returns undefined if the text isn't what `fluxspan audit --format json` prints */
export const tryReadBaseline = (text: string): Baseline | undefined => {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const found = isObject(read) ? read['diagnostics'] : undefined;
  if (!Array.isArray(found)) return undefined;
  const identities = found.map((one: unknown) => (isObject(one) ? identityIn(one) : undefined));
  return identities.includes(undefined) ? undefined : new Set(identities as string[]);
};

const identityIn = ({ code, file, message, at }: Readonly<Record<string, unknown>>): string | undefined => {
  if (typeof code !== 'string' || typeof message !== 'string' || !isObject(at)) return undefined;
  return identityOfFinding({ code, file, message, at } as Parameters<typeof identityOfFinding>[0]);
};

/** What isn't in the baseline. */
export const newFindings = (findings: readonly Finding[], baseline: Baseline): readonly Finding[] =>
  findings.filter((one) => !baseline.has(identityOfFinding(one)));
