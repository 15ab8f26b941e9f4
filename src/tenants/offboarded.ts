import type { AddonInstance } from '../addon/addon.js';
import { tenantOf } from './tenant-mark.js';

/** The removal that the first step of an offboarding declares: of all that the tenant's Kustomization has applied. */
export const offboarded = (instance: AddonInstance) => {
  const tenant = tenantOf(instance);
  if (tenant?.offboard === undefined || tenant.source === undefined) return [];
  const { name, namespaces, offboard } = tenant;
  return [
    {
      what: { kind: 'Kustomization', group: 'kustomize.toolkit.fluxcd.io', name, namespace: namespaces[0] },
      reason: offboard.reason,
      place: instance.place,
      tenant: name,
    },
  ];
};
