import { ApiObject } from 'cdk8s';
import { defineAddon } from 'fluxspan';

/** A page in front of the shop, that the team of the shop may change with its own rights. */
export const web = defineAddon({
  name: 'web',
  namespace: 'shop',
  requires: ['shop'],
  kustomization: { serviceAccountName: 'shop-team', targetNamespace: 'shop' },
  build: (scope) => {
    new ApiObject(scope, 'web', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: {
            containers: [{ name: 'nginx', image: 'nginx:1.29.1', env: [{ name: 'LEVEL', value: 'info' }] }],
          },
        },
      },
    });
    new ApiObject(scope, 'service', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    });
  },
});
