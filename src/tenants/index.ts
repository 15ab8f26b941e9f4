export { gatewayLabel, storeLabel } from './access-labels.js';
export { type Published, type PublishedFile, published } from './offer/published.js';
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
