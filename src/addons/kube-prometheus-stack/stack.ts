import type { Construct } from 'constructs';
import { z } from 'zod';
import {
  type KubePrometheusStackValues,
  kubePrometheusStackValuesSchema,
} from '../../../imports/charts/kube-prometheus-stack.js';
import { ExternalSecret } from '../../constructs/external-secret.js';
import { type AddonChart, helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { hostname, remoteSecret, type SecretHandle, type TextVar, text } from '../../contract/index.js';
import { addHttpsRoutes } from '../add-https-routes.js';
import { duration } from '../duration-option.js';
import { quantity } from '../quantity-option.js';
import { gatewayOption, type StoreOption } from '../references.js';
import { longDuration, objectName } from '../text-options.js';

const groups = ['monitoring.coreos.com'] as const;
const ADMIN_SECRET = 'grafana-admin';

const budget = (replicas: number) =>
  replicas === 1 ? {} : { podDisruptionBudget: { enabled: true, minAvailable: replicas - 1 } };

const claim = (size: string, storageClassName: string | undefined) => ({
  volumeClaimTemplate: {
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: size } },
      ...(storageClassName === undefined ? {} : { storageClassName }),
    },
  },
});

/** What is the same wherever Grafana's password is. */
export const addon = {
  name: 'kube-prometheus-stack',
  description: 'Prometheus, Alertmanager and Grafana',
  namespace: 'monitoring',
  createNamespace: true,
  // The node exporter reads the node's own files and network.
  namespaceLabels: { 'pod-security.kubernetes.io/enforce': 'privileged' },
  requires: ['external-secrets.io', 'secret-store', 'gateway.networking.k8s.io', 'gateway'],
  // A route hangs on its Gateway as soon as that is there.
  startsWithout: ['gateway'],
  provides: groups,
  charts: {
    'kube-prometheus-stack': helmChart<KubePrometheusStackValues>({
      url: 'https://prometheus-community.github.io/helm-charts',
      chart: 'kube-prometheus-stack',
      version: '88.5.3',
      valuesSchema: kubePrometheusStackValuesSchema,
      crds: groups,
    }),
  },
} as const;

export const WHAT = "Grafana's first user";

export const hostnameVar = {
  TF_GRAFANA_HOSTNAME: hostname().meta({
    description: 'host name of Grafana',
    examples: ['grafana.example.org'],
  }),
};

/** The secret with Grafana's first user, by the var that tells where it is. */
export const grafanaSecret = <const Key extends string>(key: Key) => ({
  grafana: remoteSecret({
    key,
    properties: {
      adminUser: text("name of Grafana's first user", 'admin'),
      adminPassword: z.string().describe("password of Grafana's first user"),
    },
  }),
});

/** Options wherever the password is. */
export const options = {
  /** The Gateway that Grafana's routes attach to. */
  gateway: gatewayOption,
  /** Replicas of Prometheus, each with a copy of all metrics. */
  prometheusReplicas: z.number().int().min(1).default(1),
  /** Replicas of Alertmanager. */
  alertmanagerReplicas: z.number().int().min(1).default(1),
  /** How long Prometheus keeps metrics, such as `15d`. */
  retention: longDuration.default('15d'),
  /** The size of each Prometheus' volume. */
  prometheusStorage: quantity.default('50Gi'),
  /** The size of each Alertmanager's volume. */
  alertmanagerStorage: quantity.default('5Gi'),
  /** The StorageClass of the volumes. @default - the cluster's default */
  storageClass: objectName.optional(),
  /** Scrapes etcd, the scheduler and the controller manager, which a managed control plane doesn't expose. */
  controlPlane: z.boolean().default(false),
  /** How often External Secrets reads the admin password. Grafana itself reads it only when it starts. */
  adminRefreshInterval: duration.default('1h'),
};

type Options = z.output<z.ZodObject<typeof options>> & { readonly store: StoreOption };

interface Given {
  readonly chart: AddonChart<KubePrometheusStackValues>;
  readonly hostname: TextVar<'TF_GRAFANA_HOSTNAME'>;
  readonly grafana: SecretHandle<'adminUser' | 'adminPassword'>;
  /** Values of the cluster's cloud. */
  readonly cloud?: KubePrometheusStackValues;
}

export const addStack = (scope: Construct, options: Options, { chart, hostname, grafana, cloud }: Given): void => {
  const { controlPlane, storageClass } = options;
  new ExternalSecret(scope, 'admin', {
    name: ADMIN_SECRET,
    secretStoreRef: options.store,
    refreshInterval: options.adminRefreshInterval,
    target: { name: ADMIN_SECRET, creationPolicy: 'Owner' },
    data: [
      { secretKey: 'admin-user', remoteRef: grafana.property('adminUser') },
      { secretKey: 'admin-password', remoteRef: grafana.property('adminPassword') },
    ],
  });
  new HelmRelease(scope, 'release', {
    chart: chart,
    values: {
      ...cloud,
      kubeControllerManager: { enabled: controlPlane },
      kubeEtcd: { enabled: controlPlane },
      kubeScheduler: { enabled: controlPlane },
      // Its Job would change another value to `Fail` on the object, which Flux takes for drift.
      prometheusOperator: { admissionWebhooks: { failurePolicy: 'Ignore' } },
      prometheus: {
        ...budget(options.prometheusReplicas),
        prometheusSpec: {
          replicas: options.prometheusReplicas,
          retention: options.retention,
          storageSpec: claim(options.prometheusStorage, storageClass),
          // All of the cluster, and not only those with the release's label.
          podMonitorSelectorNilUsesHelmValues: false,
          probeSelectorNilUsesHelmValues: false,
          ruleSelectorNilUsesHelmValues: false,
          scrapeConfigSelectorNilUsesHelmValues: false,
          serviceMonitorSelectorNilUsesHelmValues: false,
        },
      },
      alertmanager: {
        ...budget(options.alertmanagerReplicas),
        alertmanagerSpec: {
          replicas: options.alertmanagerReplicas,
          storage: claim(options.alertmanagerStorage, storageClass),
        },
      },
      grafana: {
        admin: { existingSecret: ADMIN_SECRET, userKey: 'admin-user', passwordKey: 'admin-password' },
        'grafana.ini': { server: { root_url: `https://${hostname}` } },
      },
    },
  });
  addHttpsRoutes(scope, 'grafana', {
    gateway: options.gateway,
    hostname: hostname,
    service: { name: 'kube-prometheus-stack-grafana', port: 80 },
    // https://grafana.com/tutorials/run-grafana-behind-a-proxy/
    headers: { 'X-Forwarded-Proto': 'https' },
  });
};
