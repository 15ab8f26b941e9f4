import type { Dependency } from './external-kustomization.js';
import type { ExternalObject } from './external-object.js';

/** A Kustomization that others write, in an entry of `external`. */
export interface ExternalKustomization<
  N extends string = string,
  C extends string = string,
  S extends string = string,
> {
  readonly kind: 'Kustomization';
  /** `metadata.name`. */
  readonly name: N;
  /** `metadata.namespace`. @default 'flux-system' */
  readonly namespace?: S;
  /** Capabilities that are there once it is ready: API groups whose CRDs it brings, or names. */
  readonly provides?: readonly C[];
  /**
   * Stages, addons or external Kustomizations that it waits for. synth reads `dependsOn` in its file, too; what the code says
   * counts where the file isn't in this repository.
   */
  readonly dependsOn?: readonly Dependency[];
}

/**
 * One thing that is there without fluxspan, by which addons can live, wait or refer to it:
 *
 * - a text is a capability, there before Flux runs: an API group with its CRDs (`cert-manager.io`), or a name. Addons can
 *   require it.
 * - `{ kind: 'Namespace', name: 'web' }` is a namespace that others create before Flux runs. Addons can live in it.
 * - `{ kind: 'Kustomization', name: 'monitoring', provides: ['monitoring.coreos.com'] }` is one that others write. Addons can
 *   require its name and what it provides, and then wait for it.
 * - `{ kind: 'Secret', namespace: 'web', name: 'pull' }`, and any other kind, is an object. Addons can refer to it.
 */
export type External = string | ExternalKustomization | ExternalObject;

const addToExternal = (entries: readonly string[]): string => `add ${entries.join(', ')} to the cluster's external`;

/** What a fix says of capabilities, after `or` or `else`: `add 'karpenter.sh' to the cluster's external`. */
export const addCapability = (...names: readonly string[]): string => addToExternal(names.map((name) => `'${name}'`));

export const addNamespace = (...names: readonly string[]): string =>
  addToExternal(names.map((name) => `{ kind: 'Namespace', name: '${name}' }`));
