import { z } from 'zod';

/** The store that an addon's ExternalSecrets read from; the default is what secrets-manager-store makes. */
export const storeOption = z
  .strictObject({
    kind: z.enum(['ClusterSecretStore', 'SecretStore']),
    name: z.string(),
    /** The store is there without fluxspan. */
    external: z.boolean().default(false),
  })
  .default({ kind: 'ClusterSecretStore', name: 'secrets-manager-provider', external: false });

/** The Gateway that an addon's routes hang on; the default is what gateway-api makes. */
export const gatewayOption = z
  .strictObject({
    name: z.string(),
    namespace: z.string(),
    /** The Gateway is there without fluxspan. */
    external: z.boolean().default(false),
    /** The Gateway's listener for plain HTTP, whose requests are redirected. */
    httpListener: z.string().default('http'),
    /** The Gateway's listener for HTTPS. */
    httpsListener: z.string().default('https'),
  })
  .default({
    name: 'gateway-api',
    namespace: 'istio-system',
    external: false,
    httpListener: 'http',
    httpsListener: 'https',
  });

export type GatewayOption = z.output<typeof gatewayOption>;
