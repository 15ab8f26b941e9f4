import type { EffectRow } from './effect.js';
import type { LanguageField } from './language-field.js';
import type { ReferenceRow } from './reference.js';

/** What fluxspan knows of one project: all of it, in one file of src/knowledge/. Each part says which rules ask for it. */
export interface Project {
  /** As people call it: `cert-manager`. */
  readonly name: string;
  /** By API group, the kinds that live in no namespace. */
  readonly clusterScoped?: Readonly<Record<string, readonly string[]>>;
  /** What changes and removals of its objects destroy, replace or stop. */
  readonly effects?: readonly EffectRow[];
  /** API groups whose objects stand for nothing, though patterns of other rows are about them. */
  readonly holdsSettings?: readonly string[];
  /** What its objects name. */
  readonly references?: readonly ReferenceRow[];
  /** By `group/Kind`, the fields whose text a controller parses, and the schema of the kind doesn't. */
  readonly languages?: Readonly<Record<string, readonly LanguageField[]>>;
  /** By the name of a chart, the API groups whose objects a webhook of it admits, which fails closed. */
  readonly webhooks?: Readonly<Record<string, readonly string[]>>;
  /** `group/Kind` or `group/*`: custom resources that make nothing that other objects name, or nothing unknown. */
  readonly makesNothingNamed?: readonly string[];
  /** Names of charts whose operators copy objects to other namespaces, or make them there. */
  readonly copies?: readonly string[];
}

export const defineProject = (project: Project): Project => project;
