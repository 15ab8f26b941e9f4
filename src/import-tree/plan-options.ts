import { settingNames } from '../addon/addon.js';
import { equalJson } from '../json/equal-json.js';
import type { CodeNode } from './code-node.js';
import { raw } from './code-node.js';
import type { ImportedObject } from './imported-object.js';
import { ABSENT, type Difference } from './merge-values.js';
import { kindWord } from './names.js';
import { optionType, valueCode } from './option-type.js';
import { printCode } from './print-code.js';

/** A cluster that has none of the objects that an option is for. */
export const UNUSED = Symbol('unused');

export interface ObjectDifference extends Difference {
  readonly object: ImportedObject;
}

/** Objects that only some clusters have. */
export interface Presence {
  readonly objects: readonly ImportedObject[];
  /** For each cluster. */
  readonly isThere: readonly boolean[];
}

/** An option of an addon that several clusters use. */
export interface AddonOption {
  readonly name: string;
  readonly type: CodeNode;
  /** What each cluster gives; undefined where it gives nothing. */
  readonly given: readonly (CodeNode | undefined)[];
}

export interface PlannedOptions {
  readonly options: readonly AddonOption[];
  /** The code for each token. */
  readonly codes: ReadonlyMap<string, CodeNode>;
  readonly conditions: ReadonlyMap<ImportedObject, string>;
}

/** Values that clusters give themselves: the `substitute` of their Kustomizations. */
export type NamedValues = ReadonlyMap<string, readonly (string | undefined)[]>;

interface Draft {
  readonly values: readonly unknown[];
  /** Names that it may have, the best one first. */
  readonly names: readonly string[];
  readonly isPresence?: boolean;
}

/**
 * The options for what differs: one for each value, with a name after its field.
 *
 * @param isLiteral whether a type takes only the texts that clusters have for the option
 */
export const planOptions = (
  differences: readonly ObjectDifference[],
  presences: readonly Presence[],
  named: NamedValues,
  isLiteral: (option: string) => boolean,
): PlannedOptions => {
  const drafts: Draft[] = [];
  const uses = new Map<string, { readonly draft: Draft; readonly parts: readonly [string, string] }>();
  const parts = sharedParts(differences, named);
  for (const one of differences) {
    const part = parts
      .map((shared) => ({ ...shared, around: tryAround(one.values, shared.values) }))
      .find(({ around }) => around !== undefined);
    const wanted: Draft = { values: part?.values ?? one.values, names: part?.names ?? namesOf(one) };
    const draft = drafts.find((other) => isSame(other, wanted)) ?? wanted;
    if (draft === wanted) drafts.push(draft);
    uses.set(one.token, { draft, parts: part?.around ?? ['', ''] });
  }
  const ofPresence = presences.map(({ objects, isThere }) => {
    const draft: Draft = { values: isThere, names: presenceNames(objects), isPresence: true };
    drafts.push(draft);
    return { draft, objects };
  });
  const names = nameDrafts(drafts);
  const codes = new Map<string, CodeNode>();
  for (const [token, { draft, parts: around }] of uses) {
    const code = `options.${names.get(draft)}`;
    const [before, after] = around;
    codes.set(
      token,
      before === '' && after === ''
        ? raw(code)
        : { kind: 'template', parts: [before, { code }, after].filter((one) => one !== '') },
    );
  }
  return {
    options: drafts.map((draft) => optionOf(draft, names.get(draft)!, isLiteral)),
    codes,
    conditions: new Map(
      ofPresence.flatMap(({ draft, objects }) => objects.map((one) => [one, `options.${names.get(draft)}`] as const)),
    ),
  };
};

const optionOf = ({ values, isPresence }: Draft, name: string, isLiteral: (option: string) => boolean): AddonOption => {
  const given = values.filter((one) => one !== ABSENT && one !== UNUSED);
  const usual = isPresence === true ? (mostOf(given) ?? false) : mostOf(values);
  const isOptional = values.includes(ABSENT);
  const isUnused = values.includes(UNUSED);
  const standard = isOptional ? undefined : (usual ?? (isUnused ? given[0] : undefined));
  const isDefault = (value: unknown): boolean => standard !== undefined && equalJson(value, standard);
  const isPlain = typeof standard !== 'object' || Array.isArray(standard);
  const tail = isOptional
    ? '.optional()'
    : standard !== undefined && isPlain
      ? `.default(${printCode(valueCode(standard))})`
      : '';
  return {
    name,
    type: optionType(given, isLiteral(name), tail),
    given: values.map((value) =>
      value === ABSENT || (value === UNUSED && isPlain) || (isDefault(value) && isPlain)
        ? undefined
        : valueCode(value === UNUSED ? standard : value),
    ),
  };
};

/** The value that more than half of the clusters have. */
const mostOf = (values: readonly unknown[]): unknown =>
  values.find(
    (value) => typeof value !== 'symbol' && 2 * values.filter((one) => equalJson(one, value)).length > values.length,
  );

/** A text that has something unlikely to be the same by chance: a host, a version, a path. */
const isTelling = (value: unknown): boolean => typeof value === 'string' && /[a-z0-9][-.:/@_]+[a-z0-9]/i.test(value);

const sameValues = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length &&
  a.every((value, at) => value === b[at] || (typeof value !== 'symbol' && equalJson(value, b[at])));

/** Whether one option does for two places: they have the same values, and not by chance. */
const isSame = (draft: Draft, { values, names }: Draft): boolean =>
  sameValues(draft.values, values) &&
  (draft.names[0] === names[0] || values.every((one) => typeof one === 'symbol' || isTelling(one)));

/** The texts around a part, if each cluster's value has its part in the same ones. */
const tryAround = (
  whole: readonly unknown[],
  part: readonly (string | undefined)[],
): readonly [string, string] | undefined => {
  const [first] = whole;
  const [inner] = part;
  if (typeof first !== 'string' || inner === undefined || inner.length < 2) return undefined;
  for (let at = first.indexOf(inner); at >= 0; at = first.indexOf(inner, at + 1)) {
    const [before, after] = [first.slice(0, at), first.slice(at + inner.length)];
    const isWord = !/[A-Za-z0-9]$/.test(before) && !/^[A-Za-z0-9]/.test(after);
    const fits = whole.every((value, of) => part[of] !== undefined && value === `${before}${part[of]}${after}`);
    if (isWord && fits) return [before, after];
  }
  return undefined;
};

interface SharedPart {
  readonly values: readonly (string | undefined)[];
  readonly names: readonly string[];
}

/** What several texts have in common of that in which clusters differ: a domain, the name of an environment. */
const sharedParts = (differences: readonly ObjectDifference[], named: NamedValues): readonly SharedPart[] => {
  const own = [...named].map(([name, values]) => ({ values, names: [camelOf([name])] }));
  const found = new Map<string, { values: readonly string[]; wholes: Set<string>; first: ObjectDifference }>();
  for (const one of differences) {
    const texts = one.values;
    if (!texts.every((value): value is string => typeof value === 'string')) continue;
    if (own.some(({ values }) => tryAround(texts, values) !== undefined)) continue;
    const values = middleOf(texts);
    if (values === undefined) continue;
    const key = JSON.stringify(values);
    const known = found.get(key) ?? { values, wholes: new Set(), first: one };
    known.wholes.add(JSON.stringify(texts));
    found.set(key, known);
  }
  const shared = [...found.values()]
    .filter(({ wholes }) => wholes.size > 1)
    .map(({ values, first }) => ({
      values,
      names: values.every((one) => /\w\.\w/.test(one) && !/[/:\s]/.test(one))
        ? ['domain', ...namesOf(first)]
        : ['environment', ...namesOf(first)],
    }));
  // The longer part says more.
  const lengthOf = ({ values }: SharedPart) => values[0]?.length ?? 0;
  return [...own, ...shared.sort((a, b) => lengthOf(b) - lengthOf(a))];
};

/** The last label of a public domain. */
const TOP = /^(?:com|org|net|info|cloud|app|[a-pr-z][a-z])$/;

/** The words in which texts differ. */
const middleOf = (texts: readonly string[]): readonly string[] | undefined => {
  const words = texts.map((one) => one.split(/(?<=[^A-Za-z0-9])|(?=[^A-Za-z0-9])/));
  const shortest = Math.min(...words.map(({ length }) => length));
  let start = 0;
  while (start < shortest && words.every((one) => one[start] === words[0]![start])) start++;
  let end = 0;
  while (end < shortest - start && words.every((one) => one.at(-1 - end) === words[0]!.at(-1 - end))) end++;
  // `example` belongs to `example.org`.
  if (
    start > 1 &&
    words[0]![start - 1] === '.' &&
    words.every((one) => TOP.test(one.slice(start, one.length - end).join('')))
  )
    start -= 2;
  const middles = words.map((one) => one.slice(start, one.length - end).join(''));
  return middles.every((one) => /^[A-Za-z0-9]{2,}.*$/.test(one)) ? middles : undefined;
};

/** Words that say nothing without the one before them. */
const VAGUE = new Set(
  `class create enable enabled id key kind mode name repository server size tag type url value values version`.split(
    /\s+/,
  ),
);
/** Words of the structure of objects. */
const STRUCTURE = new Set(
  'annotations containers config data env initContainers labels metadata parameters spec template values'.split(' '),
);
const SETTINGS: ReadonlySet<string> = new Set(settingNames);

/** `httpRoute`, `hostname` is `hostname`; `ingress`, `enabled` is `ingressEnabled`. */
const namesOf = ({ words, object: { id, base } }: ObjectDifference): readonly string[] => {
  const name = base ?? id.name;
  const meaning = words.filter((word, at) => at === words.length - 1 || !STRUCTURE.has(word));
  // The value of a variable is the variable.
  if (meaning.at(-1) === 'value' && meaning.length > 1) meaning.pop();
  const last = meaning.at(-1) ?? id.kind;
  const before = meaning.at(-2);
  const isVague = VAGUE.has(last) || SETTINGS.has(last);
  const object = [name, kindWord(id.kind)];
  return [
    ...(isVague ? [] : [camelOf([last])]),
    ...(before === undefined ? [] : [camelOf([before, last])]),
    camelOf([name, last]),
    ...(before === undefined ? [] : [camelOf([name, before, last])]),
    camelOf([...object, ...meaning]),
  ];
};

const presenceNames = (objects: readonly ImportedObject[]): readonly string[] => {
  const { id } = objects[0]!;
  return [camelOf([id.name]), camelOf([id.name, kindWord(id.kind)])];
};

/** `LOG_LEVEL` is `logLevel`, `app.kubernetes.io/version` is `version`. */
const camelOf = (words: readonly string[]): string => {
  const parts = words
    .map((word) => word.replace(/^.*\//, ''))
    .flatMap((word) => (/^[A-Z0-9_]+$/.test(word) ? word.toLowerCase() : word).split(/[^A-Za-z0-9]+/))
    .filter((word) => word !== '');
  const joined = parts
    .map((word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('');
  return /^[A-Za-z]/.test(joined) ? joined : `option${joined}`;
};

/** Each the best of its names that no other one wants. */
const nameDrafts = (drafts: readonly Draft[]): ReadonlyMap<Draft, string> => {
  const level = new Map(drafts.map((one) => [one, 0]));
  const nameOf = (one: Draft): string => one.names[Math.min(level.get(one)!, one.names.length - 1)]!;
  for (let round = 0; round < 5; round++) {
    const names = drafts.map(nameOf);
    const twice = drafts.filter((_, at) => names.filter((name) => name === names[at]).length > 1);
    if (twice.length === 0) break;
    for (const one of twice) level.set(one, level.get(one)! + 1);
  }
  const taken = new Set<string>(settingNames);
  return new Map(
    drafts.map((one) => {
      const wanted = nameOf(one);
      let name = wanted;
      for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
      taken.add(name);
      return [one, name] as const;
    }),
  );
};
