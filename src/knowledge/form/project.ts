import type { BlockingWebhook } from './blocking-webhook.js';
import type { CloudOperator } from './cloud-operator.js';
import type { EffectRow } from './effect.js';
import type { LanguageField } from './language-field.js';
import type { ReferenceRow } from './reference.js';

/** Everything that fluxspan knows about one project, in one file of src/knowledge/. */
export interface Project {
  /** The usual name: `cert-manager`. */
  readonly name: string;
  /** Cluster-scoped kinds by API group. */
  readonly clusterScoped?: Readonly<Record<string, readonly string[]>>;
  /** What changes and removals of its objects destroy, replace or stop. */
  readonly effects?: readonly EffectRow[];
  /** API groups whose objects are only settings, although patterns of other rows match them. */
  readonly holdsSettings?: readonly string[];
  /** References of its objects. */
  readonly references?: readonly ReferenceRow[];
  /** Fields by `group/Kind` whose text a controller parses, and the schema doesn't check. */
  readonly languages?: Readonly<Record<string, readonly LanguageField[]>>;
  /** By chart name: the API groups that a webhook of the chart admits, if it fails closed. */
  readonly webhooks?: Readonly<Record<string, readonly string[]>>;
  /** By chart name: its webhooks that fail closed, for objects that others create. */
  readonly blocks?: Readonly<Record<string, readonly BlockingWebhook[]>>;
  /**
   * `group/Kind` or `group/*`: custom resources whose operator creates nothing that other objects reference, or nothing
   * unknown.
   */
  readonly makesNothingNamed?: readonly string[];
  /** `group/Kind`: custom resources whose operator applies manifests that aren't known, in any namespace. */
  readonly appliesOthers?: readonly string[];
  /** Names of charts whose operators copy or create objects in other namespaces. */
  readonly copies?: readonly string[];
  /** The resources of a cloud that it manages by objects. */
  readonly cloud?: CloudOperator;
}

export const defineProject = (project: Project): Project => project;
