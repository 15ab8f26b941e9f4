import { z } from 'zod';

const texts = z.exactOptional(z.array(z.string()).min(1));

/**
 * The namespaces that a ClusterSecretStore takes: those that any condition picks.
 * https://external-secrets.io/latest/api/clustersecretstore/
 */
export const storeConditions = z
  .array(
    z.strictObject({
      /** By their names. */
      namespaces: texts,
      /** By their labels. */
      namespaceSelector: z.exactOptional(z.strictObject({ matchLabels: z.record(z.string(), z.string()) })),
      /** By regular expressions, of which one matches a part of the name. */
      namespaceRegexes: texts,
    }),
  )
  .min(1)
  .optional();
