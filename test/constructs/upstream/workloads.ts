import type { Construct } from 'constructs';
import { ScaledObject, TriggerAuthentication } from 'fluxspan/imports/keda.sh';
import { AlertmanagerConfig, PodMonitor, PrometheusRule, ServiceMonitor } from 'fluxspan/imports/monitoring.coreos.com';

export const prometheus = (scope: Construct) => {
  const labels = { team: 'frontend' };
  const selector = { matchLabels: { app: 'web' } };
  new ServiceMonitor(scope, 'services', { name: 'web', labels, spec: { selector, endpoints: [{ port: 'web' }] } });
  new PodMonitor(scope, 'pods', { name: 'web', labels, spec: { selector, podMetricsEndpoints: [{ port: 'web' }] } });
  new PrometheusRule(scope, 'rule', {
    name: 'web',
    labels: { prometheus: 'web', role: 'alert-rules' },
    spec: { groups: [{ name: './web.rules', rules: [{ alert: 'Web', expr: 'vector(1)' }] }] },
  });
  new AlertmanagerConfig(scope, 'config', {
    name: 'web',
    spec: {
      route: {
        groupBy: ['job'],
        groupWait: '30s',
        groupInterval: '5m',
        repeatInterval: '12h',
        receiver: 'webhook',
      },
      receivers: [{ name: 'webhook', webhookConfigs: [{ url: 'https://hooks.example.org/' }] }],
    },
  });
};

export const keda = (scope: Construct) => {
  const authentication = new TriggerAuthentication(scope, 'authentication', {
    name: 'aws',
    namespace: 'web',
    spec: {
      secretTargetRef: [
        { parameter: 'awsAccessKeyID', name: 'aws', key: 'AWS_ACCESS_KEY_ID' },
        { parameter: 'awsSecretAccessKey', name: 'aws', key: 'AWS_SECRET_ACCESS_KEY' },
      ],
    },
  });
  new ScaledObject(scope, 'queue', {
    name: 'queue',
    namespace: 'web',
    spec: {
      scaleTargetRef: { name: 'web' },
      triggers: [
        {
          type: 'aws-sqs-queue',
          authenticationRef: authentication,
          metadata: { queueURL: 'web', queueLength: '5', awsRegion: 'eu-west-1', scaleOnInFlight: 'false' },
        },
      ],
    },
  });
  new ScaledObject(scope, 'metric', {
    name: 'metric',
    namespace: 'web',
    labels: { app: 'web' },
    spec: {
      scaleTargetRef: { name: 'web' },
      minReplicaCount: 0,
      maxReplicaCount: 2,
      cooldownPeriod: 1,
      advanced: {
        horizontalPodAutoscalerConfig: { behavior: { scaleDown: { stabilizationWindowSeconds: 15 } } },
      },
      triggers: [
        {
          type: 'prometheus',
          metadata: { serverAddress: 'https://prometheus.example.org', query: 'vector(100)', threshold: '50.0' },
        },
      ],
    },
  });
};
