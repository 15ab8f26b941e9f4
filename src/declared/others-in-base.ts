import type { Diagnostic } from '../diagnostics/index.js';
import { addCapability } from './external.js';
import type { ExternalName } from './external-kustomization.js';
import { shortOwnerName } from './owner-key.js';

/** A Kustomization that fluxspan did not write, and that applies something. */
export interface OtherApplier extends ExternalName {
  /** It is Flux's root. */
  readonly isRoot: boolean;
  /** The ResourceSet among its objects that makes it: `ResourceSet/tenants in apps`. @default - it applies it itself */
  readonly set?: string;
  /** Only the operator knows whether the set makes it. */
  readonly isUnsure?: true;
}

/** What Kustomizations that fluxspan did not write bring to one cluster, as the base has them. */
export interface OthersInBase {
  creatorOf(namespace: string): OtherApplier | undefined;
  /** Who brings CRDs of an API group as manifests; what a release installs isn't known. */
  crdsOf(group: string): OtherApplier | undefined;
}

/** A namespace that objects are in, and that nothing of the code creates. */
export interface UncreatedNamespace {
  readonly name: string;
  /** A ResourceSet of an addon may make it: checking tells whether one does. */
  readonly mayBeMade?: boolean;
  /** @param there who applies it already */
  readonly tell: (there: OtherApplier | undefined) => Diagnostic;
}

/** An API group that an addon requires, and that nothing of the code provides. */
export interface UnprovidedGroup {
  readonly group: string;
  /** @param there who applies its CRDs already */
  readonly tell: (there: OtherApplier | undefined) => Diagnostic;
}

/** How the cluster's code says that a Kustomization brings an API group. */
export const printExternalFor = (group: string, { name, namespace, isRoot }: OtherApplier): string =>
  isRoot
    ? addCapability(group)
    : `add { kind: 'Kustomization', ${namespace === 'flux-system' ? '' : `namespace: '${namespace}', `}name: '${name}', provides: ['${group}'] } to the cluster's external`;

/** `Kustomization "infra", which fluxspan did not write,`. */
export const printApplier = ({ name, namespace, isRoot, set }: OtherApplier): string =>
  set !== undefined
    ? `${set}, which fluxspan did not write,`
    : isRoot
      ? 'the root Kustomization'
      : `Kustomization "${shortOwnerName({ namespace, name })}", which fluxspan did not write,`;

/** @param does what the code doesn't say of it, as in `applies it` */
export const printUnsaid = (applier: OtherApplier, does: string): string =>
  `the code doesn't declare ${applier.isUnsure === true ? 'whether' : 'that'} ${printApplier(applier)} ${does}`;
