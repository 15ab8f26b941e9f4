import { azureClientId, gcpServiceAccount } from '../contract/index.js';

/** The label by which Azure's webhook gives a pod a token: https://azure.github.io/azure-workload-identity/docs/topics/service-account-labels-and-annotations.html */
export const AZURE_USE = { 'azure.workload.identity/use': 'true' } as const;

/** A service account that is a managed identity or an application in Entra. */
export const asAzureClient = (clientId: string) => ({ 'azure.workload.identity/client-id': clientId });

/** A service account that is one of Google Cloud: https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity */
export const asGoogleAccount = (email: string) => ({ 'iam.gke.io/gcp-service-account': email });

export const clientIdOf = (what: string) =>
  azureClientId().meta({ description: `client id of the managed identity of ${what}, not its resource id` });

export const googleAccountOf = (what: string, name: string) =>
  gcpServiceAccount().meta({
    description: `e-mail address of the Google Cloud service account of ${what}`,
    examples: [`${name}@platform-dev.iam.gserviceaccount.com`],
  });
