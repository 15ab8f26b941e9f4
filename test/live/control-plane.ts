import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, connectApi } from './api.js';
import { auditPolicy, type Deletion, parseDeletions } from './audit-log.js';
import { binaryPath } from './binaries.js';
import { freePorts } from './free-ports.js';
import { type Processes, superviseProcesses } from './processes.js';

/** Each component has a user of its own, so that the audit log says who deleted what. All may do everything. */
const users = [
  'live-test',
  'kube-controller-manager',
  'kube-scheduler',
  'kwok',
  'source-controller',
  'kustomize-controller',
  'helm-controller',
  'notification-controller',
  'image-automation-controller',
  'image-reflector-controller',
  'sealed-secrets',
  'crossplane',
] as const;

export type User = (typeof users)[number];

/** A Kubernetes control plane with one node on which pods seem to run. */
export interface ControlPlane {
  readonly api: Api;
  /** Everything of this cluster on disk; removed at its end. */
  readonly folder: string;
  readonly processes: Processes;
  /** The path of a kubeconfig; for the tests' own tools, that of the user `live-test`. */
  kubeconfig(user?: User): string;
  deletions(): Deletion[];
  /** Ends every process and starts the control plane again, at the same address, without any object. */
  startAnew(): Promise<void>;
  /** Ends every process that was started here and removes the folder. */
  stop(): Promise<void>;
}

/** The node that all pods are scheduled to; kwok says that they run there. */
const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'live', labels: { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' } },
};

/** Room for everything, since nothing really runs. */
const nodeStatus = { capacity: { cpu: '1000', memory: '1Ti', pods: '10000' } };

/** Starts etcd, an API server and what makes Deployments ready, on free ports of 127.0.0.1; ready when this returns. */
export const startControlPlane = async (): Promise<ControlPlane> => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-live-'));
  const processes = superviseProcesses(folder);
  try {
    return await start(folder, processes);
  } catch (error) {
    await processes.stop();
    throw error;
  }
};

const start = async (folder: string, processes: Processes): Promise<ControlPlane> => {
  const [client, peer, port] = (await freePorts(3)) as [number, number, number];
  const etcd = `http://127.0.0.1:${client}`;
  const peers = `http://127.0.0.1:${peer}`;
  const url = `https://127.0.0.1:${port}`;
  const at = (name: string) => join(folder, name);
  const audit = at('audit.log');

  const tokens = new Map(users.map((user) => [user, randomBytes(16).toString('hex')]));
  const lines = [...tokens].map(([user, token]) => `${token},${user},${user},system:masters\n`);
  writeFileSync(at('tokens.csv'), lines.join(''), { mode: 0o600 });
  writeFileSync(at('audit-policy.json'), JSON.stringify(auditPolicy));
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(at('service-account.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(at('service-account.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });

  const kubeconfig = (user: User = 'live-test') => at(`${user}.kubeconfig`);

  // It ends with the authority that signed it.
  const certificate = at('certificates/apiserver.crt');
  const connect = (): Api => {
    for (const [user, token] of tokens) {
      writeFileSync(kubeconfig(user), printKubeconfig(url, certificate, user, token), { mode: 0o600 });
    }
    return connectApi({ url, ca: readFileSync(certificate), token: tokens.get('live-test') ?? '' });
  };
  let api: Api | undefined;
  const connected = (): Api => {
    if (api === undefined) throw new Error('the API server is ready once it was started');
    return api;
  };

  const boot = async (): Promise<void> => {
    await processes.start({
      name: 'etcd',
      command: binaryPath('etcd'),
      layer: 0,
      ready: () => answers(`${etcd}/health`),
      // Its data dies with it: no fsync.
      args: `--data-dir=${at('etcd')} --unsafe-no-fsync --log-level=warn
        --listen-client-urls=${etcd} --advertise-client-urls=${etcd}
        --listen-peer-urls=${peers} --initial-advertise-peer-urls=${peers} --initial-cluster=default=${peers}`.split(
        /\s+/,
      ),
    });
    await processes.start({
      name: 'kube-apiserver',
      command: binaryPath('kube-apiserver'),
      layer: 1,
      ready: async () => {
        // Written before it listens, the key after the certificate that it goes with.
        if (!existsSync(at('certificates/apiserver.key'))) return false;
        api ??= connect();
        return api.request('GET', '/readyz').catch(() => undefined);
      },
      // TaintNodesByCondition taints a new node until a controller that is off here would find it ready.
      args: `--etcd-servers=${etcd} --bind-address=127.0.0.1 --advertise-address=127.0.0.1 --secure-port=${port}
        --cert-dir=${at('certificates')} --token-auth-file=${at('tokens.csv')} --authorization-mode=RBAC --allow-privileged
        --service-account-key-file=${at('service-account.pub')} --service-account-signing-key-file=${at('service-account.key')}
        --service-account-issuer=${url} --service-cluster-ip-range=10.96.0.0/16 --endpoint-reconciler-type=none
        --disable-admission-plugins=TaintNodesByCondition
        --audit-policy-file=${at('audit-policy.json')} --audit-log-path=${audit}`.split(/\s+/),
    });
    await processes.start({
      name: 'kube-controller-manager',
      command: binaryPath('kube-controller-manager'),
      layer: 2,
      // No cloud, and the only node has no kubelet to judge.
      args: `--kubeconfig=${kubeconfig('kube-controller-manager')} --leader-elect=false --secure-port=0
        --service-account-private-key-file=${at('service-account.key')} --root-ca-file=${certificate}
        --controllers=*,-node-ipam-controller,-node-lifecycle-controller,-taint-eviction-controller,-cloud-node-lifecycle-controller,-node-route-controller,-service-lb-controller`.split(
        /\s+/,
      ),
    });
    await processes.start({
      name: 'kube-scheduler',
      command: binaryPath('kube-scheduler'),
      layer: 2,
      args: [`--kubeconfig=${kubeconfig('kube-scheduler')}`, '--leader-elect=false', '--secure-port=0'],
    });
    await processes.start({
      name: 'kwok',
      command: binaryPath('kwok'),
      layer: 2,
      args: [`--kubeconfig=${kubeconfig('kwok')}`, '--manage-all-nodes=true'],
    });
    await connected().apply(node);
    await connected().request(
      'PATCH',
      '/api/v1/nodes/live/status',
      JSON.stringify({ status: nodeStatus }),
      'application/merge-patch+json',
    );
  };
  await boot();

  return {
    api: connected(),
    folder,
    processes,
    kubeconfig,
    deletions: () => (existsSync(audit) ? parseDeletions(readFileSync(audit, 'utf8')) : []),
    async startAnew() {
      await processes.endAll();
      rmSync(at('etcd'), { recursive: true });
      connected().forget();
      await boot();
    },
    async stop() {
      connected().close();
      await processes.stop();
    },
  };
};

/** JSON is YAML, so this needs no printer. */
const printKubeconfig = (server: string, certificate: string, user: string, token: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'live',
    clusters: [{ name: 'live', cluster: { server, 'certificate-authority': certificate } }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name: 'live', context: { cluster: 'live', user } }],
  });

/** Whether the address answers with a status below 400. */
export const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = request(url, (response) => {
      response.resume();
      resolve((response.statusCode ?? 500) < 400);
    });
    sent.once('error', () => resolve(false));
    sent.end();
  });
