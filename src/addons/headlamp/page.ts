import type { Construct } from 'constructs';
import { z } from 'zod';
import { type HeadlampValues, headlampValuesSchema } from '../../../imports/charts/headlamp.js';
import { ClusterRoleBinding } from '../../constructs/cluster-role-binding.js';
import { ExternalSecret } from '../../constructs/external-secret.js';
import { type AddonChart, helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { hostname, remoteSecret, type SecretHandle, type TextVar, text, url } from '../../contract/index.js';
import { addHttpsRoutes } from '../add-https-routes.js';
import { gatewayOption, type StoreOption } from '../references.js';

const OIDC_SECRET = 'headlamp-oidc';
const RBAC = 'rbac.authorization.k8s.io';

/** What is the same wherever its OIDC client is. */
export const addon = {
  name: 'headlamp',
  description: "the cluster's web page",
  namespace: 'headlamp',
  createNamespace: true,
  requires: ['external-secrets.io', 'secret-store', 'gateway.networking.k8s.io', 'gateway'],
  // A route hangs on its Gateway as soon as that is there.
  startsWithout: ['gateway'],
  charts: {
    headlamp: helmChart<HeadlampValues>({
      url: 'https://kubernetes-sigs.github.io/headlamp/',
      chart: 'headlamp',
      version: '0.45.0',
      valuesSchema: headlampValuesSchema,
    }),
  },
} as const;

export const WHAT = "Headlamp's OIDC client";

export const hostnameVar = {
  TF_HEADLAMP_HOSTNAME: hostname().meta({
    description: 'host name of Headlamp',
    examples: ['headlamp.example.org'],
  }),
};

/** The secret with its OIDC client, by the var that tells where it is. */
export const oidcSecret = <const Key extends string>(key: Key) => ({
  headlamp: remoteSecret({
    key,
    properties: {
      clientID: text('client id at the OIDC provider', 'headlamp'),
      clientSecret: z.string().describe('client secret at the OIDC provider'),
      issuerURL: url().meta({
        description: 'URL of the OIDC issuer',
        examples: ['https://auth.example.org/application/o/headlamp/'],
      }),
      scopes: text('scopes to ask for, separated by commas', 'openid,profile,email'),
    },
  }),
});

/** Options wherever the client is. */
export const options = {
  /** The Gateway that its routes attach to. */
  gateway: gatewayOption,
  /** Users who get the rights of `clusterRole`, by their names at the OIDC provider. */
  users: z.array(z.string()).default([]),
  /** The ClusterRole that `users` are bound to. */
  clusterRole: z.string().default('view'),
  /** The name of the ClusterRoleBinding for `users`. */
  bindingName: z.string().default('authentik-view'),
  /** Replicas of the server. */
  replicas: z.number().int().min(1).default(1),
};

type Options = z.output<z.ZodObject<typeof options>> & { readonly store: StoreOption };

interface Given {
  readonly chart: AddonChart<HeadlampValues>;
  readonly hostname: TextVar<'TF_HEADLAMP_HOSTNAME'>;
  readonly oidc: SecretHandle<'clientID' | 'clientSecret' | 'issuerURL' | 'scopes'>;
}

export const addPage = (scope: Construct, options: Options, { chart, hostname, oidc }: Given): void => {
  new ExternalSecret(scope, 'oidc', {
    name: OIDC_SECRET,
    secretStoreRef: options.store,
    target: { name: OIDC_SECRET, creationPolicy: 'Owner' },
    data: [
      { secretKey: 'OIDC_CLIENT_ID', remoteRef: oidc.property('clientID') },
      { secretKey: 'OIDC_CLIENT_SECRET', remoteRef: oidc.property('clientSecret') },
      { secretKey: 'OIDC_ISSUER_URL', remoteRef: oidc.property('issuerURL') },
      { secretKey: 'OIDC_SCOPES', remoteRef: oidc.property('scopes') },
    ],
  });
  new HelmRelease(scope, 'release', {
    chart: chart,
    values: {
      replicaCount: options.replicas,
      env: [{ name: 'HEADLAMP_CONFIG_OIDC_USE_ACCESS_TOKEN', value: 'false' }],
      config: {
        oidc: {
          secret: { create: false },
          // Without hasScopes the chart does not pass OIDC_SCOPES on, and Headlamp asks for its own default.
          externalSecret: { enabled: true, name: OIDC_SECRET, hasScopes: true },
        },
      },
    },
  });
  addHttpsRoutes(scope, 'headlamp', {
    gateway: options.gateway,
    hostname: hostname,
    service: { name: 'headlamp', port: 80 },
    // https://headlamp.dev/docs/latest/installation/in-cluster/oidc/
    headers: { 'X-Forwarded-Proto': 'https' },
  });
  if (options.users.length === 0) return;
  new ClusterRoleBinding(scope, 'users', {
    name: options.bindingName,
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: options.clusterRole },
    subjects: options.users.map((name) => ({ kind: 'User', name, apiGroup: RBAC })),
  });
};
