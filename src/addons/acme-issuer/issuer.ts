import type { Construct } from 'constructs';
import { z } from 'zod';
import { ClusterIssuer } from '../../../imports/cert-manager.io.js';
import { email, type TextVar } from '../../contract/index.js';
import { domain } from '../text-options.js';

/** What is the same for every provider. */
export const addon = { name: 'acme-issuer', requires: ['cert-manager', 'cert-manager.io'] } as const;

/** The vars that every provider has. */
export const account = {
  TF_ACME_EMAIL: email().meta({
    description: 'address that the ACME server writes to about the account',
    examples: ['platform@example.org'],
  }),
};

/** Options that every provider takes. */
export const options = {
  /** The name by which certificates refer to the ClusterIssuer; its account key is the Secret `<name>-account-key`. */
  name: z.string().default('letsencrypt'),
  /** The URL of the ACME server's directory. */
  server: z.url().default('https://acme-v02.api.letsencrypt.org/directory'),
  /** DNS zones for which the issuer may issue certificates, including all names below them. @default - every zone */
  dnsZones: z.array(domain).min(1).optional(),
};

interface Issuer {
  readonly name: string;
  readonly server: string;
  readonly dnsZones?: string[] | undefined;
}

type Solver = NonNullable<
  NonNullable<NonNullable<ConstructorParameters<typeof ClusterIssuer>[2]>['spec']['acme']>['solvers']
>[number]['dns01'];

/** The ClusterIssuer with one solver: https://cert-manager.io/docs/configuration/acme/dns01/ */
export const addIssuer = (
  scope: Construct,
  { name, server, dnsZones }: Issuer,
  email: TextVar<'TF_ACME_EMAIL'>,
  dns01: NonNullable<Solver>,
): void => {
  new ClusterIssuer(scope, 'issuer', {
    name,
    spec: {
      acme: {
        server,
        email,
        privateKeySecretRef: { name: `${name}-account-key` },
        solvers: [{ ...(dnsZones === undefined ? {} : { selector: { dnsZones } }), dns01 }],
      },
    },
  });
};
