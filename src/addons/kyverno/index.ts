import { z } from 'zod';
import { type KyvernoValues, kyvernoValuesSchema } from '../../../imports/charts/kyverno.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';
import { keepCrds } from '../keep-crds.js';
import { namespaceName } from '../text-options.js';

const groups = ['kyverno.io', 'policies.kyverno.io', 'reports.kyverno.io', 'wgpolicyk8s.io'] as const;

/** The chart has a `minAvailable` of its own, beside which it takes no `maxUnavailable`. */
const controller = (replicas: number) => ({
  replicas,
  ...(replicas === 1 ? {} : { podDisruptionBudget: { enabled: true, minAvailable: replicas - 1 } }),
});

/**
 * Kyverno, which checks and changes objects by policies. Policies are another addon's: its webhook must serve before one
 * can be applied. https://kyverno.io/docs/
 */
export const kyverno = defineAddon({
  name: 'kyverno',
  description: 'checks and changes objects by policies',
  namespace: 'kyverno',
  createNamespace: true,
  provides: groups,
  charts: {
    kyverno: helmChart<KyvernoValues>({
      url: 'https://kyverno.github.io/kyverno/',
      chart: 'kyverno',
      version: '3.9.0',
      valuesSchema: kyvernoValuesSchema,
      crds: groups,
    }),
  },
  options: z.object({
    /** Replicas of the admission controller. While none runs, objects that policies check can't be applied; use three in production. */
    admissionReplicas: z.number().int().min(1).default(1),
    /** Replicas of the background controller, of which one leads. */
    backgroundReplicas: z.number().int().min(1).default(1),
    /** Replicas of the cleanup controller, of which one leads. */
    cleanupReplicas: z.number().int().min(1).default(1),
    /** Replicas of the reports controller, of which one leads. */
    reportsReplicas: z.number().int().min(1).default(1),
    /** Namespaces that no policy applies to. Otherwise, Kyverno and Flux couldn't be repaired while the webhook is down. */
    excludedNamespaces: z.array(namespaceName).default(['flux-system', 'kube-system']),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', {
      chart: charts.kyverno,
      postRenderers: keepCrds,
      values: {
        admissionController: controller(options.admissionReplicas),
        backgroundController: controller(options.backgroundReplicas),
        cleanupController: controller(options.cleanupReplicas),
        reportsController: controller(options.reportsReplicas),
        config: {
          webhooks: {
            namespaceSelector: {
              // The API server refuses NotIn without values; without the list, the chart has one of its own.
              matchExpressions:
                options.excludedNamespaces.length === 0
                  ? []
                  : [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: options.excludedNamespaces }],
            },
          },
        },
      },
    });
  },
});
