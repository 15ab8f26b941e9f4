import type { rules } from './registry.js';

type Definition = (typeof rules)[number]['diagnostics'][number];

/** The codes that {@link FluxCluster.except} takes for all objects of a kind. */
export type ExceptableByKind = Extract<Definition, { readonly exceptable: 'kind' }>['code'];

/** The codes that {@link FluxCluster.except} takes for a whole addon: those that aren't about an object. */
export type ExceptableByAddon = Extract<Definition, { readonly exceptable: 'addon' }>['code'];

/** The codes that {@link FluxCluster.except} takes: those that a rule declares exceptable. */
export type ExceptableCode =
  | Extract<Definition, { readonly exceptable: true }>['code']
  | ExceptableByKind
  | ExceptableByAddon;
