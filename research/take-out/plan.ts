import { readFileSync } from 'node:fs';
import type { ChangeRule } from '../../src/changes/change-rule.js';
import { changeRules } from '../../src/changes/registry.js';
import { rules } from '../../src/rules/registry.js';
import type { Rule } from '../../src/rules/rule.js';

/** What is taken away from which test: a code of a rule, by test file and name; `*` is the whole file. */
export type Plan = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a test made the rules report. */
export interface Recorded {
  readonly file: string;
  readonly test: string;
  readonly reports: readonly string[];
  /** The same before the file's tests, such as in a `beforeAll`. */
  readonly outside: readonly string[];
  readonly ms: number;
}

/** A code of a rule, and a test that may need it. */
export interface Picked {
  readonly id: string;
  readonly file: string;
  readonly test: string;
}

/** The rules of a registry, each with the file that it's imported from. */
const withFiles = <R extends Rule | ChangeRule>(
  folder: string,
  list: readonly R[],
): readonly (readonly [string, R])[] => {
  const text = readFileSync(`${folder}/registry.ts`, 'utf8');
  const files = new Map(
    [...text.matchAll(/^import \{ (\w+) \} from '\.\/(.+)\.js';$/gm)].map(([, name, path]) => [
      name,
      `${folder}/${path}.ts`,
    ]),
  );
  const names = [...text.matchAll(/^ {2}(\w+Rule),$/gm)].map(([, name]) => name);
  if (names.length !== list.length) throw new Error(`${folder}/registry.ts has another form than expected`);
  return list.map((rule, at) => [files.get(names[at])!, rule]);
};

/** All rules and change rules by file. */
export const allRules: readonly (readonly [file: string, rule: Rule | ChangeRule])[] = [
  ...withFiles<Rule>('src/rules', rules),
  ...withFiles<ChangeRule>('src/changes', changeRules),
];

export const idOf = (file: string, code: string): string => `${file} ${code}`;

/** Each rule with each of its codes: `src/rules/flux/deadlock.ts FX609`. */
export const idsOfRules: readonly string[] = allRules.flatMap(([file, { diagnostics }]) =>
  diagnostics.map(({ code }) => idOf(file, code)),
);

/**
 * A test for each id, each test for one id, from as few and quick files as possible.
 *
 * @param tried ids with the tests that didn't notice; each as `id`, a tab, the file, a tab, the name
 */
export const pickTests = (
  ids: readonly string[],
  tests: readonly Recorded[],
  tried: ReadonlySet<string>,
): readonly Picked[] => {
  const picked: Picked[] = [];
  const taken = new Set<string>();
  const chosen = new Set<string>();
  const cost = new Map<string, number>();
  for (const { file, ms } of tests) cost.set(file, (cost.get(file) ?? 0) + ms);
  const candidates = (id: string): readonly (Picked & { readonly ms: number })[] =>
    tests.flatMap(({ file, test, reports, ms }) =>
      reports.includes(id) && !tried.has(`${id}\t${file}\t${test}`) ? [{ id, file, test, ms }] : [],
    );
  // Those with the fewest tests choose first.
  const waiting = ids.map((id) => ({ id, of: candidates(id) })).sort((a, b) => a.of.length - b.of.length);
  for (const { of } of waiting) {
    // A test that is named after another code reports this one by the way.
    const isOfOther = ({ id, test }: Picked) => / FX\d+$/.test(test) && test.slice(-5) !== id.slice(-5);
    const price = (one: Picked & { readonly ms: number }) =>
      one.ms +
      (chosen.has(one.file) ? 0 : Math.min(cost.get(one.file)!, 10_000)) +
      (isOfOther(one) ? 100_000 : 0) -
      (one.test.endsWith(one.id.slice(-5)) ? 100_000 : 0);
    const [best] = of.filter(({ file, test }) => !taken.has(`${file}\t${test}`)).sort((a, b) => price(a) - price(b));
    if (best === undefined) continue;
    taken.add(`${best.file}\t${best.test}`);
    chosen.add(best.file);
    picked.push({ id: best.id, file: best.file, test: best.test });
  }
  return picked;
};

export const printPlan = (picked: readonly Picked[]): string => {
  const files = [...new Set(picked.map(({ file }) => file))];
  const plan: Plan = Object.fromEntries(
    files.map((file) => [
      file,
      Object.fromEntries(picked.flatMap((one) => (one.file === file ? [[one.test, one.id]] : []))),
    ]),
  );
  return JSON.stringify(plan);
};

/** What the names of the tests match, for `vitest -t`. */
export const patternOf = (picked: readonly Picked[]): string =>
  `^(?:${picked
    .map(({ test }) =>
      test
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll(' > ', '(?: > | )')
        .replaceAll('\n', '\\n'),
    )
    .join('|')})$`;
