import type { TextOrRef } from '../contract/ref.js';

/** What every object of fluxspan takes beside its own fields. */
export interface ObjectProps {
  /** `metadata.name`. @default - the addon's name; in a plain cdk8s chart it must be given */
  readonly name?: string;
  /** `metadata.labels`. @default - none */
  readonly labels?: Readonly<Record<string, TextOrRef>>;
  /** `metadata.annotations`. @default - none */
  readonly annotations?: Readonly<Record<string, TextOrRef>>;
  /**
   * Fields that the types do not know, merged over the whole object: `{ spec: { newField: true } }`.
   * Maps are merged, all else replaces.
   */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The same, for a kind whose objects live in namespaces. */
export interface NamespacedProps extends ObjectProps {
  /** `metadata.namespace`. @default - the addon's namespace, else the cdk8s chart's */
  readonly namespace?: string;
}
