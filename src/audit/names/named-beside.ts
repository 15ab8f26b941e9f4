import type { StateObject } from '../../rules/context/rule-state.js';
import { textsIn } from '../terraform/texts-in.js';

/** Whether an object of its namespace, or of the whole cluster, names it in any text, and isn't what makes it. */
export const isNamedBeside = (
  { namespace, name }: { readonly namespace: string; readonly name: string },
  objects: readonly StateObject[],
  isMaker: (one: StateObject) => boolean,
): boolean =>
  objects.some(
    (one) =>
      (one.namespace === namespace || one.kind.startsWith('Cluster')) &&
      !isMaker(one) &&
      textsIn(one.json).includes(name),
  );
