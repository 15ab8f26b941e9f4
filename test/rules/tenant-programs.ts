import { FluxApp, FluxCluster, Gateway, gitSource, type TenantOptions, tenant } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { addon } from '../support/synthesize.js';

export const lockedDown = {
  version: '2.9',
  noCrossNamespaceRefs: true,
  defaultServiceAccount: 'default',
  noRemoteBases: true,
} as const;

export const source = gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } });

/** What synth says of a platform with these tenants. */
export const withTenants = (
  tenants: readonly TenantOptions[],
  flux: object = lockedDown,
  more: readonly unknown[] = [],
  external: readonly unknown[] = more.length === 0 ? [] : [{ kind: 'GatewayClass', name: 'istio' }],
) =>
  synthCluster(
    new FluxCluster(new FluxApp(), 'dev', {
      flux: flux as typeof lockedDown,
      external: ['gateway.networking.k8s.io', ...external] as never,
    })
      .stage('platform', more as never)
      .stage('tenants', tenants.map(tenant)),
  ).diagnostics;

/** A Gateway that takes the routes of namespaces with these labels. */
export const gateway = (matchLabels: Readonly<Record<string, string>>) =>
  addon('gateway', {
    namespace: 'ingress',
    createNamespace: true,
    build: (scope) => {
      new Gateway(scope, 'public', {
        name: 'public',
        spec: {
          gatewayClassName: 'istio',
          listeners: [
            {
              name: 'http',
              port: 80,
              protocol: 'HTTP',
              allowedRoutes: { namespaces: { from: 'Selector', selector: { matchLabels } } },
            },
          ],
        },
      });
    },
  });
export const gateways = [{ name: 'public', namespace: 'ingress' }];

export const NO_TENANT = { none: "the platform of this repository has no tenants: they are its users' own" } as const;
export const NEW = { none: 'a fault of what tenant() declares, which no tree written by hand has' } as const;
export const IN_TENANTS = { none: 'test/live/tenants.test.ts shows it, with two tenants on one cluster' } as const;
