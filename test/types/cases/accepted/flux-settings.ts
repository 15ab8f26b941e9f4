import { FluxApp, FluxCluster, type FluxSettings } from 'fluxspan';

const app = new FluxApp();
const settings: FluxSettings = {
  version: '2.9',
  featureGates: {
    CancelHealthCheckOnNewRevision: { 'kustomize-controller': true },
    ExternalArtifact: { 'kustomize-controller': true },
    FluxStorage: true,
  },
  concurrency: { 'kustomize-controller': 20, 'source-controller': 5 },
  requeueDependency: '5s',
  noCrossNamespaceRefs: true,
  defaultServiceAccount: 'flux-apply',
  noRemoteBases: true,
  watchLabelSelector: '!sharding.fluxcd.io/key',
  components: ['source-controller', 'kustomize-controller', 'helm-controller', 'image-reflector-controller'],
  registry: 'registry.example.org/fluxcd',
};
export const one = new FluxCluster(app, 'one', { flux: settings });
export const two = new FluxCluster(app, 'two', { flux: '2.8', lockdown: true });
export const three = new FluxCluster(app, 'three', {
  flux: {
    version: '2.8',
    concurrency: 10,
    operator: {
      release: '2.8.8',
      sync: { kind: 'OCIRepository', url: 'oci://example.org/fleet', ref: 'latest', interval: '5m' },
      cluster: { type: 'aws', networkPolicy: false },
    },
  },
});
