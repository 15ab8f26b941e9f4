import { fieldsOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';

/** What controllers add to a ConfigMap or Secret that a file declares. */
export interface FilledData {
  readonly keys: readonly string[];
  /** They may add other keys. */
  readonly isOpen: boolean;
}

const GENERATOR = 'secret-generator.v1.mittwald.de';

/** Annotations with which a controller copies or generates data. */
const FILLS =
  /^(?:replicator\.v1\.mittwald\.de\/replicate-from|reflector\.v1\.k8s\.emberstack\.com\/reflects|secretgen\.carvel\.dev\/|service\.beta\.openshift\.io\/inject-cabundle|fluxcd\.controlplane\.io\/(?:copyFrom|convertKubeConfigFrom)$)/;

/** Flux leaves the keys of others alone. */
const SHARED = /^(?:merge|ifnotpresent)$/i;

export const dataFilledIn = ({ type, metadata }: JsonObject): FilledData => {
  const { annotations, labels } = fieldsOf(metadata);
  const marks = fieldsOf(annotations);
  // https://github.com/mittwald/kubernetes-secret-generator
  const generated = marks[`${GENERATOR}/autogenerate`];
  const kind = marks[`${GENERATOR}/type`] ?? 'string';
  return {
    keys:
      typeof generated === 'string' && kind === 'string'
        ? generated.split(',').flatMap((key) => (key.trim() === '' ? [] : [key.trim()]))
        : [],
    isOpen:
      kind !== 'string' ||
      SHARED.test(String(marks['kustomize.toolkit.fluxcd.io/ssa'])) ||
      String(type).startsWith('kubernetes.io/service-account-token') ||
      fieldsOf(labels)['config.openshift.io/inject-trusted-cabundle'] !== undefined ||
      Object.keys(marks).some((mark) => FILLS.test(mark)),
  };
};
