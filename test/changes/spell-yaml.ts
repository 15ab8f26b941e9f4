import { resolvesToString } from '../../src/yaml/resolve-scalar.js';

type Spelled = string | number | boolean | null | readonly Spelled[] | { readonly [key: string]: Spelled };

const words = {
  true: 'true True TRUE'.split(' '),
  false: 'false False FALSE'.split(' '),
  null: ['~', 'null', 'Null', 'NULL'],
};

/**
 * Writes manifests as a person might write them by hand: with the words and numbers of YAML 1.1, quotes or none, tags,
 * flow style, anchors, merge keys, comments, line ends and document marks.
 *
 * @param choices decide all that is open, from the first on and over again
 */
export const spellYaml = (documents: readonly Spelled[], choices: readonly number[]): string => {
  let taken = 0;
  const choose = <T>(...ways: readonly T[]): T => ways[choices[taken++ % choices.length]! % ways.length]!;
  let anchors = new Map<string, string>();
  let named = 0;

  const spellInteger = (value: number): string => {
    if (value < 0) return choose(`${value}`, `-0x${(-value).toString(16)}`, `-0o${(-value).toString(8)}`);
    const grouped = value.toLocaleString('en').replaceAll(',', '_');
    const [hex, octal] = [value.toString(16), value.toString(8)];
    return choose(
      `${value}`,
      `+${value}`,
      grouped,
      `0x${hex.toUpperCase()}`,
      `0o${octal}`,
      `0${octal}`,
      `!!int ${value}`,
    );
  };
  const spellText = (value: string): string => {
    const isPlain = /^[A-Za-z][\w./-]*$/.test(value) && resolvesToString(value);
    return choose(
      JSON.stringify(value),
      /^[ -~]*$/.test(value) ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value),
      isPlain ? value : `!!str ${JSON.stringify(value)}`,
      `!!binary ${Buffer.from(value).toString('base64') || '""'}`,
    );
  };
  const spellKey = (key: string): string => {
    // To kustomize, `y` is a key that needs no quotes.
    const isPlain = /^[A-Za-z][\w./-]*$/.test(key) && (resolvesToString(key) || !/^(?:true|false|null)$/i.test(key));
    return choose(isPlain ? key : JSON.stringify(key), JSON.stringify(key));
  };
  const spellScalar = (value: string | number | boolean | null): string =>
    typeof value === 'string'
      ? spellText(value)
      : typeof value === 'number'
        ? Number.isInteger(value)
          ? spellInteger(value)
          : String(value)
        : choose(...words[`${value}`]);

  /** Some entries of a map by a merge key, which other keys may overwrite. */
  const mergeOf = (
    entries: readonly [string, Spelled][],
  ): readonly [merge: string[], rest: readonly [string, Spelled][]] => {
    if (entries.length < 2 || choose(0, 0, 1) === 0) return [[], entries];
    const [first, ...rest] = entries as [[string, Spelled], ...[string, Spelled][]];
    const [overwritten] = rest[0]!;
    const merged = `{${spellKey(first[0])}: ${flow(first[1])}, ${spellKey(overwritten)}: 1}`;
    return [[`<<: ${choose(merged, `[${merged}, {${JSON.stringify(first[0])}: 2}]`)}`], rest];
  };
  const flow = (value: Spelled): string => {
    if (typeof value !== 'object' || value === null) return spellScalar(value);
    if (Array.isArray(value)) return `[${(value as readonly Spelled[]).map(flow).join(choose(', ', ',\n      '))}]`;
    const [merge, rest] = mergeOf(Object.entries(value));
    const own = rest.map(([key, member]) => `${spellKey(key)}: ${flow(member)}`);
    return `{${(choose(0, 1) === 0 ? [...merge, ...own] : [...own, ...merge]).join(', ')}}`;
  };
  /** What follows a key or `-`, with the blank or line break before it. */
  const block = (value: Spelled, indent: string): string => {
    const json = JSON.stringify(value);
    const known = anchors.get(json);
    if (known !== undefined && choose(0, 1) === 0) return ` *${known}`;
    const anchor = choose(undefined, undefined, `a${named++}`);
    const before = anchor === undefined ? '' : ` &${anchor}`;
    const text = before + content(value, indent);
    // Only what is written in full can be referred to from here on.
    if (anchor !== undefined) anchors.set(json, anchor);
    return text;
  };
  const content = (value: Spelled, indent: string): string => {
    if (value === null && choose(0, 1) === 0) return '';
    if (typeof value === 'string' && /^[a-z]+(?:\n[a-z]+)*\n$/.test(value) && choose(0, 1) === 0) {
      return ` |\n${value.replace(/^(?=.)/gm, `${indent}  `)}`.trimEnd();
    }
    if (typeof value !== 'object' || value === null) return ` ${spellScalar(value)}`;
    if (Object.keys(value).length === 0 || choose(0, 0, 1) === 1) return ` ${flow(value)}`;
    if (Array.isArray(value)) {
      return (value as readonly Spelled[]).map((item) => `\n${indent}-${block(item, `${indent}  `)}`).join('');
    }
    const [merge, rest] = mergeOf(Object.entries(value));
    const own = rest.map(([key, member]) => `${spellKey(key)}:${block(member, `${indent}  `)}`);
    const lines = choose(0, 1) === 0 ? [...merge, ...own] : [...own, ...merge];
    return lines.map((line) => `\n${indent}${line}${line.includes('\n') ? '' : choose('', '', ' # why')}`).join('');
  };

  const texts = documents.map((document) => {
    anchors = new Map();
    const text = content(document, '').replace(/^ |^\n/, '');
    return choose(text, `# a comment\n${text}`, `${text}\n...`);
  });
  const all = `${choose('', '---\n')}${texts.join(choose('\n---\n', '\n--- # next\n', '\n---\n---\n'))}${choose('\n', '\n---\n')}`;
  return choose(all, all.replaceAll('\n', '\r\n'));
};
