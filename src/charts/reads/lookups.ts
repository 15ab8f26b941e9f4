import type { Command, Operand } from '../../go-template/index.js';
import { constantOf } from './failures.js';

/** The map and the keys that a call looks up, where they are known. */
export const lookupOf = (command: Command): { readonly map: Operand; readonly keys: readonly string[] } | undefined => {
  const [head, ...operands] = command;
  if (head.kind !== 'function') return undefined;
  const found = (map: Operand | undefined, names: readonly Operand[]) => {
    const keys = names.map(constantOf);
    if (map === undefined || keys.length === 0 || keys.includes(undefined)) return undefined;
    return { map, keys: keys as readonly string[] };
  };
  switch (head.name) {
    case 'hasKey':
    case 'get':
      return operands.length === 2 ? found(operands[0], operands.slice(1)) : undefined;
    case 'index':
      return found(operands[0], operands.slice(1));
    case 'dig':
      // With a fallback that counts as false.
      return constantOf(operands.at(-2)) === '' ? found(operands.at(-1), operands.slice(0, -2)) : undefined;
    default:
      return undefined;
  }
};
