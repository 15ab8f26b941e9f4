/** Names a Kustomization in the cluster that fluxspan does not write. */
export interface ExternalName<N extends string = string, S extends string = string> {
  /** `metadata.name`. */
  readonly name: N;
  /** `metadata.namespace`. */
  readonly namespace: S;
}

/** What a stage or an external Kustomization waits for: a stage, an addon, or an external Kustomization. */
export type Dependency = string | ExternalName;

/** A Kustomization that the code of a cluster declares, and others write. */
export interface DeclaredExternal extends ExternalName {
  readonly provides: readonly string[];
  readonly dependsOn: readonly Dependency[];
  /** `src/platform/dev.ts:12`. */
  readonly place: () => string | undefined;
}

export { ownerKey as externalKey } from './owner-key.js';

/** `{ kind: 'Kustomization', name: 'monitoring' }`: its entry in `external`, as the code declares it. */
export const printDeclaration = ({ namespace, name }: ExternalName): string =>
  `{ kind: 'Kustomization', ${namespace === 'flux-system' ? '' : `namespace: '${namespace}', `}name: '${name}' }`;

/** `'monitoring'`, or `{ name: 'monitoring', namespace: 'apps' }`: as the code names it. */
export const printExternal = ({ namespace, name }: ExternalName): string =>
  namespace === 'flux-system' ? `'${name}'` : `{ name: '${name}', namespace: '${namespace}' }`;
