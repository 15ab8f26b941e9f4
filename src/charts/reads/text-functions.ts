import { Use } from './abstract-value.js';
import type { TemplateFunction } from './machine.js';
import { mark, passOn } from './marks.js';
import { constant, constantsOf, join, made, ofList, opaque, type Scalar, type Value } from './value.js';

/** Of one call, with all that its arguments may be. */
const MOST_FOLDED = 24;

/** Applies a function of constants to all that the arguments may be; undefined where one isn't constant. */
export const fold = (args: readonly Value[], apply: (...args: Scalar[]) => Value | undefined): Value | undefined => {
  let rows: Scalar[][] = [[]];
  for (const arg of args) {
    const constants = constantsOf(arg);
    if (constants === undefined || rows.length * constants.length > MOST_FOLDED) return undefined;
    rows = rows.flatMap((row) => constants.map((one) => [...row, one]));
  }
  const results: Value[] = [];
  for (const row of rows) {
    const result = apply(...row);
    if (result === undefined) return undefined;
    results.push(result);
  }
  return join(...results);
};

const texts =
  (apply: (...texts: string[]) => string | boolean | readonly string[]) =>
  (...args: Scalar[]): Value | undefined => {
    if (!args.every((one) => typeof one === 'string')) return undefined;
    const result = apply(...(args as string[]));
    return typeof result === 'object' ? ofList(result.map(constant)) : constant(result);
  };

const isYaml = (value: Value): boolean => value.some((atom) => atom.kind === 'yaml');

/** A function of texts. What it takes is a text, and only that. */
const ofTexts =
  (apply?: (...args: Scalar[]) => Value | undefined): TemplateFunction =>
  (args) => {
    const folded = apply === undefined ? undefined : fold(args, apply);
    if (folded !== undefined) return folded;
    for (const arg of args) mark(arg, Use.text);
    return made(args);
  };

/** As {@link ofTexts}; the text that `toYaml` made stays one that `fromYaml` reads. */
const keepingYaml = (apply?: (...args: Scalar[]) => Value | undefined): TemplateFunction => {
  const plain = ofTexts(apply);
  return (args, machine) => {
    const last = args.at(-1) ?? [];
    if (!isYaml(last)) return plain(args, machine);
    const yaml = last.filter((atom) => atom.kind === 'yaml');
    const others = last.filter((atom) => atom.kind !== 'yaml');
    const rest = others.length === 0 ? [] : plain([...args.slice(0, -1), others], machine);
    return join(yaml, rest);
  };
};

/** A function that takes scalars of any type. */
const ofScalars =
  (apply?: (...args: Scalar[]) => Value | undefined, use: number = Use.printed): TemplateFunction =>
  (args) => {
    const folded = apply === undefined ? undefined : fold(args, apply);
    if (folded !== undefined) return folded;
    for (const arg of args) mark(arg, use);
    return made(args);
  };

const show = (value: Scalar): string => (value === null ? '' : String(value));

/** A verb of Go's `fmt`, with its flags, width and precision. */
const VERB = /%([-+# 0]*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?([%a-zA-Z]))/g;

/** What each verb prints as it is; of anything else, Go prints an error into the text. */
const PRINTED_AS_IT_IS: Readonly<Record<string, (value: Scalar) => boolean>> = {
  s: (value) => typeof value === 'string',
  d: Number.isInteger,
  v: (value) => value !== null,
};

const printf = (format: Scalar, ...args: Scalar[]): Value | undefined => {
  if (typeof format !== 'string') return undefined;
  let next = 0;
  let isPlain = true;
  const text = format.replace(VERB, (_, verb: string) => {
    if (verb === '%') return '%';
    const value = args[next++] ?? null;
    if (PRINTED_AS_IT_IS[verb]?.(value) !== true) isPlain = false;
    return show(value);
  });
  return isPlain && next >= args.length ? constant(text) : undefined;
};

/** `toYaml` and its like: the text holds all that the value does. */
const toText: TemplateFunction = ([value = []]) => {
  const texts: Value = value.map((atom) =>
    atom.kind === 'constant'
      ? atom
      : atom.kind === 'opaque' || atom.kind === 'yaml'
        ? atom
        : { kind: 'yaml', of: [atom] },
  );
  return join(texts);
};

const cut = (length: Scalar, text: Scalar): Value | undefined =>
  typeof length === 'number' && typeof text === 'string' && length >= 0 ? constant(text.slice(0, length)) : undefined;

const digest: TemplateFunction = (args) => {
  for (const arg of args) {
    for (const atom of arg) {
      // Of all values, or of what is printed elsewhere too: that the digest changes is not an effect of its own.
      if (atom.kind === 'yaml') passOn(atom.of, Use.digested);
      else mark([atom], Use.text);
    }
  }
  return opaque;
};

/** A regular expression that stands for one text: `\.`, or a comma. */
const LITERAL = /^(?:[^\\^$.|?*+()[\]{}]|\\[^\w])+$/;

const splitAt = (regex: Scalar, text: Scalar, most: Scalar): Value | undefined =>
  typeof regex === 'string' && typeof text === 'string' && most === -1 && LITERAL.test(regex)
    ? ofList(text.split(regex.replace(/\\(.)/g, '$1')).map(constant))
    : undefined;

const trimmed = (text: string): string => text.replace(/^\s+|\s+$/g, '');
const random: TemplateFunction = (args) => {
  for (const arg of args) mark(arg, Use.printed);
  return opaque;
};
const number: TemplateFunction = ofScalars(undefined, Use.printed);

export const textFunctions: Readonly<Record<string, TemplateFunction>> = {
  abbrev: ofTexts(),
  adler32sum: digest,
  atoi: ofTexts(),
  b64dec: ofTexts(),
  b64enc: ofTexts(),
  base: ofTexts(),
  camelcase: ofTexts(),
  cat: ofScalars(),
  clean: ofTexts(),
  contains: ofTexts(texts((part, text) => text.includes(part))),
  dir: ofTexts(),
  ext: ofTexts(),
  hasPrefix: ofTexts(texts((part, text) => text.startsWith(part))),
  hasSuffix: ofTexts(texts((part, text) => text.endsWith(part))),
  html: ofScalars(),
  htpasswd: ofTexts(),
  indent: keepingYaml(),
  initials: ofTexts(),
  isAbs: ofTexts(),
  js: ofScalars(),
  kebabcase: ofTexts(),
  lower: ofTexts(texts((text) => text.toLowerCase())),
  nindent: keepingYaml(),
  nospace: ofTexts(texts((text) => text.replaceAll(' ', ''))),
  plural: ofScalars(),
  print: ofScalars((...args) => constant(args.map(show).join(''))),
  printf: ofScalars(printf),
  println: ofScalars(),
  quote: ofScalars((...args) =>
    constant(
      args
        .filter((one) => one !== null)
        .map((one) => JSON.stringify(show(one)))
        .join(' '),
    ),
  ),
  regexFind: ofTexts(),
  regexFindAll: ofScalars(),
  regexMatch: ofTexts(),
  regexQuoteMeta: ofTexts(),
  regexReplaceAll: ofTexts(),
  regexReplaceAllLiteral: ofTexts(),
  regexSplit: ofScalars(splitAt),
  mustRegexFind: ofTexts(),
  mustRegexMatch: ofTexts(),
  mustRegexReplaceAll: ofTexts(),
  mustRegexReplaceAllLiteral: ofTexts(),
  mustRegexSplit: ofScalars(splitAt),
  repeat: ofTexts(),
  replace: keepingYaml(texts((old, by, text) => text.replaceAll(old, by))),
  semver: ofTexts(),
  semverCompare: ofTexts(),
  sha1sum: digest,
  sha256sum: digest,
  sha512sum: digest,
  snakecase: ofTexts(),
  splitList: ofTexts(texts((by, text) => text.split(by))),
  squote: ofScalars(),
  substr: ofScalars(),
  swapcase: ofTexts(),
  title: ofTexts(texts((text) => text.replace(/\b\w/g, (letter) => letter.toUpperCase()))),
  toJson: toText,
  toPrettyJson: toText,
  toRawJson: toText,
  toString: ofScalars((one) => constant(show(one))),
  toToml: toText,
  toYaml: toText,
  toYamlPretty: toText,
  mustToYaml: toText,
  mustToToml: toText,
  mustToJson: toText,
  mustToPrettyJson: toText,
  mustToRawJson: toText,
  trim: keepingYaml(texts(trimmed)),
  trimAll: keepingYaml(),
  trimPrefix: keepingYaml(texts((part, text) => (text.startsWith(part) ? text.slice(part.length) : text))),
  trimSuffix: keepingYaml(
    texts((part, text) => (text.endsWith(part) ? text.slice(0, text.length - part.length) : text)),
  ),
  trunc: ofTexts(cut),
  untitle: ofTexts(),
  upper: ofTexts(texts((text) => text.toUpperCase())),
  urlJoin: ofScalars(undefined, Use.whole),
  urlParse: ofTexts(),
  urlquery: ofScalars(),
  wrap: ofTexts(),
  wrapWith: ofTexts(),

  add: number,
  add1: number,
  addf: number,
  add1f: number,
  ceil: number,
  div: number,
  divf: number,
  float64: ofScalars((one) => (typeof one === 'number' ? constant(one) : undefined)),
  floor: number,
  int: ofScalars((one) => (typeof one === 'number' ? constant(one) : undefined)),
  int64: ofScalars((one) => (typeof one === 'number' ? constant(one) : undefined)),
  max: number,
  maxf: number,
  min: number,
  minf: number,
  mod: number,
  mul: number,
  mulf: number,
  round: number,
  sub: number,
  subf: number,
  toDecimal: number,

  ago: number,
  date: number,
  dateInZone: number,
  dateModify: number,
  date_in_zone: number,
  date_modify: number,
  duration: number,
  durationRound: number,
  htmlDate: number,
  mustDateModify: number,
  mustToDate: number,
  now: random,
  toDate: number,
  unixEpoch: number,

  bcrypt: ofTexts(),
  buildCustomCert: ofScalars(),
  decryptAES: ofTexts(),
  derivePassword: ofScalars(),
  encryptAES: ofTexts(),
  env: random,
  expandenv: random,
  genCA: ofScalars(),
  genCAWithKey: ofScalars(),
  genPrivateKey: ofScalars(),
  genSelfSignedCert: ofScalars(undefined, Use.printed | Use.ranged),
  genSelfSignedCertWithKey: ofScalars(undefined, Use.printed | Use.ranged),
  genSignedCert: ofScalars(undefined, Use.printed | Use.ranged),
  genSignedCertWithKey: ofScalars(undefined, Use.printed | Use.ranged),
  getHostByName: ofScalars(),
  lookup: ofScalars(),
  randAlpha: random,
  randAlphaNum: random,
  randAscii: random,
  randBytes: random,
  randInt: random,
  randNumeric: random,
  uuidv4: random,

  b32enc: ofTexts(),
  b32dec: ofTexts(),
  osBase: ofTexts(),
  osDir: ofTexts(),
  osExt: ofTexts(),
  osClean: ofTexts(),
  shuffle: ofTexts(),
};
