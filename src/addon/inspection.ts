import type { DescribedInput } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/index.js';

/** The infra inputs of an addon as the contract carries them, by name. */
export interface AddonInputs {
  readonly vars: ReadonlyMap<string, DescribedInput>;
  readonly values: ReadonlyMap<string, DescribedInput>;
  /** By secret, then by property. */
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, DescribedInput>>;
}

/** What is known of a definition without running its `build`. */
export interface Inspection {
  readonly inputs: AddonInputs;
  /** What the addon produces, by name. */
  readonly outputs: ReadonlyMap<string, DescribedInput>;
  readonly problems: readonly Diagnostic[];
  /** False if the tree cannot hold its name, its namespace's or a release's. */
  readonly hasUsableNames: boolean;
  /** Its fields have their shapes, so that it can be built. */
  readonly isReadable: boolean;
  /** Where it was written. */
  readonly place: () => string | undefined;
}
