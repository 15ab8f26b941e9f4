import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { UNKNOWN } from '../read/unknown.js';

/** What stands for a name in a message: it may be unknown, or no text. */
export const nameText = (value: unknown): string =>
  value === UNKNOWN ? '(known after apply)' : typeof value === 'string' ? value : '(no name)';

/** What a platform's Terraform makes of one contract, as its module says in `terraform_data.contract`. */
export interface Proof {
  /** Where it was found: the address of the resource, or the name of the output. */
  readonly place: string;
  /** The module that it is in, as an address; empty for the root. */
  readonly module: string;
  readonly contract: unknown;
  readonly cluster: string;
  /** The Terraform state that it is of. @default - the main one */
  readonly state?: string;
  readonly vars: unknown;
  readonly values: unknown;
  /** By secret, the names of its properties; never a value. */
  readonly secrets: unknown;
}

/** A ConfigMap as it is, or will be. Each part may be {@link UNKNOWN}. */
export interface GivenConfigMap {
  readonly place: string;
  readonly module: string;
  readonly namespace: unknown;
  readonly name: unknown;
  readonly labels: unknown;
  readonly data: unknown;
  readonly immutable: unknown;
}

/** A Secret of a cluster: its name and keys, and none of its values. */
export interface GivenSecret {
  readonly namespace: string;
  readonly name: string;
  readonly keys: readonly string[];
}

export const givenSecret = (object: unknown): GivenSecret | undefined => {
  if (!isObject(object) || object['kind'] !== 'Secret') return undefined;
  const { name, namespace } = fieldsOf(object['metadata']);
  if (typeof name !== 'string') return undefined;
  return { namespace: String(namespace ?? 'default'), name, keys: Object.keys(fieldsOf(object['data'])) };
};

/** A managed identity of Azure, by its two ids: pods log in with one, and roles are assigned to the other. */
export interface GivenIdentity {
  readonly place: string;
  readonly clientId: string;
  readonly principalId: string;
}

/** From the attributes of the provider's resource or data source; undefined where they aren't known yet. */
export const givenIdentity = (values: unknown, place: string): GivenIdentity | undefined => {
  const { client_id: clientId, principal_id: principalId } = fieldsOf(values);
  return typeof clientId === 'string' && typeof principalId === 'string' ? { place, clientId, principalId } : undefined;
};

export const IDENTITY_TYPE = 'azurerm_user_assigned_identity';

/** All that one artifact says of contracts. */
export interface Given {
  readonly proofs: readonly Proof[];
  readonly configMaps: readonly GivenConfigMap[];
  /** Absent where the artifact has none. */
  readonly secrets?: readonly GivenSecret[];
  /** Absent where the artifact has none. */
  readonly identities?: readonly GivenIdentity[];
  /** Addresses of proofs that the plan destroys. */
  readonly destroyed: readonly string[];
}

/** A proof, where `value` is what `terraform_data.contract` takes as its input. */
export const asProof = (value: unknown, place: string, module: string): Proof | undefined => {
  if (!isObject(value)) return undefined;
  const { fluxspan, vars, values, secrets } = value;
  if (!isObject(fluxspan) || !('contract' in fluxspan)) return undefined;
  const { contract, cluster, state } = fluxspan;
  return typeof cluster === 'string'
    ? { place, module, contract, cluster, ...(typeof state === 'string' ? { state } : {}), vars, values, secrets }
    : undefined;
};

/** A value with its unknown parts marked: Terraform prints them apart, as `true` where they stand. */
export const markUnknown = (known: unknown, unknown: unknown): unknown => {
  if (unknown === true) return UNKNOWN;
  if (Array.isArray(unknown)) {
    const items = Array.isArray(known) ? known : [];
    return unknown.some((one) => one !== false)
      ? Array.from({ length: Math.max(items.length, unknown.length) }, (_, at) => markUnknown(items[at], unknown[at]))
      : known;
  }
  if (isObject(unknown)) {
    const entries = Object.entries(unknown);
    if (entries.length === 0) return known;
    const marked: Record<string, unknown> = { ...fieldsOf(known) };
    for (const [key, part] of entries) marked[key] = markUnknown(marked[key], part);
    return marked;
  }
  return known;
};

/** A ConfigMap from the attributes of the provider's resource. */
export const resourceConfigMap = (values: unknown, place: string, module: string): GivenConfigMap | undefined => {
  if (!isObject(values)) return undefined;
  const { metadata, data, immutable } = values;
  const first: unknown = Array.isArray(metadata) ? metadata[0] : metadata;
  const { name, namespace, labels } = isObject(first) ? first : { name: first, namespace: first, labels: first };
  return { place, module, namespace, name, labels, data, immutable };
};

/** A ConfigMap as Kubernetes prints it. */
export const kubernetesConfigMap = (object: unknown, place: string, module: string): GivenConfigMap | undefined => {
  if (!isObject(object) || object['kind'] !== 'ConfigMap') return undefined;
  const { metadata, data, immutable } = object;
  const { name, namespace, labels } = fieldsOf(metadata);
  return { place, module, namespace, name, labels, data, immutable };
};

/** The resources of the provider hashicorp/kubernetes that make a ConfigMap. */
export const configMapTypes: ReadonlySet<unknown> = new Set(['kubernetes_config_map_v1', 'kubernetes_config_map']);
