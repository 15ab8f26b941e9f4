import { isObject } from '../json/is-object.js';
import { FLUX_NAMESPACE } from './contract.js';

/** A Secret that a person or a pipeline brings into the cluster before Flux runs. */
export interface BootstrapSecret {
  /** The keys of its data. */
  readonly keys: readonly string[];
  /** Where it is brought. @default 'flux-system' */
  readonly namespace: string;
  /** The type of the Secret. @default 'Opaque' */
  readonly type: string;
  /** What it is for. */
  readonly description?: string;
}

/**
 * Declares a Secret that is brought before Flux runs, by its keys. No value of it is in code or in the tree.
 *
 * @example bootstrap: { 'sops-age': secret({ keys: ['age.agekey'], description: 'the key by which Flux decrypts' }) }
 */
export const secret = ({
  keys,
  namespace = FLUX_NAMESPACE,
  type = 'Opaque',
  description,
}: {
  readonly keys: readonly [string, ...string[]];
  readonly namespace?: string;
  readonly type?: string;
  readonly description?: string;
}): BootstrapSecret => ({ keys, namespace, type, ...(description === undefined ? {} : { description }) });

const isName = (value: unknown): boolean => typeof value === 'string' && /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/.test(value);
const isKey = (value: unknown): boolean => typeof value === 'string' && /^[-._a-zA-Z0-9]{1,253}$/.test(value);

/** Whether a value is what a cluster's `bootstrap` takes. */
export const isBootstrap = (value: unknown): value is Readonly<Record<string, BootstrapSecret>> =>
  isObject(value) &&
  Object.entries(value).every(([name, one]) => {
    if (!isName(name) || !isObject(one)) return false;
    const { keys, namespace, type, description } = one;
    return (
      Array.isArray(keys) &&
      keys.length > 0 &&
      keys.every(isKey) &&
      new Set(keys).size === keys.length &&
      isName(namespace) &&
      typeof type === 'string' &&
      /^[-./\w]+$/.test(type) &&
      (description === undefined || typeof description === 'string')
    );
  });
