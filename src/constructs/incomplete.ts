import type { IConstruct } from 'constructs';

const INCOMPLETE = Symbol.for('fluxspan.incomplete');

/** Says that a construct lacks what its addon doesn't declare, which has been reported: nothing else is said of it. */
export const markIncomplete = (construct: IConstruct): void => {
  Object.defineProperty(construct, INCOMPLETE, { value: true });
};

export const isIncomplete = (construct: IConstruct): boolean => INCOMPLETE in construct;
