import type { Live } from './live.js';

/** The values that a release was given, as its stub chart shows them; empty as long as it is not installed. */
export const valuesSeen = async (live: Live, release: string, namespace: string): Promise<Record<string, unknown>> => {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', name: `${release}-values-seen`, namespace };
  return JSON.parse((await live.get(configMap))?.data?.['values.json'] ?? '{}');
};
