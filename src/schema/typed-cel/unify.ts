import { type CelType, dyn, isSameType, listType, mapType, optionalType, typeType } from './cel-type.js';

/** What is known of the parameters of types, by their names. */
export type Substitutions = ReadonlyMap<string, CelType>;

/** Puts what is known in the place of parameters; those of which nothing is known become `dyn` at the end. */
export const substitute = (known: Substitutions, type: CelType, isEnd = false): CelType => {
  if (type.kind === 'parameter') {
    const found = known.get(type.name);
    if (found !== undefined) return substitute(known, found, isEnd);
    return isEnd ? dyn : type;
  }
  if (type.parameters.length === 0) return type;
  const [first, second] = type.parameters.map((one) => substitute(known, one, isEnd));
  switch (type.kind) {
    case 'list':
      return listType(first!);
    case 'map':
      return mapType(first!, second!);
    case 'type':
      return typeType(first!);
    default:
      return type.name === 'optional' ? optionalType(first!) : type;
  }
};

/** Whether values of the types can be assigned in turn; gives what is known of parameters then. */
export const assign = (
  known: Substitutions,
  from: readonly CelType[],
  to: readonly CelType[],
): Substitutions | undefined => {
  const next = new Map(known);
  return areAssignable(next, from, to) ? next : undefined;
};

type Known = Map<string, CelType>;

const areAssignable = (known: Known, a: readonly CelType[], b: readonly CelType[]): boolean =>
  a.length === b.length && a.every((one, index) => isAssignable(known, one, b[index]!));

const isAssignable = (known: Known, a: CelType, b: CelType): boolean => {
  if (b.kind === 'parameter') {
    const hadOne = known.has(b.name);
    if (fits(known, a, b)) return true;
    if (hadOne) return false;
  }
  if (a.kind === 'parameter') return fits(known, b, a);
  if (a.kind === 'dyn' || b.kind === 'dyn') return true;
  if (a.name === 'null_type') return takesNull(b);
  if (b.name === 'null_type') return takesNull(a);
  switch (a.kind) {
    case 'scalar':
    case 'object':
      return isSameType(a, b);
    case 'type':
      return b.kind === 'type';
    default:
      return a.kind === b.kind && a.name === b.name && areAssignable(known, a.parameters, b.parameters);
  }
};

const takesNull = ({ kind, name }: CelType): boolean =>
  kind === 'opaque' || kind === 'object' || name === 'null_type' || name === 'timestamp' || name === 'duration';

/** Whether a type may stand for a parameter, by what is known of it. */
const fits = (known: Known, type: CelType, of: CelType): boolean => {
  if (isSameType(type, of)) return true;
  const found = known.get(of.name);
  if (found !== undefined) {
    if (isSameType(type, found)) return true;
    if (!isAssignable(known, type, found)) return false;
    const general = mostGeneral(type, found);
    if (isFreeOf(known, of, general)) known.set(of.name, general);
    return true;
  }
  if (!isFreeOf(known, of, type)) return false;
  known.set(of.name, type);
  return true;
};

/** Whether a parameter isn't in a type. */
const isFreeOf = (known: Known, of: CelType, within: CelType): boolean => {
  if (isSameType(of, within)) return false;
  if (within.kind === 'parameter') {
    const found = known.get(within.name);
    return found === undefined || isFreeOf(known, of, found);
  }
  return within.parameters.every((one) => isFreeOf(known, of, one));
};

export const mostGeneral = (a: CelType, b: CelType): CelType => (isAsGeneral(a, b) ? a : b);

const isAsGeneral = (a: CelType, b: CelType): boolean => {
  if (a.kind === 'dyn' || a.kind === 'parameter') return true;
  if (b.kind === 'dyn' || b.kind === 'parameter' || a.kind !== b.kind) return false;
  if (a.kind === 'type') return true;
  if (a.kind === 'scalar' || a.kind === 'object') return isSameType(a, b);
  return (
    a.name === b.name &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((one, index) => isAsGeneral(one, b.parameters[index]!))
  );
};
