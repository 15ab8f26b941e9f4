import {
  bool,
  bytes,
  type CelType,
  double,
  duration,
  dyn,
  int,
  listType,
  mapType,
  nullType,
  objectType,
  optionalType,
  parameter,
  string,
  timestamp,
  typeType,
  uint,
} from './cel-type.js';

/** One form of a function. */
export interface Overload {
  readonly name: string;
  readonly isMember: boolean;
  /** Of a member, what it is called on is the first. */
  readonly takes: readonly CelType[];
  readonly gives: CelType;
  readonly parameters: readonly string[];
}

export const authorizer = objectType('kubernetes.authorization.Authorizer', 'an authorizer');
export const resourceCheck = objectType('kubernetes.authorization.ResourceCheck', 'a check of a resource');

const NAMED: Readonly<Record<string, CelType>> = {
  dyn,
  bool,
  bytes,
  double,
  int,
  null_type: nullType,
  string,
  uint,
  timestamp,
  duration,
  IP: { kind: 'opaque', name: 'net.IP', parameters: [] },
  CIDR: { kind: 'opaque', name: 'net.CIDR', parameters: [] },
  URL: objectType('kubernetes.URL', 'a URL'),
  Quantity: objectType('kubernetes.Quantity', 'a quantity'),
  Semver: objectType('kubernetes.Semver', 'a version'),
  Format: objectType('kubernetes.NamedFormat', 'a format'),
  Authorizer: authorizer,
  ResourceCheck: resourceCheck,
  PathCheck: objectType('kubernetes.authorization.PathCheck', 'a check of a path'),
  GroupCheck: objectType('kubernetes.authorization.GroupCheck', 'a check of a group'),
  Decision: objectType('kubernetes.authorization.Decision', 'a decision'),
};

/** `list(map(A, string))` */
const readType = (text: string): CelType => {
  const found = /^(\w+)\((.*)\)$/.exec(text);
  if (found === null) return NAMED[text] ?? parameter(text);
  const [first, second] = splitTypes(found[2]!).map(readType);
  switch (found[1]) {
    case 'list':
      return listType(first!);
    case 'map':
      return mapType(first!, second!);
    case 'type':
      return typeType(first!);
    default:
      return optionalType(first!);
  }
};

const splitTypes = (text: string): readonly string[] => {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (at === text.length || (text[at] === ',' && depth === 0)) {
      const part = text.slice(from, at).trim();
      if (part !== '') parts.push(part);
      from = at + 1;
    }
  }
  return parts;
};

/** `takes` before the arrow, `gives` after it; a dot says that it is a member. */
const overload = (name: string, text: string): Overload => {
  const isMember = text.startsWith('.');
  const [takes, gives] = text.replace(/^\./, '').split(' -> ') as [string, string];
  const types = splitTypes(takes).map(readType);
  return {
    name,
    isMember,
    takes: types,
    gives: readType(gives),
    parameters: [...new Set(text.match(/\b[A-Z]\b/g) ?? [])],
  };
};

const COMPARABLE = 'int uint double bool duration timestamp string bytes'.split(' ');
const SUMMABLE = 'int uint double duration'.split(' ');
const compare = [
  ...'bool int uint double string bytes timestamp duration'.split(' ').map((one) => `${one}, ${one} -> bool`),
  ...'int, double|int, uint|uint, double|uint, int|double, int|double, uint'
    .split('|')
    .map((pair) => `${pair} -> bool`),
].join('; ');
const numbers = 'double, double -> double; int, int -> int; uint, uint -> uint';
const ofTime = '.timestamp -> int; .timestamp, string -> int';
const ofBoth = `${ofTime}; .duration -> int`;
const forEach = (types: readonly string[], text: string): string =>
  types.map((type) => text.replaceAll('T', type)).join('; ');
const inUrl = '.URL -> string';
const ofIp = '.IP -> bool';
const parsing = (type: string): string => `string -> ${type}`;

/**
 * Every function of CEL that Kubernetes has: the standard ones, its own libraries, and those of cel-go that it adds.
 * https://kubernetes.io/docs/reference/using-api/cel/#cel-options-language-features-and-libraries
 */
const FUNCTIONS: Readonly<Record<string, string>> = {
  '_?_:_': 'bool, A, A -> A',
  '_&&_': 'bool, bool -> bool',
  '_||_': 'bool, bool -> bool',
  '!_': 'bool -> bool',
  '@not_strictly_false': 'bool -> bool',
  '_==_': 'A, A -> bool',
  '_!=_': 'A, A -> bool',
  '_+_':
    'bytes, bytes -> bytes; double, double -> double; duration, duration -> duration; duration, timestamp -> timestamp; timestamp, duration -> timestamp; int, int -> int; list(A), list(A) -> list(A); string, string -> string; uint, uint -> uint',
  '_-_':
    'double, double -> double; duration, duration -> duration; int, int -> int; timestamp, duration -> timestamp; timestamp, timestamp -> duration; uint, uint -> uint',
  '_*_': numbers,
  '_/_': numbers,
  '_%_': 'int, int -> int; uint, uint -> uint',
  '-_': 'double -> double; int -> int',
  '_<_': compare,
  '_<=_': compare,
  '_>_': compare,
  '_>=_': compare,
  '_[_]':
    'list(A), int -> A; map(A, B), A -> B; optional(list(V)), int -> optional(V); optional(map(K, V)), K -> optional(V)',
  '_[?_]':
    'list(V), int -> optional(V); optional(list(V)), int -> optional(V); map(K, V), K -> optional(V); optional(map(K, V)), K -> optional(V)',
  '@in': 'A, list(A) -> bool; A, map(A, B) -> bool',
  size: 'bytes -> int; .bytes -> int; list(A) -> int; .list(A) -> int; map(A, B) -> int; .map(A, B) -> int; string -> int; .string -> int',
  type: 'A -> type(A)',
  dyn: 'A -> dyn',
  bool: 'bool -> bool; string -> bool',
  bytes: 'bytes -> bytes; string -> bytes',
  double: 'double -> double; int -> double; string -> double; uint -> double',
  duration: 'duration -> duration; int -> duration; string -> duration',
  int: 'int -> int; double -> int; duration -> int; string -> int; timestamp -> int; uint -> int',
  string:
    'string -> string; bool -> string; bytes -> string; double -> string; duration -> string; int -> string; timestamp -> string; uint -> string; IP -> string; CIDR -> string',
  timestamp: 'timestamp -> timestamp; int -> timestamp; string -> timestamp',
  uint: 'uint -> uint; double -> uint; int -> uint; string -> uint',
  contains: '.string, string -> bool',
  endsWith: '.string, string -> bool',
  startsWith: '.string, string -> bool',
  matches: 'string, string -> bool; .string, string -> bool',
  getFullYear: ofTime,
  getMonth: ofTime,
  getDayOfYear: ofTime,
  getDayOfMonth: ofTime,
  getDate: ofTime,
  getDayOfWeek: ofTime,
  getHours: ofBoth,
  getMinutes: ofBoth,
  getSeconds: ofBoth,
  getMilliseconds: ofBoth,
  // Optional values
  'optional.of': 'V -> optional(V)',
  'optional.ofNonZeroValue': 'V -> optional(V)',
  'optional.none': ' -> optional(V)',
  'optional.unwrap': 'list(optional(V)) -> list(V)',
  unwrapOpt: '.list(optional(V)) -> list(V)',
  value: '.optional(V) -> V',
  hasValue: '.optional(V) -> bool',
  or: '.optional(V), optional(V) -> optional(V)',
  orValue: '.optional(V), V -> V',
  first: '.list(V) -> optional(V)',
  last: '.list(V) -> optional(V)',
  // Texts
  charAt: '.string, int -> string',
  indexOf: '.list(A), A -> int; .string, string -> int; .string, string, int -> int',
  lastIndexOf: '.list(A), A -> int; .string, string -> int; .string, string, int -> int',
  lowerAscii: '.string -> string',
  upperAscii: '.string -> string',
  replace: '.string, string, string -> string; .string, string, string, int -> string',
  split: '.string, string -> list(string); .string, string, int -> list(string)',
  substring: '.string, int -> string; .string, int, int -> string',
  trim: '.string -> string',
  format: '.string, list(dyn) -> string',
  'strings.quote': 'string -> string',
  join: '.list(string) -> string; .list(string), string -> string',
  find: '.string, string -> string',
  findAll: '.string, string -> list(string); .string, string, int -> list(string)',
  // Lists and sets
  isSorted: forEach(COMPARABLE, '.list(T) -> bool'),
  sum: forEach(SUMMABLE, '.list(T) -> T'),
  max: forEach(COMPARABLE, '.list(T) -> T'),
  min: forEach(COMPARABLE, '.list(T) -> T'),
  slice: '.list(T), int, int -> list(T)',
  flatten: '.list(list(T)) -> list(T); .list(dyn), int -> list(dyn)',
  sort: forEach(COMPARABLE, '.list(T) -> list(T)'),
  '@sortByAssociatedKeys': COMPARABLE.map((key) => `.list(T), list(${key}) -> list(T)`).join('; '),
  'lists.range': 'int -> list(int)',
  reverse: '.list(T) -> list(T)',
  distinct: '.list(T) -> list(T)',
  'sets.contains': 'list(T), list(T) -> bool',
  'sets.equivalent': 'list(T), list(T) -> bool',
  'sets.intersects': 'list(T), list(T) -> bool',
  'cel.@mapInsert': 'map(K, V), K, V -> map(K, V); map(K, V), map(K, V) -> map(K, V)',
  // URLs, addresses, quantities, versions, formats
  url: parsing('URL'),
  isURL: parsing('bool'),
  getScheme: inUrl,
  getHost: inUrl,
  getHostname: inUrl,
  getPort: inUrl,
  getEscapedPath: inUrl,
  getQuery: '.URL -> map(string, list(string))',
  ip: 'string -> IP; .CIDR -> IP',
  isIP: parsing('bool'),
  'ip.isCanonical': parsing('bool'),
  family: '.IP -> int',
  isUnspecified: ofIp,
  isLoopback: ofIp,
  isLinkLocalMulticast: ofIp,
  isLinkLocalUnicast: ofIp,
  isGlobalUnicast: ofIp,
  cidr: parsing('CIDR'),
  isCIDR: parsing('bool'),
  containsIP: '.CIDR, string -> bool; .CIDR, IP -> bool',
  containsCIDR: '.CIDR, string -> bool; .CIDR, CIDR -> bool',
  prefixLength: '.CIDR -> int',
  masked: '.CIDR -> CIDR',
  quantity: parsing('Quantity'),
  isQuantity: parsing('bool'),
  sign: 'Quantity -> int',
  isGreaterThan: '.Quantity, Quantity -> bool; .Semver, Semver -> bool',
  isLessThan: '.Quantity, Quantity -> bool; .Semver, Semver -> bool',
  compareTo: '.Quantity, Quantity -> int; .Semver, Semver -> int',
  asApproximateFloat: '.Quantity -> double',
  asInteger: '.Quantity -> int',
  isInteger: '.Quantity -> bool',
  add: '.Quantity, Quantity -> Quantity; .Quantity, int -> Quantity',
  sub: '.Quantity, Quantity -> Quantity; .Quantity, int -> Quantity',
  semver: 'string -> Semver; string, bool -> Semver',
  isSemver: 'string -> bool; string, bool -> bool',
  major: '.Semver -> int',
  minor: '.Semver -> int',
  patch: '.Semver -> int',
  validate: '.Format, string -> optional(list(string))',
  'format.named': 'string -> optional(Format)',
  ...Object.fromEntries(
    'dns1123Label dns1123Subdomain dns1035Label qualifiedName dns1123LabelPrefix dns1123SubdomainPrefix dns1035LabelPrefix labelValue uri uuid byte date datetime'
      .split(' ')
      .map((name) => [`format.${name}`, ' -> Format']),
  ),
  // Who may do what
  path: '.Authorizer, string -> PathCheck',
  group: '.Authorizer, string -> GroupCheck',
  serviceAccount: '.Authorizer, string, string -> Authorizer',
  resource: '.GroupCheck, string -> ResourceCheck',
  subresource: '.ResourceCheck, string -> ResourceCheck',
  namespace: '.ResourceCheck, string -> ResourceCheck',
  name: '.ResourceCheck, string -> ResourceCheck',
  fieldSelector: '.ResourceCheck, string -> ResourceCheck',
  labelSelector: '.ResourceCheck, string -> ResourceCheck',
  check: '.PathCheck, string -> Decision; .ResourceCheck, string -> Decision',
  errored: '.Decision -> bool',
  error: '.Decision -> string',
  allowed: '.Decision -> bool',
  reason: '.Decision -> string',
};

/** The forms of a function, in the order in which cel-go looks at them; undefined for none of that name. */
export type Signatures = (name: string) => readonly Overload[] | undefined;

/** Reads the forms of each function when it is first called. */
export const openSignatures = (): Signatures => {
  const read = new Map<string, readonly Overload[]>();
  return (name) => {
    let found = read.get(name);
    if (found === undefined && Object.hasOwn(FUNCTIONS, name)) {
      found = FUNCTIONS[name]!.split('; ').map((text) => overload(name, text));
      read.set(name, found);
    }
    return found;
  };
};

/** A function of patches that only mutating policies have. */
export const ESCAPE_KEY: Overload = overload('jsonpatch.escapeKey', 'string -> string');
