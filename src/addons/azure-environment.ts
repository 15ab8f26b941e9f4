import { z } from 'zod';

/** The Azure clouds, by their names in Azure's SDKs, with those of External Secrets. */
export const azureEnvironments = {
  AzurePublicCloud: { externalSecrets: 'PublicCloud' },
  AzureUSGovernmentCloud: { externalSecrets: 'USGovernmentCloud' },
  AzureChinaCloud: { externalSecrets: 'ChinaCloud' },
} as const;

/** The Azure cloud that an addon talks to. */
export type AzureEnvironment = keyof typeof azureEnvironments;

export const azureEnvironment = z
  .enum(['AzurePublicCloud', 'AzureUSGovernmentCloud', 'AzureChinaCloud'])
  .default('AzurePublicCloud');
