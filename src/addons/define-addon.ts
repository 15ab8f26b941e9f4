import { defineAddon as define } from '../addon/define-addon.js';
import { markPackaged } from '../addon/packaged.js';

/** `defineAddon` for the addons of the package, whose versions a project can keep in its versions.yaml. */
export const defineAddon: typeof define = (definition) => markPackaged(define(definition));
