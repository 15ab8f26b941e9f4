import { isInGroup } from '../../compile/protected-kind.js';
import type { Applied, Policy } from '../../knowledge/form/keeps.js';

/** Kinds whose objects stand for something that goes when they are deleted. */
export interface LosingKinds {
  /** An API group, or `*.` and the end of several. */
  readonly group: string;
  /** @default - all of the group */
  readonly kinds?: readonly string[];
  /** Kinds that stand for nothing; one that ends in `*` is the start of several, one that starts so the end. */
  readonly except?: readonly string[];
  /** What goes with the object. */
  readonly loses: string | ((object: Applied) => string);
  /** With any of them nothing goes. */
  readonly policies?: readonly Policy[];
}

/** Whether an entry is about a kind. */
export const isAbout = ({ group, kinds, except = [] }: LosingKinds, id: { group: string; kind: string }): boolean =>
  isInGroup(group, id.group) &&
  (kinds === undefined || kinds.includes(id.kind)) &&
  !except.some((pattern) => matches(pattern, id.kind));

const matches = (pattern: string, kind: string): boolean =>
  pattern.startsWith('*')
    ? kind.endsWith(pattern.slice(1))
    : pattern.endsWith('*')
      ? kind.startsWith(pattern.slice(0, -1))
      : kind === pattern;
