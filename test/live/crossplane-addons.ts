import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { z } from 'zod';
import { defineAddon } from '../../src/addon/define-addon.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { hostname, queueName } from '../../src/contract/index.js';

/** The function that the compositions name: function-patch-and-transform, or what stands in for it. */
export const FUNCTION = 'function-patch-and-transform';

const WATCH = { 'reconcile.fluxcd.io/watch': 'Enabled' };
const API = 'apiextensions.crossplane.io';

interface Definition {
  readonly kind: string;
  readonly plural: string;
  /** Of its spec, and of its status, where a provider says what the cloud made. */
  readonly fields: readonly string[];
  readonly observed?: readonly string[];
  readonly patches: Readonly<Record<string, string>>;
  /** Fields of the definition and of the composition, beyond what all have. */
  readonly spec: object;
  readonly composition?: object;
  readonly version: 'v1' | 'v2';
  readonly base: object;
  readonly connectionDetails?: readonly object[];
}

/** A composite resource, of which a function composes a ConfigMap. */
const define = (
  scope: Construct,
  {
    kind,
    plural,
    fields,
    observed = [],
    patches,
    spec,
    composition,
    version,
    base,
    connectionDetails = [],
  }: Definition,
) => {
  const texts = (names: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  });
  const schema = { type: 'object', properties: { spec: texts(fields), status: texts(observed) } };
  new ApiObject(scope, `${kind} definition`, {
    apiVersion: `${API}/${version}`,
    kind: 'CompositeResourceDefinition',
    metadata: { name: `${plural}.example.org` },
    spec: {
      group: 'example.org',
      names: { kind, plural },
      versions: [{ name: 'v1', served: true, referenceable: true, schema: { openAPIV3Schema: schema } }],
      ...spec,
    },
  } as never);
  const resource = {
    name: 'outputs',
    base,
    patches: Object.entries(patches).map(([fromFieldPath, toFieldPath]) => ({
      type: 'FromCompositeFieldPath',
      fromFieldPath,
      toFieldPath,
    })),
    connectionDetails,
    // It has no condition Ready.
    readinessChecks: [{ type: 'None' }],
  };
  const input = { apiVersion: 'pt.fn.crossplane.io/v1beta1', kind: 'Resources', resources: [resource] };
  new ApiObject(scope, `${kind} composition`, {
    apiVersion: `${API}/v1`,
    kind: 'Composition',
    metadata: { name: plural },
    spec: {
      compositeTypeRef: { apiVersion: 'example.org/v1', kind },
      mode: 'Pipeline',
      pipeline: [{ step: 'outputs', functionRef: { name: FUNCTION }, input }],
      ...composition,
    },
  } as never);
};

/** @param ports whether a Database also says its port */
export const definitions = ({ ports = true }: { ports?: boolean } = {}) =>
  defineAddon({
    name: 'definitions',
    provides: ['example.org'],
    build(scope) {
      define(scope, {
        kind: 'Database',
        plural: 'databases',
        version: 'v2',
        spec: { scope: 'Namespaced' },
        fields: ['port', 'outputs'],
        observed: ['host'],
        base: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { labels: WATCH } },
        patches: {
          'spec.outputs': 'metadata.name',
          'status.host': 'data.host',
          ...(ports ? { 'spec.port': 'data.port' } : {}),
        },
      });
      define(scope, {
        kind: 'XQueue',
        plural: 'xqueues',
        version: 'v1',
        spec: { claimNames: { kind: 'Queue', plural: 'queues' }, connectionSecretKeys: ['queue_name'] },
        fields: ['queueName'],
        base: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'crossplane-system' } },
        patches: { 'spec.queueName': 'data.queueName' },
        // Without a namespace for the Secret of the composite, the claim gets none.
        composition: { writeConnectionSecretsToNamespace: 'crossplane-system' },
        connectionDetails: [{ name: 'queue_name', type: 'FromFieldPath', fromFieldPath: 'data.queueName' }],
      });
    },
  });

/** A composite resource of Crossplane 2, in whose namespace the ConfigMap is composed. */
export const database = defineAddon({
  name: 'database',
  namespace: 'flux-system',
  requires: ['example.org'],
  outputs: {
    host: hostname(),
    port: z
      .string()
      .regex(/^\d+$/)
      .meta({ examples: ['5432'] }),
  },
  build(scope, { outputs }) {
    const { name } = outputs.metadata('ConfigMap');
    new ApiObject(scope, 'database', {
      apiVersion: 'example.org/v1',
      kind: 'Database',
      metadata: { name: 'app' },
      spec: { port: '5432', outputs: name },
    } as never);
  },
});

/** A claim, whose connection details Crossplane writes into a Secret next to it. */
export const queue = defineAddon({
  name: 'queue',
  namespace: 'flux-system',
  requires: ['example.org'],
  outputs: { queue_name: queueName() },
  build(scope, { outputs }) {
    new ApiObject(scope, 'queue', {
      apiVersion: 'example.org/v1',
      kind: 'Queue',
      metadata: { name: 'app' },
      spec: { queueName: 'orders', writeConnectionSecretToRef: outputs.localSecretRef() },
    } as never);
  },
});

/** Tries again soon where no label says that a value is there. */
const soon = { retryInterval: '5s' } as const;

/** One reader of each output, and one of two. */
export const readers = [
  defineAddon({
    name: 'host-reader',
    namespace: 'default',
    uses: { database },
    kustomization: soon,
    build(scope, { uses }) {
      new ConfigMap(scope, 'data', { data: { value: uses.database.host } });
    },
  })(),
  defineAddon({
    name: 'port-reader',
    namespace: 'default',
    uses: { database },
    kustomization: soon,
    build(scope, { uses }) {
      new ConfigMap(scope, 'data', { data: { value: uses.database.port } });
    },
  })(),
  defineAddon({
    name: 'address-reader',
    namespace: 'default',
    uses: { database },
    kustomization: soon,
    build(scope, { uses }) {
      new ConfigMap(scope, 'data', { data: { value: `${uses.database.host}:${uses.database.port}` } });
    },
  })(),
  defineAddon({
    name: 'queue-reader',
    namespace: 'default',
    uses: { queue },
    kustomization: soon,
    build(scope, { uses }) {
      new ConfigMap(scope, 'data', { data: { value: uses.queue.queue_name } });
    },
  })(),
];
