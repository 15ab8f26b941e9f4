import { join } from 'node:path';
import { binaryPath } from './binaries.js';
import { answers, type ControlPlane } from './control-plane.js';
import { freePorts } from './free-ports.js';

export interface Notifications {
  /** Where Receivers are called: `http://127.0.0.1:41234`, without the path in their status. */
  readonly receivers: string;
}

const senders = ['source-controller', 'kustomize-controller', 'helm-controller'] as const;

/** Starts notification-controller beside the others, which tell it of their events from then on. */
export const startNotifications = async ({ processes, folder, kubeconfig }: ControlPlane): Promise<Notifications> => {
  const name = 'notification-controller';
  const [events, receivers, metrics, health] = (await freePorts(4)).map((port) => `127.0.0.1:${port}`);
  await processes.start({
    name,
    command: binaryPath(name),
    layer: 2,
    ready: () => answers(`http://${health}/readyz`),
    args: [
      '--watch-all-namespaces=true',
      `--events-addr=${events}`,
      `--receiverAddr=${receivers}`,
      `--metrics-addr=${metrics}`,
      `--health-addr=${health}`,
    ],
    env: { KUBECONFIG: kubeconfig(name), RUNTIME_NAMESPACE: 'flux-system', TUF_ROOT: join(folder, 'tuf') },
  });
  for (const sender of senders) await processes.restart(sender, [`--events-addr=http://${events}`]);
  return { receivers: `http://${receivers}` };
};
