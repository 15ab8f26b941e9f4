import { type LinkerdCrdsValues, linkerdCrdsValuesSchema } from '../../../imports/charts/linkerd-crds.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';
import { keepCrds } from '../keep-crds.js';
import { linkerdNamespace } from '../linkerd/linkerd-namespace.js';

const groups = ['linkerd.io', 'policy.linkerd.io', 'workload.linkerd.io'] as const;

/** The CRDs of Linkerd, without those of the Gateway API: https://linkerd.io/2/reference/ */
export const linkerdCrds = defineAddon({
  name: 'linkerd-crds',
  description: 'the CRDs of Linkerd',
  ...linkerdNamespace,
  folder: 'crds',
  provides: groups,
  charts: {
    'linkerd-crds': helmChart<LinkerdCrdsValues>({
      url: 'https://helm.linkerd.io/edge',
      chart: 'linkerd-crds',
      version: '2026.8.3',
      valuesSchema: linkerdCrdsValuesSchema,
      crds: groups,
    }),
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'release', {
      chart: charts['linkerd-crds'],
      postRenderers: keepCrds,
      values: { installGatewayAPI: false },
    });
  },
});
