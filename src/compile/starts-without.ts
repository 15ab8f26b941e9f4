import type { BuiltAddon } from './built-cluster.js';

/** A capability of another addon that an addon requires and doesn't wait for, as its definition says: the first one. */
export const startsWithout = ({ instance }: BuiltAddon, other: BuiltAddon | undefined): string | undefined => {
  const { startsWithout: apart = [] } = instance.definition;
  return apart.find((one) => one === other?.name || other?.instance.definition.provides?.includes(one) === true);
};

/** What to do about an addon that should wait, where its definition says that it needn't. */
export const waitAgain = (capability: string, addon: string): string =>
  `take '${capability}' out of \`startsWithout\` of addon "${addon}"`;
