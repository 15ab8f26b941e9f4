import {
  ClusterSecretStore,
  defineAddon,
  ExternalSecret,
  FluxApp,
  FluxCluster,
  Gateway,
  GatewayClass,
  type GatewayRef,
  HelmRelease,
  HTTPRoute,
  Kustomization,
  OCIRepository,
  type StoreRef,
} from 'fluxspan';
import { z } from 'zod';

const gateway = defineAddon({
  name: 'gateway',
  namespace: 'default',
  build(scope) {
    const spec = { gatewayClassName: 'example', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] };
    const own = new Gateway(scope, 'gateway', { spec });
    new HTTPRoute(scope, 'route', { spec: { parentRefs: [own, { name: 'gateway', port: 80 }] } });
    new ClusterSecretStore(scope, 'store', { provider: { fake: { data: [] } } });
  },
});
const web = defineAddon({
  name: 'web',
  namespace: 'default',
  requires: ['gateway'],
  options: z.object({
    gateway: z.object({ name: z.string(), namespace: z.string() }).default({ name: 'gateway', namespace: 'default' }),
  }),
  build(scope, { options }) {
    const store: StoreRef = { kind: 'ClusterSecretStore', name: 'gateway' };
    const ref: GatewayRef = options.gateway;
    new HTTPRoute(scope, 'route', {
      spec: { parentRefs: [{ ...ref, sectionName: 'http' }, { name: 'other', namespace: 'elsewhere', external: true }] },
    });
    new ExternalSecret(scope, 'secret', { secretStoreRef: store, dataFrom: [{ extract: { key: 'web' } }] });
    const source = new OCIRepository(scope, 'source', { url: 'oci://example.org/web', ref: { tag: '1.0.0' } });
    new HelmRelease(scope, 'release', { chartRef: source });
    new HelmRelease(scope, 'by-name', {
      name: 'by-name',
      chart: { spec: { chart: 'web', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'web' } } },
    });
    const inner = new Kustomization(scope, 'inner', { name: 'inner', path: './inner', sourceRef: source });
    new Kustomization(scope, 'last', {
      name: 'last',
      path: './last',
      sourceRef: { kind: 'GitRepository', name: 'flux-system' },
      dependsOn: [inner, { name: 'gateway' }],
    });
  },
});
const classes = defineAddon({
  name: 'classes',
  build(scope) {
    new GatewayClass(scope, 'class', { name: 'example', spec: { controllerName: 'example.org/controller' } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('first', [gateway(), classes()])
  .stage('second', [web({ gateway: { name: 'gateway', namespace: 'default' } })]);
