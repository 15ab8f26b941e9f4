export { gatewayLabel, storeLabel } from './access-labels.js';
export { type TenantInstance, tenant } from './tenant.js';
export type {
  TenantAlerts,
  TenantGateway,
  TenantGroup,
  TenantOffboarding,
  TenantOptions,
  TenantParts,
  TenantRole,
} from './tenant-options.js';
