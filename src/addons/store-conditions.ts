import { z } from 'zod';

const texts = z.exactOptional(z.array(z.string()).min(1));

/**
 * The namespaces that a ClusterSecretStore takes: those that any condition picks.
 * https://external-secrets.io/latest/api/clustersecretstore/
 */
export const storeConditions = z
  .array(
    z.strictObject({
      namespaces: texts,
      namespaceSelector: z.exactOptional(z.strictObject({ matchLabels: z.record(z.string(), z.string()) })),
      namespaceRegexes: texts,
    }),
  )
  .min(1)
  .optional();
