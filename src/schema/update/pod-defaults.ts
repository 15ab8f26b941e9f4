import { type Defaults, SERVER_DECIDES, SERVER_KEEPS } from './differences.js';

const httpGet: Defaults = { path: '/', scheme: 'HTTP' };
const handler: Defaults = { httpGet };
const probe: Defaults = {
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
  httpGet,
};

const container: Defaults = {
  // By the tag of the image.
  imagePullPolicy: SERVER_DECIDES,
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  // With the host's network, a port of the host is filled in.
  ports: { protocol: 'TCP', hostPort: SERVER_DECIDES },
  env: { valueFrom: { fieldRef: { apiVersion: 'v1' } } },
  livenessProbe: probe,
  readinessProbe: probe,
  startupProbe: probe,
  lifecycle: { postStart: handler, preStop: handler },
};

/** A source of a volume that pods and PersistentVolumes share. */
const azureDisk: Defaults = { cachingMode: 'ReadWrite', fsType: 'ext4', kind: 'Shared' };
const iscsi: Defaults = { iscsiInterface: 'default' };
const rbd: Defaults = { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' };
const scaleIO: Defaults = { storageMode: 'ThinProvisioned', fsType: 'xfs' };

const items: Defaults = { defaultMode: 0o644 };
const downward: Defaults = { items: { fieldRef: { apiVersion: 'v1' } } };

/** What the API server fills in where a PodSpec has nothing: `SetDefaults_PodSpec` and the functions beside it. */
export const podDefaults: Defaults = {
  dnsPolicy: 'ClusterFirst',
  restartPolicy: 'Always',
  schedulerName: 'default-scheduler',
  terminationGracePeriodSeconds: 30,
  // An old name and a new one, of which the API server copies each to the other.
  serviceAccount: SERVER_DECIDES,
  serviceAccountName: SERVER_KEEPS,
  containers: container,
  initContainers: container,
  volumes: {
    azureDisk,
    configMap: items,
    downwardAPI: { ...items, ...downward },
    ephemeral: { volumeClaimTemplate: { spec: { volumeMode: 'Filesystem' } } },
    image: { pullPolicy: SERVER_DECIDES },
    iscsi,
    projected: {
      ...items,
      sources: { serviceAccountToken: { expirationSeconds: 3600 }, downwardAPI: downward },
    },
    rbd,
    scaleIO,
    secret: items,
  },
};

/** The same of a PersistentVolume's source. */
export const volumeSourceDefaults: Readonly<Record<string, Defaults>> = { azureDisk, iscsi, rbd, scaleIO };
