import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binaryPath } from './binaries.js';
import { answers, type ControlPlane } from './control-plane.js';
import { freePorts } from './free-ports.js';

const name = 'sealed-secrets';
/** Where a pod finds its account: the controller looks nowhere else. */
const ACCOUNT = '/run/secrets/kubernetes.io/serviceaccount';

/** Why its controller can't be started here; `undefined` where it can. */
export const missingNamespaces =
  spawnSync('unshare', ['--mount', '--map-root-user', 'true']).status === 0
    ? undefined
    : '"unshare" can\'t give the controller of Sealed Secrets a /run of its own, as Linux does';

/**
 * Starts the controller of Sealed Secrets as if in a pod of kube-system, in a mount namespace of its own.
 *
 * @returns the URL of the certificate that it seals with
 */
export const startSealedSecrets = async (
  { processes, folder, kubeconfig }: ControlPlane,
  args: readonly string[] = [],
): Promise<string> => {
  const [serves, metrics] = (await freePorts(2)).map((port) => `127.0.0.1:${port}`);
  const { clusters, users } = JSON.parse(readFileSync(kubeconfig(name), 'utf8')) as {
    clusters: readonly [{ cluster: { server: string; 'certificate-authority': string } }];
    users: readonly [{ user: { token: string } }];
  };
  const { server, 'certificate-authority': authority } = clusters[0].cluster;
  const account = join(folder, 'sealed-secrets-account');
  mkdirSync(account, { recursive: true });
  writeFileSync(join(account, 'token'), users[0].user.token, { mode: 0o600 });
  writeFileSync(join(account, 'ca.crt'), readFileSync(authority));
  writeFileSync(join(account, 'namespace'), 'kube-system');
  const script = `mount -t tmpfs tmpfs /run && mkdir -p ${ACCOUNT} && cp "$0"/* ${ACCOUNT}/ && exec "$@"`;
  const certificate = `http://${serves}/v1/cert.pem`;
  await processes.start({
    name,
    command: 'unshare',
    layer: 2,
    ready: () => answers(certificate),
    args: [
      ...['--mount', '--map-root-user', 'sh', '-c', script, account, binaryPath(name)],
      ...[`--listen-addr=${serves}`, `--listen-metrics-addr=${metrics}`, '--update-status=true', ...args],
    ],
    env: { KUBERNETES_SERVICE_HOST: new URL(server).hostname, KUBERNETES_SERVICE_PORT: new URL(server).port },
  });
  return certificate;
};
