import { ApiObject } from 'cdk8s';
import { type AnyFluxCluster, FluxApp, FluxCluster, gitSource, published, type TenantOptions, tenant } from 'fluxspan';
import { z } from 'zod';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { tenantsOf } from '../../src/compile/tenants-of.js';
import { makeOffer } from '../../src/publish/make-offer.js';
import type { Offer } from '../../src/tenants/offer/offer.js';
import { hashOf, printOffer } from '../../src/tenants/offer/parse-offer.js';
import { addon } from './synthesize.js';

export const lockedFlux = {
  version: '2.9',
  noCrossNamespaceRefs: true,
  defaultServiceAccount: 'default',
  noRemoteBases: true,
} as const;

const widgets = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.org' },
  spec: {
    group: 'example.org',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
};
const role = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'widgets', labels: { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' } },
  rules: [{ apiGroups: ['example.org'], resources: ['widgets'], verbs: ['*'] }],
};
const gateway = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'Gateway',
  metadata: { name: 'public', namespace: 'ingress' },
  spec: {
    gatewayClassName: 'cilium',
    listeners: [{ name: 'https', port: 443, protocol: 'HTTPS', allowedRoutes: { namespaces: { from: 'All' } } }],
  },
};
const storage = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};

const vars = {
  TF_DOMAIN: z
    .string()
    .regex(/^[a-z.]+$/)
    .meta({ examples: ['example.org'] }),
  TF_REPLICAS: z.int().min(1).max(5),
};

const policy = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'no-latest' },
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] },
      ],
    },
    validations: [
      { expression: "!object.metadata.name.startsWith('x-')", message: 'names that start with x- are taken' },
    ],
  },
};
const policyBinding = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: 'no-latest' },
  spec: { policyName: 'no-latest', validationActions: ['Deny'] },
};

/** A platform with the tenant "claims". */
export const platformOf = (options: Partial<TenantOptions> = {}, cluster: object = {}): AnyFluxCluster => {
  const shared = addon('shared', {
    namespace: 'ingress',
    createNamespace: true,
    provides: ['example.org', 'gateway.networking.k8s.io', 'external-secrets.io'],
    infra: {
      vars,
    },
    build: (scope) => {
      for (const [index, one] of [widgets, role, gateway, storage, policy, policyBinding].entries())
        new ApiObject(scope, `shared-${index}`, one);
    },
  });
  return new FluxCluster(new FluxApp(), 'dev', {
    flux: lockedFlux,
    ...cluster,
  } as object)
    .stage('shared', [shared])
    .stage('tenants', [
      tenant({
        name: 'claims',
        groups: 'claims-developers',
        source: gitSource({ url: 'https://git.example.org/claims', ref: { branch: 'main' } }),
        path: './k8s/clusters/dev',
        gateways: [{ name: 'public', namespace: 'ingress' }],
        stores: ['vault'],
        vars,
        quota: { 'requests.cpu': '4', 'requests.memory': '1Gi' },
        ...options,
      }),
    ]);
};

/** What a platform publishes for its first tenant. */
export const offerOf = (platform: AnyFluxCluster = platformOf()): Offer => {
  const app = platform.node.root as FluxApp;
  const compiled = compileCluster(app, platform, openCompileContext(app));
  const made = makeOffer(compiled, tenantsOf(compiled)[0]!);
  if (!made.ok) throw new Error(made.problem.message);
  return made.value;
};

/** An offer as the module of `fluxspan import platform` has it. */
export const publishedOf = (offer: Offer) => {
  const { tenant: name, cluster, apis } = offer;
  const file = `platform/${name}.${cluster}.json`;
  const about = { tenant: name, cluster, apis: Object.keys(apis), file, hash: hashOf(offer) };
  return published(about, JSON.parse(printOffer(offer)));
};
