import { z } from 'zod';
import { type IstioBaseValues, istioBaseValuesSchema } from '../../../imports/charts/istio-base.js';
import { type IstiodValues, istiodValuesSchema } from '../../../imports/charts/istiod.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { UNCHANGED_BY_AKS } from '../aks-webhook.js';
import { defineAddon } from '../define-addon.js';

const url = 'https://istio-release.storage.googleapis.com/charts';
// Both charts of one release of Istio: istiod reads the CRDs of the base.
const version = '1.30.3';
const groups = ['extensions.istio.io', 'networking.istio.io', 'security.istio.io', 'telemetry.istio.io'] as const;

/** istiod fills in the CA bundle and failure policy of its webhook by itself, which is not drift. */
const ignoreWebhook = (name: string) => ({
  mode: 'enabled' as const,
  ignore: [{ paths: [''], target: { kind: 'ValidatingWebhookConfiguration', name } }],
});

/**
 * Istio's control plane: the CRDs and cluster-wide objects (istio-base), and istiod.
 * https://istio.io/latest/docs/setup/install/helm/
 */
export const istio = defineAddon({
  name: 'istio',
  description: "Istio's control plane",
  namespace: 'istio-system',
  createNamespace: true,
  provides: groups,
  charts: {
    'istio-base': helmChart<IstioBaseValues>({
      url,
      chart: 'base',
      version,
      crds: groups,
      valuesSchema: istioBaseValuesSchema,
    }),
    istiod: helmChart<IstiodValues>({ url, chart: 'istiod', version, valuesSchema: istiodValuesSchema }),
  },
  options: z.object({
    /** The cloud of the cluster. On Azure, AKS leaves the webhook of the sidecar injector as it is. */
    provider: z.enum(['aws', 'azure', 'gcp']).default('aws'),
    /** The least replicas of istiod. A single one has no disruption budget, which would keep its node from being drained. */
    replicas: z.number().int().min(1).default(2),
  }),
  build(scope, { charts, options }) {
    const base = new HelmRelease(scope, 'base', {
      chart: charts['istio-base'],
      driftDetection: ignoreWebhook('istiod-default-validator'),
      // The revision whose istiod validates Istio's objects.
      values: { defaultRevision: 'default' },
    });
    new HelmRelease(scope, 'istiod', {
      chart: charts.istiod,
      dependsOn: [base],
      driftDetection: ignoreWebhook('istio-validator-istio-system'),
      values: {
        autoscaleMin: options.replicas,
        ...(options.replicas === 1 ? { global: { defaultPodDisruptionBudget: { enabled: false } } } : {}),
        ...(options.provider === 'azure' ? { sidecarInjectorWebhookAnnotations: UNCHANGED_BY_AKS } : {}),
      },
    });
  },
});
