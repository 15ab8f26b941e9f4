import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binaryPath } from './binaries.js';
import { answers, type ControlPlane } from './control-plane.js';
import { planFluxCrds } from './flux-crds.js';
import { freePorts } from './free-ports.js';
import { until } from './until.js';

const controllers = ['source-controller', 'kustomize-controller', 'helm-controller'] as const;

/** Installs Flux's CRDs and its namespace, and starts its controllers; ready when this returns. */
export const startFlux = async (plane: ControlPlane): Promise<void> => {
  const { api, processes } = plane;
  await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'flux-system' } });
  const crds = await api.apply(...planFluxCrds());
  for (const { apiVersion, kind, metadata } of crds) {
    await until(`CRD "${metadata.name}" is established`, async () => {
      const crd = await api.get({ apiVersion, kind, name: metadata.name });
      return crd?.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True');
    });
  }
  const storage = join(plane.folder, 'sources');
  // An empty cluster's controller starts on an empty disk.
  rmSync(storage, { recursive: true, force: true });
  mkdirSync(storage);
  const ports = await freePorts(2 * controllers.length + 1);
  const take = () => `127.0.0.1:${ports.pop()}`;
  const artifacts = take();
  const own = {
    'source-controller': [
      `--storage-path=${storage}`,
      `--storage-addr=${artifacts}`,
      `--storage-adv-addr=${artifacts}`,
    ],
    // 30 s by default: dependencies that come up within seconds would be most of a test's time.
    'kustomize-controller': ['--requeue-dependency=1s'],
    'helm-controller': ['--requeue-dependency=1s'],
  };
  await Promise.all(
    controllers.map((name) => {
      const health = take();
      return processes.start({
        name,
        command: binaryPath(name),
        layer: 2,
        ready: () => answers(`http://${health}/readyz`),
        args: [
          '--watch-all-namespaces=true',
          '--events-addr=',
          `--metrics-addr=${take()}`,
          `--health-addr=${health}`,
          ...own[name],
        ],
        env: {
          KUBECONFIG: plane.kubeconfig(name),
          RUNTIME_NAMESPACE: 'flux-system',
          TUF_ROOT: join(plane.folder, 'tuf'),
        },
      });
    }),
  );
};
