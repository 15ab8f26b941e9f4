import type { Severity } from '../../diagnostics/index.js';
import type { EffectRow, Harm } from '../../knowledge/form/effect.js';

/** A harmful change between two states. */
export interface Found {
  readonly harm: Harm;
  /** `spec.replicas 3 → 1` */
  readonly words: string;
  readonly path: string;
  /** One step below the harm's severity if a var or a patch decides. */
  readonly severity: Severity;
  /** Set if the change unsets a value of a chart. */
  readonly isDefault?: boolean;
  /** The row that covers the change, and which of its paths. @default - no row does: the engine recognizes it */
  readonly by?: { readonly row: EffectRow; readonly at: string };
}
