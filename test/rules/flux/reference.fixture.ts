import { HTTPRoute } from 'fluxspan';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, chart, object, one, release } from '../rule-programs.js';

const options = { external: ['external-secrets.io'] };
const storeAndSecret = (name: string): Build =>
  both(
    object('external-secrets.io/v1', 'ClusterSecretStore', { provider: { fake: { data: [] } } }, { name: 'main' }),
    object('external-secrets.io/v1', 'ExternalSecret', {
      secretStoreRef: { kind: 'ClusterSecretStore', name },
      data: [{ secretKey: 'a', remoteRef: { key: 'a' } }],
    }),
  );

const deployment = {
  selector: { matchLabels: { app: 'web' } },
  template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
};
const scaled = (name: string): Build =>
  both(
    object('apps/v1', 'Deployment', deployment, { name: 'front' }),
    object('autoscaling/v2', 'HorizontalPodAutoscaler', {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '1' } } }],
    }),
  );

const pullSecret = (name: string): Build =>
  object('v1', 'Pod', { containers: [{ name: 'web', image: 'web:1' }], imagePullSecrets: [{ name }] });

/** The release of a chart, and where it is bad another one whose source is misspelled. */
const sourceOf =
  (bad: boolean): Build =>
  (scope, context) => {
    twin.release({})(scope, context);
    if (!bad) return;
    const retried = { strategy: { name: 'RetryOnFailure' } };
    const chartRef = { kind: 'OCIRepository', name: 'misnaemd', namespace: 'flux-system' };
    twin.object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
      spec: { interval: '1h', chartRef, install: retried, upgrade: retried },
    })(scope, context);
  };

const nodeClass = (name: string) =>
  platform.mutate('karpenter-nodes', 'NodePool/default', platform.set('spec.template.spec.nodeClassRef.name', name));

/** An Ingress beside the Service `web`. */
const ingressTo = (service: string): Build =>
  both(
    object('v1', 'Service', { selector: { app: 'web' }, ports: [{ port: 80 }] }),
    object('networking.k8s.io/v1', 'Ingress', {
      defaultBackend: { service: { name: service, port: { number: 80 } } },
    }),
  );

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX307',
    mutation: {
      adds: () =>
        platform.extended({
          build: (scope) => {
            new HTTPRoute(scope, 'a', { spec: { parentRefs: [{ name: 'gateway', namespace: 'gateway-api' }] } });
          },
        }),
    },
    live: { none: 'test/live/references.test.ts shows it, in a cluster that reads no other folder' },
  },
  {
    code: 'FX308',
    mutation: { none: 'an object of another program; it is nothing of the platform' },
    live: { none: 'there is nothing in the tree of which cluster an object was meant for' },
  },
  {
    code: 'FX630',
    bad: () => [
      ...one({ build: scaled('fornt') }),
      // What is in another namespace is told with it.
      ...one(
        {
          namespace: 'web',
          build: both(
            object('v1', 'Service', { ports: [{ port: 80 }] }, { name: 'db', namespace: 'kube-system' }),
            object('networking.k8s.io/v1', 'Ingress', {
              defaultBackend: { service: { name: 'frontend', port: { number: 80 } } },
            }),
          ),
        },
        {},
        { createNamespace: true },
      ),
      ...one({ build: pullSecret('regsitry') }, { external: [{ kind: 'Secret', name: 'registry' }] }),
    ],
    good: () => [
      ...one({ build: scaled('front') }),
      ...one({ build: pullSecret('registry') }, { external: [{ kind: 'Secret', name: 'registry' }] }),
    ],
    mutation: () => nodeClass('defualt'),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: {
      twins: {
        misnamed: {
          says: 'OCIRepository.source.toolkit.fluxcd.io "misnaemd" not found',
          by: twin.helmRelease('twin'),
          make: (bad) => ({ charts: { misnamed: twin.chartOf('misnamed') }, build: sourceOf(bad) }),
        },
      },
    },
  },
  {
    code: 'FX631',
    bad: () => [
      ...one({ build: storeAndSecret('vault') }, options),
      ...one({ build: ingressTo('wbe') }),
      ...one(release({}, { serviceAccountName: 'ghost' })),
    ],
    good: () => [
      ...one(
        { build: storeAndSecret('vault') },
        { external: [...options.external, { kind: 'ClusterSecretStore', name: 'vault' }] },
      ),
      ...one({ build: ingressTo('web') }),
      // A chart may make it.
      ...one({ charts: { web: chart }, build: both(release({}).build, ingressTo('wbe')) }),
    ],
    mutation: () => nodeClass('other'),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'the operator whose object is not there would say so, and none runs here' },
  },
];
