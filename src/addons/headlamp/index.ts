import { z } from 'zod';
import { type HeadlampValues, headlampValuesSchema } from '../../../imports/charts/headlamp.js';
import { defineAddon } from '../../addon/define-addon.js';
import { ClusterRoleBinding } from '../../constructs/cluster-role-binding.js';
import { ExternalSecret } from '../../constructs/external-secret.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { arn, hostname, remoteSecret, text, url } from '../../contract/index.js';
import { addHttpsRoutes } from '../add-https-routes.js';
import { gatewayOption, storeOption } from '../references.js';

const OIDC_SECRET = 'headlamp-oidc';
const RBAC = 'rbac.authorization.k8s.io';

/** Headlamp, the cluster's web page, for users that an OIDC provider knows: https://headlamp.dev/docs/latest/ */
export const headlamp = defineAddon({
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
  infra: {
    vars: {
      TF_HEADLAMP_HOSTNAME: hostname().meta({
        description: 'host name of Headlamp',
        examples: ['headlamp.example.org'],
      }),
      TF_HEADLAMP_SECRET_MANAGER_ARN: arn('secretsmanager', 'secret:headlamp').meta({
        description: "ARN of the secret that holds Headlamp's OIDC client",
      }),
    },
    secrets: {
      headlamp: remoteSecret({
        key: 'TF_HEADLAMP_SECRET_MANAGER_ARN',
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
    },
  },
  options: z.object({
    /** The store that its ExternalSecret reads from. */
    store: storeOption,
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
  }),
  build(scope, { charts, options, vars, secrets }) {
    const { headlamp: oidc } = secrets;
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
      chart: charts.headlamp,
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
      hostname: vars.TF_HEADLAMP_HOSTNAME,
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
  },
});
