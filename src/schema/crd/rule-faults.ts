import { isGoDuration } from '../formats.js';

/** Types of which the library knows all that Kubernetes does: no objects, times, or what only a value tells. */
export const PLAIN =
  /^(?:int|double|string|bool|list<(?:int|double|string|bool)>|map<string, (?:int|double|string|bool)>)$/;

/** What the library says of an expression, where Kubernetes would say so too. */
export const typeFault = ({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): string | undefined => {
  const said = message.split('\n')[0]!;
  const quoted = /'([^']*)'/.exec(said)?.[1] ?? '';
  switch (code) {
    case 'no_such_key': {
      const name = /^No such key: (.+)$/.exec(said)?.[1];
      return name === undefined ? undefined : `reads the field "${name}", which the schema doesn't have`;
    }
    case 'no_such_overload': {
      const operation = said.replace(/^no such overload: /, '');
      const types = operation.split(/ (?:[=!]=|[<>]=?|[-+*/%]|in) /).map((one) => one.replace(/^[-!]/, ''));
      return isCertain(types) ? `has the operation ${nameTypes(operation)}, which CEL doesn't have` : undefined;
    }
    case 'no_matching_overload': {
      const [, name = '', given = ''] = /^(?:.*\.)?(\w+)\((.*)\)$/.exec(quoted) ?? [];
      if (!FUNCTIONS.has(name) && /^\w+$/.test(name) && name !== 'hasField')
        return `calls "${name}", which isn't a function`;
      const on = quoted.includes(`.${name}(`) ? [quoted.slice(0, quoted.lastIndexOf(`.${name}(`))] : [];
      const types = [...on, ...(given === '' ? [] : given.split(/, (?![^<]*>)/))];
      return CLOSED.has(name) && types.every((one) => PLAIN.test(one) || /^(?:list|map|Fields\d+)$/.test(one))
        ? `calls "${name.replace(/Re2$/, '').replace(/^intOf$/, 'int')}" on ${nameTypes(types.join(', '))}, which it doesn't take`
        : undefined;
    }
    case 'invalid_comprehension_range':
      return SCALAR.test(quoted) ? `goes through the items of a value of type ${quoted}` : undefined;
    case 'cannot_index_type':
      return SCALAR.test(quoted) ? `reads a field of a value of type ${quoted}` : undefined;
    case 'incompatible_ternary_branches': {
      const types = [...said.matchAll(/'([^']*)'/g)].map((match) => match[1]!);
      return types.every((one) => SCALAR.test(one) || one === 'null')
        ? `chooses between values of the types ${types.join(' and ')}`
        : undefined;
    }
    case 'invalid_index_type':
      return SCALAR.test(quoted) && said.startsWith('List index') ? `reads a list by a ${quoted}` : undefined;
    case 'invalid_logical_operand':
      return SCALAR.test(quoted) ? `uses a value of type ${quoted} as a bool` : undefined;
    default:
      return undefined;
  }
};

/** Whether CEL surely lacks an operation: it compares some objects, and some values of types that it doesn't name. */
const isCertain = (types: readonly string[]): boolean =>
  types.every((one) => PLAIN.test(one) || OTHER.test(one)) &&
  types.some((one) => PLAIN.test(one)) &&
  (!types.includes('null') || types.every((one) => SCALAR.test(one) || one === 'null'));

const OTHER = /^(?:Fields\d+|null|google\.protobuf\.(?:Timestamp|Duration))$/;

/** Types as users know them. */
const nameTypes = (text: string): string =>
  text
    .replaceAll(/Fields\d+/g, 'object')
    .replaceAll(/google\.protobuf\.(\w+)/g, (_, name: string) => name.toLowerCase());

/** What is read when an expression is compiled: patterns and durations, and what has() is asked of. */
export const literalFault = (node: unknown, isPattern: (pattern: string) => boolean): string | undefined => {
  if (Array.isArray(node)) {
    for (const one of node) {
      const fault = literalFault(one, isPattern);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  if (typeof node !== 'object' || node === null || !('op' in node)) return undefined;
  const { op, args } = node as { op: string; args: unknown };
  if ((op === 'call' || op === 'rcall') && Array.isArray(args)) {
    const list = args.at(-1) as readonly { readonly op?: string; readonly args?: unknown }[];
    const last = list.at(-1);
    const text = last?.op === 'value' && typeof last.args === 'string' ? last.args : undefined;
    if (args[0] === 'hasField' && list.length === 1 && last?.op !== '.' && last?.op !== '.?') {
      return 'asks has() of something else than a field';
    }
    if (args[0] === 'matchesRe2' && text !== undefined && !isPattern(text)) {
      return `has the pattern ${JSON.stringify(text)}, which RE2 doesn't read`;
    }
    if (op === 'call' && args[0] === 'duration' && text !== undefined && !isGoDuration(text)) {
      return `has the duration ${JSON.stringify(text)}, which Go doesn't read`;
    }
  }
  return literalFault(args, isPattern);
};

const SCALAR = /^(?:int|double|string|bool)$/;

/** Functions and macros that CEL and Kubernetes' libraries have. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  `size startsWith endsWith contains matches matchesRe2 matchesVetted bool bytes double duration dyn int intOf string
  timestamp type uint getFullYear getMonth getDayOfYear getDayOfMonth getDate getDayOfWeek getHours getMinutes
  getSeconds getMilliseconds charAt indexOf join lastIndexOf lowerAscii upperAscii replace split substring trim format
  quote reverse equivalent intersects encode decode of ofNonZeroValue none hasValue value or orValue optMap optFlatMap
  unwrap unwrapOpt has all exists exists_one existsOne map filter transformList transformMap transformMapEntry bind
  find findAll isSorted sum min max greatest least abs ceil floor round trunc sign isNaN isInf isFinite bitAnd bitOr
  bitXor bitNot bitShiftLeft bitShiftRight sqrt range flatten distinct slice sort sortBy first last isIP ip isCIDR cidr family
  isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast isCanonical containsIP containsCIDR
  prefixLength masked isURL url getScheme getHost getHostname getPort getEscapedPath getQuery isQuantity quantity sign
  isInteger asInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub isSemver semver major minor patch
  named validate dns1123Label dns1123Subdomain dns1035Label qualifiedName dns1123LabelPrefix dns1123SubdomainPrefix
  dns1035LabelPrefix labelValue uri uuid byte date datetime path group serviceAccount resource subresource namespace
  name check allowed reason errored error authorizer requestResource fieldSelector labelSelector escapeKey`.split(
    /\s+/,
  ),
);

/** Functions of which the library knows every form. */
const CLOSED: ReadonlySet<string> = new Set(
  `size startsWith endsWith contains matchesRe2 quantity isQuantity isURL url isIP ip isCIDR cidr lowerAscii upperAscii
  trim split`.split(/\s+/),
);
