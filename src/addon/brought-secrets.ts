import type { BootstrapSecret } from '../contract/index.js';
import type { AddonDefinition } from './addon-definition.js';

/** A Secret that someone brings before Flux runs, with its name. */
export interface BroughtSecret extends BootstrapSecret {
  /** `metadata.name` */
  readonly name: string;
}

const BROUGHT: unique symbol = Symbol.for('fluxspan.broughtSecrets') as never;

/** Says of an addon which Secrets it reads that come before Flux: each cluster that has the addon lists them. */
export const markBrought = <D extends object>(definition: D, secrets: readonly BroughtSecret[]): D =>
  secrets.length === 0 ? definition : Object.assign(definition, { [BROUGHT]: secrets });

/** The Secrets that come before Flux, and that an addon reads. */
export const broughtSecretsOf = ({ definition }: { readonly definition: AddonDefinition }): readonly BroughtSecret[] =>
  (definition as { readonly [BROUGHT]?: readonly BroughtSecret[] })[BROUGHT] ?? [];
