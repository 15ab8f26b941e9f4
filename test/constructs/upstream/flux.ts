import type { Construct } from 'constructs';
import { GitRepository } from 'fluxspan';
import { FluxInstance, ResourceSet, ResourceSetInputProvider } from 'fluxspan/imports/fluxcd.controlplane.io';
import { ImagePolicy, ImageRepository, ImageUpdateAutomation } from 'fluxspan/imports/image.toolkit.fluxcd.io';
import { Terraform } from 'fluxspan/imports/infra.contrib.fluxcd.io';
import { Alert, Provider, Receiver } from 'fluxspan/imports/notification.toolkit.fluxcd.io';
import { ArtifactGenerator } from 'fluxspan/imports/source.extensions.fluxcd.io';

const namespace = 'flux-system';

export const notification = (scope: Construct) => {
  const slack = new Provider(scope, 'provider', {
    name: 'slack',
    spec: { type: 'slack', channel: 'general', secretRef: { name: 'slack-url' } },
  });
  new Provider(scope, 'generic', {
    name: 'dispatch',
    spec: { type: 'generic', address: 'https://hooks.example.org/dispatches', secretRef: { name: 'dispatch-headers' } },
  });
  new Alert(scope, 'alert', {
    name: 'all-sources',
    spec: {
      providerRef: slack,
      eventSeverity: 'info',
      eventSources: [
        { kind: 'GitRepository', name: '*' },
        { kind: 'Kustomization', name: '*' },
      ],
    },
  });
  new Receiver(scope, 'receiver', {
    name: 'github',
    spec: {
      type: 'github',
      events: ['ping', 'push'],
      resources: [{ kind: 'GitRepository', name: 'web' }],
      secretRef: { name: 'github-token' },
    },
  });
};

export const images = (scope: Construct) => {
  new ImageRepository(scope, 'repository', {
    name: 'web',
    namespace,
    spec: {
      image: 'registry.example.org/web',
      interval: '1m0s',
      accessFrom: { namespaceSelectors: [{ matchLabels: { 'kubernetes.io/metadata.name': namespace } }] },
    },
  });
  new ImagePolicy(scope, 'policy', {
    name: 'web',
    namespace,
    spec: { imageRepositoryRef: { name: 'web' }, policy: { semver: { range: '5.0.x' } } },
  });
  new GitRepository(scope, 'source', {
    name: 'fleet',
    namespace,
    url: 'https://git.example.org/fleet',
    ref: { branch: 'main' },
    interval: '1h',
  });
  new ImageUpdateAutomation(scope, 'automation', {
    name: 'web',
    namespace,
    spec: {
      interval: '5m',
      sourceRef: { kind: 'GitRepository', name: 'fleet' },
      git: {
        checkout: { ref: { branch: 'main' } },
        commit: {
          author: { name: 'bot', email: 'bot@example.org' },
          messageTemplate: 'Update images\n\n[ci skip]\n',
          signingKey: { secretRef: { name: 'git-pgp' } },
        },
        push: { branch: 'auto' },
      },
      update: { strategy: 'Setters', path: './clusters/dev' },
    },
  });
};

export const artifacts = (scope: Construct) => {
  new ArtifactGenerator(scope, 'generator', {
    name: 'web',
    spec: {
      sources: [
        { alias: 'chart', kind: 'OCIRepository', name: 'web-chart' },
        { alias: 'repo', kind: 'GitRepository', name: 'web-values' },
      ],
      artifacts: [
        {
          name: 'web',
          revision: '@chart',
          copy: [
            { from: '@chart/**', to: '@artifact/', exclude: ['*.md'] },
            { from: '@repo/charts/web/values.yaml', to: '@artifact/web/values.yaml', strategy: 'Overwrite' },
            { from: '@repo/charts/web/values-prod.yaml', to: '@artifact/web/values.yaml', strategy: 'Merge' },
          ],
        },
      ],
    },
  });
};

export const operator = (scope: Construct) => {
  new FluxInstance(scope, 'instance', {
    name: 'flux',
    namespace,
    spec: {
      distribution: { version: '2.x', registry: 'ghcr.io/fluxcd' },
      components: ['source-controller', 'source-watcher', 'kustomize-controller', 'helm-controller'],
      cluster: { type: 'openshift', multitenant: false, networkPolicy: true, domain: 'cluster.local' },
      storage: { class: 'standard', size: '1Gi' },
      sharding: { shards: ['shard1'], storage: 'persistent' },
      sync: {
        kind: 'GitRepository',
        url: 'https://git.example.org/fleet',
        ref: 'refs/heads/main',
        path: 'clusters/dev',
      },
      kustomize: {
        patches: [
          {
            target: { kind: 'Deployment', labelSelector: 'app.kubernetes.io/component in (helm-controller)' },
            patch: '- op: add\n  path: /spec/template/spec/containers/0/args/-\n  value: --concurrent=10\n',
          },
        ],
      },
    },
  });
  const tenant = 'web-<< inputs.tenant >>';
  new ResourceSet(scope, 'set', {
    name: 'web',
    namespace: 'default',
    annotations: { 'fluxcd.controlplane.io/reconcileEvery': '30m' },
    spec: {
      dependsOn: [
        {
          apiVersion: 'apiextensions.k8s.io/v1',
          kind: 'CustomResourceDefinition',
          name: 'helmreleases.helm.toolkit.fluxcd.io',
          ready: true,
        },
      ],
      commonMetadata: { labels: { 'app.kubernetes.io/name': 'web' } },
      inputs: [
        { tenant: 'team1', version: '6.7.x', replicas: '2' },
        { tenant: 'team2', version: '6.6.x', replicas: '3' },
      ],
      resources: [
        {
          apiVersion: 'source.toolkit.fluxcd.io/v1',
          kind: 'OCIRepository',
          metadata: { name: tenant, namespace: 'default' },
          spec: {
            interval: '10m',
            url: 'oci://registry.example.org/charts/web',
            ref: { semver: '<< inputs.version | quote >>' },
          },
        },
      ],
    },
  });
  new ResourceSetInputProvider(scope, 'provider', {
    name: 'previews',
    namespace: 'default',
    spec: {
      type: 'GitHubPullRequest',
      url: 'https://github.com/example/web',
      filter: { limit: 10, includeBranch: '^preview-.*$', labels: ['enhancement'] },
      skip: { labels: ['pause', '!test/passed'] },
    },
  });
};

export const terraform = (scope: Construct) => {
  const source = new GitRepository(scope, 'source', {
    name: 'hello',
    namespace,
    url: 'https://git.example.org/hello',
    ref: { branch: 'main' },
    interval: '30s',
  });
  new Terraform(scope, 'terraform', {
    name: 'hello',
    namespace,
    spec: { interval: '1m', approvePlan: 'auto', path: './', sourceRef: source },
  });
};
