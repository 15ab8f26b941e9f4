import { z } from 'zod';

const store = z.strictObject({
  kind: z.enum(['ClusterSecretStore', 'SecretStore']),
  name: z.string(),
  /** The store is there without fluxspan. */
  external: z.boolean().default(false),
});

/** What each secret manager's store is called by default, by the addon that makes it. */
const storeNames = {
  aws: 'secrets-manager-provider',
  azure: 'key-vault',
  gcp: 'secret-manager',
  other: 'secret-store',
} as const;

/** The store that an addon's ExternalSecrets read from; the default is what the addon of the provider makes. */
export const storeOf = (provider: keyof typeof storeNames) =>
  store.default({ kind: 'ClusterSecretStore', name: storeNames[provider], external: false });

export type StoreOption = z.output<typeof store>;

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
