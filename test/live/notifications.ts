import { join } from 'node:path';
import { binaryPath } from './binaries.js';
import { answers, type ControlPlane } from './control-plane.js';
import { freePorts } from './free-ports.js';

export interface Notifications {
  /** Where Receivers are called: `http://127.0.0.1:41234`, without the path in their status. */
  readonly receivers: string;
}

const senders = ['source-controller', 'kustomize-controller', 'helm-controller'] as const;

const name = 'notification-controller';
type Controller = (typeof senders)[number] | typeof name;

/**
 * Starts notification-controller beside the others, which tell it of their events from then on.
 *
 * @param argsOf what else each of them is started with
 */
export const startNotifications = async (
  { processes, folder, kubeconfig }: ControlPlane,
  argsOf: (controller: Controller) => readonly string[] = () => [],
): Promise<Notifications> => {
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
      ...argsOf(name),
    ],
    env: { KUBECONFIG: kubeconfig(name), RUNTIME_NAMESPACE: 'flux-system', TUF_ROOT: join(folder, 'tuf') },
  });
  for (const sender of senders) await processes.restart(sender, [`--events-addr=http://${events}`, ...argsOf(sender)]);
  return { receivers: `http://${receivers}` };
};
