/** Names a Kustomization in the cluster that fluxspan does not write. */
export interface ExternalName<N extends string = string, S extends string = string> {
  /** `metadata.name`. */
  readonly name: N;
  /** `metadata.namespace`. */
  readonly namespace: S;
}

/** What a stage or an external Kustomization waits for: a stage, an addon, or an external Kustomization. */
export type Dependency = string | ExternalName;

/** What `FluxCluster.external` takes beside the name. */
export interface ExternalOptions<
  C extends string = string,
  S extends string = string,
  Targets extends Dependency = Dependency,
> {
  /** Where the Kustomization itself is. @default 'flux-system' */
  readonly namespace?: S;
  /** Capabilities that are there once it is ready: API groups whose CRDs it brings, or names. */
  readonly provides?: readonly C[];
  /**
   * Earlier stages, addons or external Kustomizations that it waits for. synth reads `dependsOn` in its file, too; what
   * the code says counts where the file isn't in this repository.
   */
  readonly dependsOn?: readonly Targets[];
}

/** A Kustomization that the code of a cluster declares, and others write. */
export interface DeclaredExternal extends ExternalName {
  readonly provides: readonly string[];
  readonly dependsOn: readonly Dependency[];
  /** How many stages come before it. */
  readonly stage: number;
  /** `src/platform/dev.ts:12`. */
  readonly place: () => string | undefined;
}

export { ownerKey as externalKey } from './owner-key.js';

/** `.external('monitoring', …)`, or `.external('monitoring', { namespace: 'apps', … })`: as the code declares it. */
export const printDeclaration = ({ namespace, name }: ExternalName): string =>
  namespace === 'flux-system' ? `.external('${name}', …)` : `.external('${name}', { namespace: '${namespace}', … })`;

/** `'monitoring'`, or `{ name: 'monitoring', namespace: 'apps' }`: as the code names it. */
export const printExternal = ({ namespace, name }: ExternalName): string =>
  namespace === 'flux-system' ? `'${name}'` : `{ name: '${name}', namespace: '${namespace}' }`;
