export { gatewayLabel, storeLabel } from './access-labels.js';
export { tenant } from './tenant.js';
export type {
  TenantAlerts,
  TenantGateway,
  TenantGroup,
  TenantOffboarding,
  TenantOptions,
  TenantParts,
  TenantRole,
} from './tenant-options.js';
