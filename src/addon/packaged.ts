import type { AddonDefinition } from './addon-definition.js';

const PACKAGED = Symbol.for('fluxspan.packagedAddon');

/** Marks an addon that comes with fluxspan: an update of the package may change its versions. */
export const markPackaged = <A extends { readonly definition: AddonDefinition }>(addon: A): A => {
  Object.defineProperty(addon.definition, PACKAGED, { value: true });
  return addon;
};

export const isPackaged = (definition: object): boolean => PACKAGED in definition;
