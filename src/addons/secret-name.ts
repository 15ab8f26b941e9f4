import { z } from 'zod';
import { arn } from '../contract/index.js';

const named = (pattern: RegExp, where: string, what: string, example: string) =>
  z
    .string()
    .regex(pattern)
    .meta({ description: `name of the secret in ${where} that holds ${what}`, examples: [example] });

/** What Terraform tells of a remote secret: the ARN of AWS, and the name that it has anywhere else. */
export const secretArn = (what: string, example: string) =>
  arn('secretsmanager', `secret:${example}`).meta({ description: `ARN of the secret that holds ${what}` });

/** Where a secret has a name. */
export type NamedSecrets = 'azure' | 'gcp' | 'other';

export const secretName = (provider: NamedSecrets, what: string, example: string) => {
  switch (provider) {
    // https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules#microsoftkeyvault
    case 'azure':
      return named(/^[0-9A-Za-z-]{1,127}$/, 'Key Vault', what, example);
    // https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets/create
    case 'gcp':
      return named(/^[0-9A-Za-z_-]{1,255}$/, 'Secret Manager', what, example);
    default:
      return named(/^[\w./-]+$/, 'the store', what, example);
  }
};
