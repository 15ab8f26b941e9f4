import { printSchemaPath, type SchemaPath } from './schema-path.js';

/** A line about a path, and what it says of it. */
export interface PathLine {
  readonly path: SchemaPath;
  readonly words: string;
}

/** So many lines that say the same of keys beside each other become one. */
const FEWEST = 3;
/** How long the names in such a line are; `--json` has all of them. */
const LONGEST_NAMES = 60;

const withNames = (path: SchemaPath, at: number, names: readonly string[]): string => {
  let shown = names[0]!;
  let count = 1;
  while (count < names.length && shown.length + names[count]!.length + 2 <= LONGEST_NAMES)
    shown += `, ${names[count++]!}`;
  const more = count < names.length ? `, … ${names.length - count} more` : '';
  const before = printSchemaPath(path.slice(0, at));
  const after = path
    .slice(at + 1)
    .reduce<string>((text, step) => text + printSchemaPath(['', step]).slice(printSchemaPath(['']).length), '');
  return `${before === '' ? '' : `${before}.`}{${shown}${more}}${after}`;
};

/** `groups.{a, b, c}.enabled` for three lines that say the same of keys beside each other. In the order of the first. */
export const joinSiblings = (
  lines: readonly PathLine[],
): readonly { readonly path: string; readonly words: string }[] => {
  const groups = new Map<string, { readonly at: number; readonly members: PathLine[] }>();
  const keysOf = ({ path, words }: PathLine): readonly string[] =>
    path.flatMap((step, at) =>
      typeof step === 'string'
        ? [JSON.stringify([at, printSchemaPath(path.slice(0, at)), printSchemaPath(path.slice(at + 1)), words])]
        : [],
    );
  for (const line of lines) {
    for (const [at, key] of keysOf(line).entries()) {
      const group = groups.get(key) ?? { at: stepIndex(line.path, at), members: [] };
      group.members.push(line);
      groups.set(key, group);
    }
  }
  const told = new Set<PathLine>();
  return lines.flatMap((line) => {
    if (told.has(line)) return [];
    const best = keysOf(line)
      .map((key) => groups.get(key)!)
      .map(({ at, members }) => ({ at, members: members.filter((one) => !told.has(one)) }))
      .reduce((a, b) => (b.members.length > a.members.length ? b : a), { at: 0, members: [line] });
    if (best.members.length < FEWEST) {
      told.add(line);
      return [{ path: printSchemaPath(line.path), words: line.words }];
    }
    for (const member of best.members) told.add(member);
    const names = best.members.map(({ path }) => String(path[best.at]));
    return [{ path: withNames(line.path, best.at, names), words: line.words }];
  });
};

/** The index of the nth step that is a key's name. */
const stepIndex = (path: SchemaPath, nth: number): number =>
  path.map((step, index) => [step, index] as const).filter(([step]) => typeof step === 'string')[nth]![1];
