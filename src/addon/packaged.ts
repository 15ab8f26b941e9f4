import type { AddonDefinition } from './addon-definition.js';

const packaged = new WeakSet<object>();

/** Marks an addon that comes with fluxspan: an update of the package may change its versions. */
export const markPackaged = <A extends { readonly definition: AddonDefinition }>(addon: A): A => {
  packaged.add(addon.definition);
  return addon;
};

export const isPackaged = (definition: object): boolean => packaged.has(definition);
