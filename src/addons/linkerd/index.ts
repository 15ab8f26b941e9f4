import { z } from 'zod';
import {
  type LinkerdControlPlaneValues,
  linkerdControlPlaneValuesSchema,
} from '../../../imports/charts/linkerd-control-plane.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';
import { namespaceName } from '../text-options.js';
import { ISSUER_SECRET, linkerdNamespace } from './linkerd-namespace.js';

/**
 * Linkerd's control plane. Its trust anchor and issuer come from linkerd-issuer (cert-manager) or linkerd-issuer-secret
 * (Terraform). https://linkerd.io/2/features/automatic-mtls/
 */
export const linkerd = defineAddon({
  name: 'linkerd',
  description: "Linkerd's control plane: mutual TLS between pods",
  ...linkerdNamespace,
  // The policy controller watches routes.
  requires: ['linkerd.io', 'policy.linkerd.io', 'workload.linkerd.io', 'linkerd-issuer', 'gateway.networking.k8s.io'],
  charts: {
    'linkerd-control-plane': helmChart<LinkerdControlPlaneValues>({
      url: 'https://helm.linkerd.io/edge',
      chart: 'linkerd-control-plane',
      version: '2026.8.3',
      valuesSchema: linkerdControlPlaneValuesSchema,
    }),
  },
  options: z.object({
    /** Three replicas on different nodes, with disruption budgets. Pods that can't get a proxy aren't created. */
    highAvailability: z.boolean().default(false),
    /** With `highAvailability`: namespaces in which pods start without a proxy while the injector is down. */
    withoutInjection: z.array(namespaceName).default(['kube-system', 'cert-manager', 'flux-system']),
  }),
  build(scope, { charts, options }) {
    const highAvailability = {
      controllerReplicas: 3,
      enablePodAntiAffinity: true,
      enablePodDisruptionBudget: true,
      webhookFailurePolicy: 'Fail',
      deploymentStrategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: '25%' } },
      proxyInjector: {
        namespaceSelector: {
          matchExpressions: [
            { key: 'config.linkerd.io/admission-webhooks', operator: 'NotIn', values: ['disabled'] },
            // The API server refuses NotIn without values.
            ...(options.withoutInjection.length === 0
              ? []
              : [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: options.withoutInjection }]),
          ],
        },
      },
    };
    new HelmRelease(scope, 'release', {
      chart: charts['linkerd-control-plane'],
      valuesFrom: [
        {
          kind: 'Secret',
          name: ISSUER_SECRET,
          valuesKey: 'ca.crt',
          targetPath: 'identityTrustAnchorsPEM',
        },
      ],
      values: {
        identity: { issuer: { scheme: 'kubernetes.io/tls' } },
        ...(options.highAvailability ? highAvailability : {}),
      },
    });
  },
});
