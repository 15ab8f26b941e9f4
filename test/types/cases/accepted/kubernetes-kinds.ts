import { defineAddon, ExternalSecret, FluxApp, FluxCluster } from 'fluxspan';
import { Deployment } from 'fluxspan/imports/apps';
import { CronJob } from 'fluxspan/imports/batch';
import { ConfigMap, PersistentVolumeClaim, type PodSpec, Secret, Service, ServiceAccount } from 'fluxspan/imports/core';
import { NetworkPolicy } from 'fluxspan/imports/networking.k8s.io';
import { ClusterRole, ClusterRoleBinding } from 'fluxspan/imports/rbac.authorization.k8s.io';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'web',
  createNamespace: true,
  requires: ['external-secrets.io'],
  infra: { vars: { TF_REPLICAS: z.number(), TF_READ_ONLY: z.boolean(), TF_COLOR: z.string() } },
  build(scope, { vars }) {
    const labels = { app: 'web', color: vars.TF_COLOR };
    const account = new ServiceAccount(scope, 'account', {});
    const config = new ConfigMap(scope, 'config', { data: { 'app.conf': 'level = info' } });
    const made = new Secret(scope, 'secret', { stringData: { user: 'web' } });
    const password = new ExternalSecret(scope, 'password', {
      name: 'password',
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'aws', external: true },
      dataFrom: [{ extract: { key: 'web' } }],
    });
    const claim = new PersistentVolumeClaim(scope, 'claim', {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });
    const pod: PodSpec = {
      serviceAccountName: account,
      containers: [
        {
          name: 'web',
          image: 'example.org/web:1.0.0',
          envFrom: [{ configMapRef: config }, { secretRef: made }],
          env: [{ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: password, key: 'password' } } }],
          resources: { requests: { cpu: '100m', memory: '128Mi' } },
          securityContext: { readOnlyRootFilesystem: vars.TF_READ_ONLY },
        },
      ],
      volumes: [
        { name: 'data', persistentVolumeClaim: claim },
        { name: 'config', configMap: config },
      ],
    };
    const template = { metadata: { labels }, spec: pod };
    new Deployment(scope, 'web', {
      spec: { replicas: vars.TF_REPLICAS, selector: { matchLabels: labels }, template },
    });
    new Service(scope, 'service', { spec: { selector: labels, ports: [{ port: 80, targetPort: 'http' }] } });
    new CronJob(scope, 'nightly', {
      name: 'nightly',
      spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template: { spec: { ...pod, restartPolicy: 'Never' } } } } },
    });
    new NetworkPolicy(scope, 'policy', { spec: { podSelector: { matchLabels: labels }, policyTypes: ['Ingress'] } });
    const role = new ClusterRole(scope, 'role', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] });
    new ClusterRoleBinding(scope, 'binding', { roleRef: role, subjects: [account] });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['external-secrets.io'] }).stage('first', [web()]);
