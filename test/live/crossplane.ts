import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { binaryPath, compositionFunction, crossplane, goFolder } from './binaries.js';
import { answers, type ControlPlane } from './control-plane.js';
import { freePorts } from './free-ports.js';
import type { KubeObject } from './kube-object.js';
import { until } from './until.js';

export interface Crossplane {
  /** Starts a composition function under this name: until then, compositions that name it fail. */
  startFunction(name: string): Promise<void>;
}

/**
 * Installs Crossplane's CRDs, and starts it without packages and pods.
 *
 * @param functionProgram a build of function-patch-and-transform, to be used instead of the stand-in that is built here
 */
export const startCrossplane = async (
  { api, folder, kubeconfig, processes }: ControlPlane,
  functionProgram: string | undefined,
): Promise<Crossplane> => {
  await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'crossplane-system' } });
  const crds = await api.apply(...readCrossplaneCrds());
  for (const { apiVersion, kind, metadata } of crds) {
    await until(`CRD "${metadata.name}" is established`, async () => {
      const crd = await api.get({ apiVersion, kind, name: metadata.name });
      return crd?.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True');
    });
  }
  const certificates = join(folder, 'crossplane-certificates');
  mkdirSync(certificates);
  execFileSync(binaryPath(compositionFunction.name), ['certificates', certificates]);
  const [metrics, health] = await freePorts(2);
  await processes.start({
    name: crossplane.name,
    command: binaryPath(crossplane.name),
    layer: 2,
    ready: () => answers(`http://127.0.0.1:${health}/readyz`),
    args: [
      ...['core', 'start', '--namespace=crossplane-system', '--enable-webhooks=false', '--package-runtime=External'],
      ...[`--metrics-port=${metrics}`, `--health-probe-port=${health}`],
      ...[`--xpkg-cache-dir=${join(folder, 'packages')}`, `--tls-client-certs-dir=${certificates}`],
    ],
    env: { KUBECONFIG: kubeconfig('crossplane') },
  });
  return {
    async startFunction(name) {
      const [port] = await freePorts(1);
      const address = `127.0.0.1:${port}`;
      await processes.start({
        name,
        command: functionProgram ?? binaryPath(compositionFunction.name),
        layer: 2,
        args:
          functionProgram === undefined
            ? ['serve', address, certificates]
            : [`--address=${address}`, `--tls-certs-dir=${certificates}`],
      });
      // What the package manager makes of a Function, once its pod runs. It leaves one alone that is paused.
      const revision = { apiVersion: 'pkg.crossplane.io/v1', kind: 'FunctionRevision', metadata: { name } };
      await api.apply({
        ...revision,
        metadata: {
          name,
          labels: { 'pkg.crossplane.io/package': name },
          annotations: { 'crossplane.io/paused': 'true' },
        },
        spec: { desiredState: 'Active', image: `registry.example.org/${name}:v1`, revision: 1 },
      });
      await api.request(
        'PATCH',
        `/apis/pkg.crossplane.io/v1/functionrevisions/${name}/status`,
        JSON.stringify({ status: { endpoint: address, capabilities: ['composition'] } }),
        'application/merge-patch+json',
      );
    },
  };
};

/** Those of the module that Crossplane is built from. */
const readCrossplaneCrds = (): KubeObject[] => {
  const options = {
    cwd: join(goFolder, crossplane.module),
    encoding: 'utf8',
    env: { ...process.env, GOWORK: 'off' },
  } as const;
  const { Dir } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', crossplane.source], options)) as {
    Dir: string;
  };
  const folder = join(Dir, 'cluster/crds');
  return readdirSync(folder)
    .sort()
    .flatMap((file) =>
      parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => document.toJS() as KubeObject),
    );
};
