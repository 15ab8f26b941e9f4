/** A type of CEL. Two types are the same where their kind, name and parameters are. */
export interface CelType {
  readonly kind: 'dyn' | 'scalar' | 'list' | 'map' | 'type' | 'opaque' | 'object' | 'parameter';
  readonly name: string;
  readonly parameters: readonly CelType[];
  /** The fields of an object; undefined where expressions can't read any. */
  readonly fields?: ReadonlyMap<string, CelType> | undefined;
  /** The object takes any field. */
  readonly isOpen?: boolean;
  /** What the object is, in words: `request.userInfo`. */
  readonly words?: string;
}

const NONE: readonly CelType[] = [];
const scalar = (name: string): CelType => ({ kind: 'scalar', name, parameters: NONE });

export const dyn: CelType = { kind: 'dyn', name: 'dyn', parameters: NONE };
export const bool = scalar('bool');
export const bytes = scalar('bytes');
export const double = scalar('double');
export const int = scalar('int');
export const nullType = scalar('null_type');
export const string = scalar('string');
export const uint = scalar('uint');
export const timestamp = scalar('timestamp');
export const duration = scalar('duration');

export const listType = (item: CelType): CelType => ({ kind: 'list', name: 'list', parameters: [item] });
export const mapType = (key: CelType, value: CelType): CelType => ({
  kind: 'map',
  name: 'map',
  parameters: [key, value],
});
export const optionalType = (value: CelType): CelType => ({ kind: 'opaque', name: 'optional', parameters: [value] });
export const typeType = (of: CelType): CelType => ({ kind: 'type', name: 'type', parameters: [of] });
export const parameter = (name: string): CelType => ({ kind: 'parameter', name, parameters: NONE });
export const objectType = (name: string, words: string, fields?: ReadonlyMap<string, CelType>): CelType => ({
  kind: 'object',
  name,
  parameters: NONE,
  fields,
  words,
});
/** An object of any fields. */
export const openObjectType = (name: string): CelType => ({
  kind: 'object',
  name,
  parameters: NONE,
  isOpen: true,
  words: name,
});

export const isOptional = ({ kind, name }: CelType): boolean => kind === 'opaque' && name === 'optional';

export const isSameType = (a: CelType, b: CelType): boolean =>
  a === b ||
  (a.kind === b.kind &&
    a.name === b.name &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((one, index) => isSameType(one, b.parameters[index]!)));

/** A type as users know it: `list(string)`. */
export const printType = ({ kind, name, parameters, isOpen }: CelType): string => {
  if (kind === 'parameter') return 'dyn';
  if (kind === 'object')
    return isOpen === true || name === 'JSONPatch' ? name : (/^kubernetes\..*?(\w+)$/.exec(name)?.[1] ?? 'object');
  return parameters.length === 0 ? name : `${name}(${parameters.map(printType).join(', ')})`;
};
