import type { Severity } from '../../diagnostics/index.js';
import type { Harm } from '../../knowledge/form/effect.js';

/** A harmful change that two states have. */
export interface Found {
  readonly harm: Harm;
  /** `spec.replicas 3 → 1` */
  readonly words: string;
  readonly path: string;
  /** One step milder than the harm's, where a var or a patch decides. */
  readonly severity: Severity;
  /** A value of a chart that is no longer set. */
  readonly isDefault?: boolean;
}
