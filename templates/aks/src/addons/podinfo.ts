import { defineAddon, HelmRelease, HTTPRoute, helmChart, hostname } from 'fluxspan';
import { z } from 'zod';
import { type PodinfoValues, podinfoValuesSchema } from '../../imports/charts/podinfo.js';
import { version } from '../../imports/versions.js';

/** A small web application. Copy it for your own addons, then remove it. */
export const podinfo = defineAddon({
  name: 'podinfo',
  description: 'A small web application',
  namespace: 'podinfo',
  createNamespace: true,
  folder: 'apps',
  // Its route goes through the Gateway of the platform.
  requires: ['gateway', 'gateway.networking.k8s.io'],
  charts: {
    podinfo: helmChart<PodinfoValues>({
      url: 'oci://ghcr.io/stefanprodan/charts/podinfo',
      version: version('podinfo'),
      // Of `fluxspan import chart`, so that a misspelt value doesn't compile.
      valuesSchema: podinfoValuesSchema,
    }),
  },
  // What only Terraform knows: a variable of the generated module in k8s/contract.
  infra: { vars: { TF_PODINFO_HOSTNAME: hostname() } },
  // What a cluster may set.
  options: z.object({ replicas: z.number().int().min(1).default(1) }),
  build(scope, { charts, options, vars }) {
    new HelmRelease(scope, 'podinfo', {
      chart: charts.podinfo,
      values: { replicaCount: options.replicas },
    });
    new HTTPRoute(scope, 'route', {
      name: 'podinfo',
      spec: {
        parentRefs: [{ name: 'gateway-api', namespace: 'istio-system', sectionName: 'https' }],
        hostnames: [vars.TF_PODINFO_HOSTNAME],
        rules: [{ backendRefs: [{ name: 'podinfo', port: 9898 }] }],
      },
    });
  },
});
