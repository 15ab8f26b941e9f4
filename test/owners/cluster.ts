import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';
import { compileApp } from '../../src/compile/compile-app.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import type { CompiledCluster } from '../../src/compile/compiled-cluster.js';
import { root } from '../support/root.js';

/** An object as a manifest has it. */
export interface PlainObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly annotations?: object };
  readonly [field: string]: unknown;
}

const addPlain = (scope: Construct, objects: readonly PlainObject[]): void => {
  for (const [at, object] of objects.entries()) new ApiObject(scope, `o${at}`, object as never);
};

/** A cluster "dev" with podinfo, which is a release, and shop, which is objects; and with others on demand. */
export const shopCluster = (
  others: readonly PlainObject[] = [],
  options: Readonly<Record<string, unknown>> = {},
): CompiledCluster => {
  const podinfo = defineAddon({
    name: 'podinfo',
    namespace: 'podinfo',
    createNamespace: true,
    charts: {
      podinfo: helmChart<Record<string, unknown>>({
        url: 'oci://ghcr.io/stefanprodan/charts/podinfo',
        version: '6.9.2',
      }),
    },
    build: (scope, { charts }) => {
      new HelmRelease(scope, 'podinfo', { chart: charts.podinfo });
    },
  });
  const shop = defineAddon({
    name: 'shop',
    namespace: 'shop',
    createNamespace: true,
    build: (scope) => {
      addPlain(scope, [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shop' }, data: {} },
        { apiVersion: 'v1', kind: 'Service', metadata: { name: 'shop' }, spec: {} },
        { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shop' }, spec: {} },
        ...others,
      ]);
    },
  });
  const app = new FluxApp();
  new FluxCluster(app, 'dev', options as never).stage('all', [podinfo(), shop()] as never);
  const { clusters } = compileApp(app, openCompileContext(app, root));
  return clusters[0]!;
};
