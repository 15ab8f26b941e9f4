import type { LooseDefinition } from '../support/synthesize.js';
import type { ObjectRef } from './kube-object.js';
import type { Live } from './live.js';

/** A program that a rule refuses, and the same fixed; an addon each, named after its key. */
export interface Twin {
  readonly make: (bad: boolean) => LooseDefinition;
  /** Flux's words, or the API server's, that the diagnostic foretells. */
  readonly says?: string;
  /** Who says so; the addon's Kustomization if not said. */
  readonly by?: Omit<ObjectRef, 'apiVersion'> & { readonly apiVersion?: string };
  /** Where nobody says anything: what is in the cluster instead of what was meant. */
  readonly shows?: readonly [look: (live: Live) => Promise<unknown>, expected: unknown];
}
