import { join } from 'node:path';
import { binaryPath } from './binaries.js';
import { answers, type ControlPlane } from './control-plane.js';
import { freePorts } from './free-ports.js';

/** Starts image-reflector-controller and image-automation-controller next to the others. */
export const startImageControllers = async ({ processes, folder, kubeconfig }: ControlPlane): Promise<void> => {
  const start = async (
    name: 'image-reflector-controller' | 'image-automation-controller',
    args: readonly string[] = [],
  ): Promise<void> => {
    const [metrics, health] = (await freePorts(2)).map((port) => `127.0.0.1:${port}`);
    await processes.start({
      name,
      command: binaryPath(name),
      layer: 2,
      ready: () => answers(`http://${health}/readyz`),
      args: [
        '--watch-all-namespaces=true',
        '--events-addr=',
        `--metrics-addr=${metrics}`,
        `--health-addr=${health}`,
        ...args,
      ],
      env: { KUBECONFIG: kubeconfig(name), RUNTIME_NAMESPACE: 'flux-system' },
    });
  };
  await start('image-reflector-controller', [`--storage-path=${join(folder, 'images')}`]);
  await start('image-automation-controller');
};
