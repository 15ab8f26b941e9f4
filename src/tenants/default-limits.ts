import type { LimitRangeItem } from '../../imports/core.js';

/** What a container gets that says nothing, of each resource that a quota may count. */
const defaults: Readonly<Record<string, readonly [request: string, limit: string]>> = {
  cpu: ['100m', '500m'],
  memory: ['128Mi', '256Mi'],
  'ephemeral-storage': ['100Mi', '1Gi'],
};

/**
 * The limits that a quota calls for: Kubernetes refuses a container that doesn't say how much it takes of a resource that a
 * quota counts. https://kubernetes.io/docs/concepts/policy/resource-quotas/#compute-resource-quota
 */
export const defaultLimits = (quota: Readonly<Record<string, unknown>>): readonly LimitRangeItem[] => {
  const counted = (...keys: readonly string[]) => keys.some((key) => quota[key] !== undefined);
  const requests: Record<string, string> = {};
  const limits: Record<string, string> = {};
  for (const [resource, [request, limit]] of Object.entries(defaults)) {
    if (counted(`requests.${resource}`, resource)) requests[resource] = request;
    if (counted(`limits.${resource}`)) limits[resource] = limit;
  }
  const hasRequests = Object.keys(requests).length > 0;
  const hasLimits = Object.keys(limits).length > 0;
  if (!hasRequests && !hasLimits) return [];
  return [
    {
      type: 'Container',
      ...(hasRequests ? { defaultRequest: requests } : {}),
      ...(hasLimits ? { default: limits } : {}),
    },
  ];
};
