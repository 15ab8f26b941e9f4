import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { ConfigMap, defineAddon, text } from 'fluxspan';
import { Job } from 'fluxspan/imports/batch';
import { ExternalSecret } from 'fluxspan/imports/external-secrets.io';
import { Terraform } from 'fluxspan/imports/infra.contrib.fluxcd.io';

export const HOST = text('host of the database', 'db.example.org');
export const sourceRef = { kind: 'GitRepository', name: 'flux-system', external: true } as const;

/** The API groups of what they make. */
export const provides = [
  'infra.contrib.fluxcd.io',
  'external-secrets.io',
  'services.k8s.aws',
  'rds.aws.m.upbound.io',
  'dbforpostgresql.azure.com',
  'apiextensions.crossplane.io',
];

/** One producer of each kind, which writes `host` to what a reader in `flux-system` can read. */
export const producers = {
  tofu: defineAddon({
    name: 'tofu',
    namespace: 'flux-system',
    outputs: { host: HOST },
    build(scope, { outputs }) {
      const spec = { path: './db', interval: '10m', sourceRef } as const;
      new Terraform(scope, 'db', {
        spec: { ...spec, writeOutputsToSecret: outputs.secret({ from: { host: 'db_host' } }) },
      });
    },
  }),
  'azure-service-operator': defineAddon({
    name: 'azure-service-operator',
    namespace: 'flux-system',
    outputs: { host: HOST },
    build(scope, { outputs }) {
      custom(scope, 'dbforpostgresql.azure.com/v1', 'FlexibleServer', {
        operatorSpec: { configMaps: { fullyQualifiedDomainName: outputs.inConfigMap('host') } },
      });
    },
  }),
  ack: defineAddon({
    name: 'ack',
    namespace: 'flux-system',
    outputs: { host: HOST },
    build(scope, { outputs }) {
      const resource = { group: 'rds.services.k8s.aws', kind: 'DBInstance', name: 'db' };
      custom(scope, 'services.k8s.aws/v1alpha1', 'FieldExport', {
        from: { path: '.status.endpoint.address', resource },
        to: outputs.fieldExport('host'),
      });
    },
  }),
  crossplane: defineAddon({
    name: 'crossplane',
    namespace: 'flux-system',
    outputs: { host: HOST },
    build(scope, { outputs }) {
      custom(scope, 'rds.aws.m.upbound.io/v1beta1', 'Instance', {
        writeConnectionSecretToRef: outputs.localSecretRef(),
      });
    },
  }),
  composition: defineAddon({
    name: 'composition',
    namespace: 'flux-system',
    outputs: { host: HOST },
    build(scope, { outputs }) {
      const base = { apiVersion: 'v1', kind: 'ConfigMap', metadata: outputs.metadata('ConfigMap') };
      custom(scope, 'apiextensions.crossplane.io/v1', 'Composition', {
        pipeline: [{ step: 'compose', input: { resources: [{ name: 'outputs', base }] } }],
      });
    },
  }),
  generator: defineAddon({
    name: 'generator',
    namespace: 'flux-system',
    outputs: { host: HOST },
    build(scope, { outputs }) {
      new ExternalSecret(scope, 'db', {
        spec: { target: outputs.target(), data: [{ secretKey: 'host', remoteRef: { key: 'db' } }] },
      });
    },
  }),
  job: defineAddon({
    name: 'job',
    namespace: 'flux-system',
    outputs: { host: HOST },
    build(scope, { outputs }) {
      const { name } = outputs.metadata('ConfigMap');
      const args = ['create', 'configmap', name, '--from-literal=host=db'];
      const containers = [{ name: 'write', image: 'registry.example.org/kubectl:1.36', args }];
      new Job(scope, 'write', { spec: { template: { spec: { restartPolicy: 'Never', containers } } } });
    },
  }),
} as const;

/** An object of a kind without types. */
export const custom = (scope: Construct, apiVersion: string, kind: string, spec: object): void => {
  new ApiObject(scope, kind, { apiVersion, kind, metadata: { name: 'db' }, spec } as never);
};

export type Producer = (typeof producers)[keyof typeof producers];

/** An addon that reads the host of a producer. */
export const reader = <const N extends string = 'reader'>(db: Producer, name: N = 'reader' as N) =>
  defineAddon({
    name,
    namespace: 'default',
    uses: { db },
    build(scope, { uses }) {
      new ConfigMap(scope, 'data', { data: { host: uses.db.host } });
    },
  });
