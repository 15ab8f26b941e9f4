import type { TypeDeclaration } from '@marcbachmann/cel-js';

/** The name of a type as the CEL library writes it: `list<string>`. */
export type CelType = string;

export const timestamp: CelType = 'google.protobuf.Timestamp';
export const duration: CelType = 'google.protobuf.Duration';

/** A type of objects, each with the same fields. */
export interface ObjectType {
  readonly name: string;
  /** What the object is, in words: `request.userInfo`. */
  readonly words: string;
  readonly fields: Readonly<Record<string, CelType>>;
}

/** Whether a value may be of a type, as far as both are known. */
export const isType = ({ name, hasDynType, hasPlaceholderType }: TypeDeclaration, wanted: CelType): boolean =>
  name === wanted || hasDynType || hasPlaceholderType || wanted === 'dyn' || /^[A-Z]$/.test(wanted);

/** A type as users know it: `list(string)`. */
export const printType = ({ kind, name, keyType, valueType }: TypeDeclaration): string => {
  switch (kind) {
    case 'list':
    case 'optional':
      return `${kind}(${printType(valueType!)})`;
    case 'map':
      return `map(${printType(keyType!)}, ${printType(valueType!)})`;
    case 'param':
    case 'dyn':
      return 'dyn';
    default:
      return printTypeName(name);
  }
};

/** The name of a type without parameters. */
export const printTypeName = (name: CelType): string => {
  if (name === 'null') return 'null_type';
  if (name === timestamp || name === duration) return name === timestamp ? 'timestamp' : 'duration';
  if (name.startsWith('Fields')) return 'object';
  return name.startsWith('list<')
    ? `list(${printTypeName(name.slice(5, -1))})`
    : (/^kubernetes\..*?(\w+)$/.exec(name)?.[1] ?? name);
};
