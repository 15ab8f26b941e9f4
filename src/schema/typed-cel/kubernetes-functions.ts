const forEach = (names: string, signature: (name: string) => string): readonly string[] =>
  names.split(' ').map(signature);

const DURATION = 'google.protobuf.Duration';
const TIMESTAMP = 'google.protobuf.Timestamp';
const AUTHORIZER = 'kubernetes.authorization';

/** Names that stand for a library, as `sets` in `sets.contains(…)`, and not for a variable. */
export const namespaces: Readonly<Record<string, string>> = {
  format: 'FormatNamespace',
  ip: 'IpNamespace',
  lists: 'ListsNamespace',
  sets: 'SetsNamespace',
  strings: 'StringsNamespace',
};

/** Types whose values have no fields, of which the library would read some. */
export const fieldless: ReadonlySet<string> = new Set([
  ...Object.values(namespaces),
  ...['bytes', 'uint', 'type', 'OptionalNamespace', 'kubernetes.Quantity', 'kubernetes.URL', 'net.CIDR', 'net.IP'],
  DURATION,
  TIMESTAMP,
]);

/** Types of objects that no expression makes from a text. */
export const opaqueTypes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'kubernetes.Semver': {},
  'kubernetes.NamedFormat': {},
  [`${AUTHORIZER}.ResourceCheck`]: {},
  [`${AUTHORIZER}.GroupCheck`]: {},
  [`${AUTHORIZER}.PathCheck`]: {},
  [`${AUTHORIZER}.Decision`]: {},
  [`${AUTHORIZER}.Authorizer`]: { requestResource: `${AUTHORIZER}.ResourceCheck` },
};

/**
 * What Kubernetes has of CEL in addition to the library and to what it evaluates.
 * https://kubernetes.io/docs/reference/using-api/cel/#cel-options-language-features-and-libraries
 */
export const signatures: readonly string[] = [
  `string(${DURATION}): string`,
  `string(${TIMESTAMP}): string`,
  'string(net.IP): string',
  'string(net.CIDR): string',
  `int(${DURATION}): int`,
  `int(${TIMESTAMP}): int`,
  // A null stands for a time.
  'int(null): int',
  `duration(${DURATION}): ${DURATION}`,
  `duration(int): ${DURATION}`,
  `timestamp(${TIMESTAMP}): ${TIMESTAMP}`,
  'type(optional): type',
  'matches(string, string): bool',
  'string.format(list): string',
  'StringsNamespace.quote(string): string',
  'OptionalNamespace.ofNonZeroValue(A): optional<A>',
  'OptionalNamespace.unwrap(list<optional<A>>): list<A>',
  'list<optional<A>>.unwrapOpt(): list<A>',
  ...forEach('first last', (name) => `list<A>.${name}(): optional<A>`),
  ...forEach('sort distinct reverse', (name) => `list<A>.${name}(): list<A>`),
  'list<A>.slice(int, int): list<A>',
  'list<list<A>>.flatten(): list<A>',
  'list.flatten(int): list<dyn>',
  'ListsNamespace.range(int): list<int>',
  ...forEach('contains equivalent intersects', (name) => `SetsNamespace.${name}(list<A>, list<A>): bool`),
  'kubernetes.URL.getQuery(): map<string, list<string>>',
  'net.CIDR.ip(): net.IP',
  'net.CIDR.containsCIDR(net.CIDR): bool',
  'IpNamespace.isCanonical(string): bool',
  ...forEach('isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast', (name) => `net.IP.${name}(): bool`),
  'sign(kubernetes.Quantity): int',
  ...forEach('add sub', (name) => `kubernetes.Quantity.${name}(int): kubernetes.Quantity`),
  'semver(string): kubernetes.Semver',
  'semver(string, bool): kubernetes.Semver',
  'isSemver(string): bool',
  'isSemver(string, bool): bool',
  ...forEach('isGreaterThan isLessThan', (name) => `kubernetes.Semver.${name}(kubernetes.Semver): bool`),
  'kubernetes.Semver.compareTo(kubernetes.Semver): int',
  ...forEach('major minor patch', (name) => `kubernetes.Semver.${name}(): int`),
  ...forEach(
    'dns1123Label dns1123Subdomain dns1035Label qualifiedName dns1123LabelPrefix dns1123SubdomainPrefix dns1035LabelPrefix labelValue uri uuid byte date datetime',
    (name) => `FormatNamespace.${name}(): kubernetes.NamedFormat`,
  ),
  'FormatNamespace.named(string): optional<kubernetes.NamedFormat>',
  'kubernetes.NamedFormat.validate(string): optional<list<string>>',
  `${AUTHORIZER}.Authorizer.path(string): ${AUTHORIZER}.PathCheck`,
  `${AUTHORIZER}.Authorizer.group(string): ${AUTHORIZER}.GroupCheck`,
  `${AUTHORIZER}.Authorizer.serviceAccount(string, string): ${AUTHORIZER}.Authorizer`,
  `${AUTHORIZER}.GroupCheck.resource(string): ${AUTHORIZER}.ResourceCheck`,
  ...forEach(
    'subresource namespace name fieldSelector labelSelector',
    (name) => `${AUTHORIZER}.ResourceCheck.${name}(string): ${AUTHORIZER}.ResourceCheck`,
  ),
  ...forEach('PathCheck ResourceCheck', (type) => `${AUTHORIZER}.${type}.check(string): ${AUTHORIZER}.Decision`),
  ...forEach('errored allowed', (name) => `${AUTHORIZER}.Decision.${name}(): bool`),
  ...forEach('error reason', (name) => `${AUTHORIZER}.Decision.${name}(): string`),
  // What `Object{?a: b}` is rewritten to.
  'optionalItem(optional<A>): A',
];

const COMPARISONS = ['<', '<=', '>', '>='];
/** A null stands for a duration or a time. */
const withNull = (type: string): readonly string[] => [
  `${type} == null`,
  `${type} + null: ${type}`,
  `null + ${type}: ${type}`,
  `${type} - null: ${type}`,
  `null - ${type}: ${type}`,
  ...COMPARISONS.flatMap((sign) => [`${type} ${sign} null`, `null ${sign} ${type}`]),
];

/** Operations that the library lacks. */
export const operators: readonly string[] = [
  ...COMPARISONS.map((sign) => `bytes ${sign} bytes`),
  ...withNull(DURATION),
  ...withNull(TIMESTAMP),
  'optional<A> == optional<A>',
];

/** What the library has and Kubernetes doesn't, by what it is called on. */
export const lacking: Readonly<Record<string, string>> = {
  bind: 'cel',
  json: 'bytes',
  hex: 'bytes',
  string: 'bytes',
  base64: 'bytes',
  at: 'bytes',
  reverse: 'string',
};
