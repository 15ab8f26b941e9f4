import type { AddonDefinition } from '../addon/addon-definition.js';
import type { TenantOffboarding } from './tenant-options.js';

/** The label that `flux create tenant` gives the objects of a tenant, too. */
export const TENANT_LABEL = 'toolkit.fluxcd.io/tenant';

/** What of a tenant is known without building it. */
export interface TenantData {
  readonly name: string;
  readonly namespaces: readonly [string, ...string[]];
  readonly serviceAccount: string;
  readonly gateways: readonly { readonly name: string; readonly namespace: string }[];
  readonly stores: readonly string[];
  /** Where its objects come from: `https://github.com/acme/claims`. */
  readonly source: string | undefined;
  readonly groups: readonly string[];
  /** Names of vars of the contract that it may read. */
  readonly vars: readonly string[];
  readonly offboard: TenantOffboarding | undefined;
  /** Whether teams.yaml has it, and no code. */
  readonly isData: boolean;
}

const TENANT: unique symbol = Symbol.for('fluxspan.tenant') as never;

export const markTenant = <D extends object>(definition: D, data: TenantData): D =>
  Object.assign(definition, { [TENANT]: data });

/** The tenant that an addon is; undefined for any other addon. */
export const tenantOf = ({ definition }: { readonly definition: AddonDefinition }): TenantData | undefined =>
  (definition as { readonly [TENANT]?: TenantData })[TENANT];

/** Whether an object is the Kustomization by which the platform applies a tenant's source. */
export const isTenantRoot = (
  one: {
    readonly group: string;
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string | undefined;
  },
  { name, namespaces: [home] }: TenantData,
): boolean =>
  one.group === 'kustomize.toolkit.fluxcd.io' &&
  one.kind === 'Kustomization' &&
  one.name === name &&
  one.namespace === home;
