import { fieldsOf } from '../json/as-shape.js';
import { valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';

/** Argo CD's options of a sync copy nothing; the Flux Operator's `copyFrom` fills the object that has it. */
const COPIES = /reflect|replicat|kubed|sync(?!-)|copy(?!From$)|clone/i;

/**
 * Whether a controller may copy a Secret or ConfigMap into other namespaces: Reflector, kubernetes-replicator and their like
 * select by annotations, config-syncer and Kyverno by labels, too.
 */
export const isCopied = ({ annotations, labels }: Readonly<Record<string, unknown>>): boolean =>
  [annotations, labels].some((one) => Object.keys(fieldsOf(one)).some((key) => COPIES.test(key)));

/** Where objects that are or ask for a Secret have its metadata: a Certificate, an ExternalSecret, a SealedSecret. */
const METADATA = [
  ['metadata'],
  ['spec', 'secretTemplate'],
  ['spec', 'target', 'template', 'metadata'],
  ['spec', 'template', 'metadata'],
];

/** The same of an object that is one, or for which an operator makes one. */
export const makesCopied = (json: JsonObject): boolean =>
  METADATA.some((path) => isCopied(fieldsOf(valueAt(json, path))));
