import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeProject, type TestProject } from '../support/project.js';
import { runProcess } from '../support/run.js';
import { crdsOf } from './crds.js';
import { describeLive } from './describe-live.js';
import { freePorts } from './free-ports.js';

/** The controller's module brings its own `replace` lines, so it is built in a checkout: `CGO_ENABLED=0 go build .` */
const controller = process.env['FLUXSPAN_IMAGE_AUTOMATION'];
const mayMiss = controller === undefined ? 'FLUXSPAN_IMAGE_AUTOMATION names no image-automation-controller' : undefined;

const app = `import { ApiObject } from 'cdk8s';
import { defineAddon, FluxApp, FluxCluster, imagePolicy } from 'fluxspan';
import { image } from '../imports/versions.js';

const IMAGE = 'image.toolkit.fluxcd.io/v1';
const deployment = (scope, name, image) => {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name, image }] } };
  const metadata = { name };
  new ApiObject(scope, name, { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { selector: { matchLabels: labels }, template } });
};
const workloads = defineAddon({
  name: 'workloads',
  namespace: 'default',
  build(scope) {
    deployment(scope, 'web', imagePolicy('default:web', 'ghcr.io/acme/web:1.2.3'));
    deployment(scope, 'api', image('api'));
  },
});
const images = defineAddon({
  name: 'images',
  namespace: 'default',
  build(scope) {
    for (const name of ['web', 'api']) {
      const add = (kind, spec) => new ApiObject(scope, kind + name, { apiVersion: IMAGE, kind, metadata: { name }, spec });
      add('ImageRepository', { image: 'ghcr.io/acme/' + name, interval: '5m' });
      add('ImagePolicy', { imageRepositoryRef: { name }, policy: { semver: { range: '1.x' } } });
    }
    new ApiObject(scope, 'all', {
      apiVersion: IMAGE,
      kind: 'ImageUpdateAutomation',
      metadata: { name: 'all' },
      spec: {
        interval: '1m',
        sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
        git: { checkout: { ref: { branch: 'main' } }, commit: { author: { email: 'flux@example.org' } }, push: { branch: 'main' } },
        update: { strategy: 'Setters', path: '.' },
      },
    });
  },
});
const app = new FluxApp();
new FluxCluster(app, 'dev').stage('all', [workloads(), images()]);
export default app;
`;
const versions = `apiVersion: fluxspan.dev/v1
kind: Versions
metadata:
  name: versions
images:
  api:
    image: ghcr.io/acme/api:1.2.3 # {"$imagepolicy": "default:api"}
`;

describeLive(
  'image-automation-controller',
  (live) => {
    let project: TestProject;
    let running: ChildProcess | undefined;
    afterAll(() => {
      running?.kill('SIGKILL');
      project?.remove();
    });
    const synth = (...args: readonly string[]) => {
      const { code, stdout, stderr } = runProcess(project.folder, 'synth', '--no-base', '--no-typecheck', ...args);
      return { code, text: `${stdout}${stderr}` };
    };
    const deploymentFile = 'k8s/addons/dev/workloads/deployment.yaml';
    const sources = () => ({ 'versions.yaml': project.read('versions.yaml'), ...project.files('k8s') });

    /** What image-reflector-controller would find in a registry. */
    const select = (name: string, tag: string) =>
      live().request(
        'PATCH',
        `/apis/image.toolkit.fluxcd.io/v1/namespaces/default/imagepolicies/${name}/status`,
        JSON.stringify({ status: { latestRef: { name: `ghcr.io/acme/${name}`, tag } } }),
        'application/merge-patch+json',
      );
    /** Waits until the automation has pushed what holds a text. Takes over all that it changed; gives the paths. */
    const pull = async (file: string, text: string): Promise<readonly string[]> => {
      const before = sources();
      const tree = await live().until(
        `the automation writes ${text}`,
        async () => {
          const found = await live().committed();
          return found[file]?.includes(text) === true ? found : undefined;
        },
        { timeout: 120_000 },
      );
      const changed = Object.entries(tree).filter(([path, now]) => before[path as keyof typeof before] !== now);
      for (const [path, now] of changed) project.write(path, now);
      return changed.map(([path]) => path);
    };

    it('starts, on a tree and a versions.yaml with markers', async () => {
      project = makeProject();
      await live().apply(...crdsOf(['image.toolkit.fluxcd.io']));
      project.write('src/app.ts', app);
      project.write('versions.yaml', versions);
      expect(synth()).toMatchObject({ code: 0 });
      expect(synth('--check')).toMatchObject({ code: 0 });
      await live().applyTree(sources());
      await live().untilReady();
      const [metrics, health] = await freePorts(2);
      const log = createWriteStream(join(project.folder, 'controller.log'));
      running = spawn(
        controller!,
        [
          '--watch-all-namespaces=true',
          '--events-addr=',
          `--metrics-addr=127.0.0.1:${metrics}`,
          `--health-addr=127.0.0.1:${health}`,
        ],
        {
          env: {
            PATH: process.env['PATH'],
            KUBECONFIG: live().kubeconfig,
            RUNTIME_NAMESPACE: 'flux-system',
            HOME: project.folder,
          },
        },
      );
      running.stderr?.pipe(log);
    }, 240_000);

    it('bumps a tag in the tree, and synth stays clean', async () => {
      await select('web', '1.3.0');
      expect(await pull(deploymentFile, 'ghcr.io/acme/web:1.3.0')).toEqual([deploymentFile]);
      const { code, text } = synth('--check');
      expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('by ImagePolicy default:web') });
    }, 180_000);

    it('bumps a tag in versions.yaml, and synth writes the tree from it', async () => {
      await select('api', '1.4.0');
      expect(await pull('versions.yaml', 'ghcr.io/acme/api:1.4.0')).toEqual(['versions.yaml']);
      expect(synth('--check')).toMatchObject({ code: 1 });
      expect(synth()).toMatchObject({ code: 0 });
      expect(synth('--check')).toMatchObject({ code: 0 });
      const tree = project.read(deploymentFile);
      expect(tree).toContain('image: ghcr.io/acme/api:1.4.0\n');
      expect(tree).toContain('image: ghcr.io/acme/web:1.3.0 # {"$imagepolicy": "default:web"}\n');
      await live().applyTree(sources());
      await live().untilReady();
      const web = await live().get({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'default' });
      expect(JSON.stringify(web?.spec)).toContain('ghcr.io/acme/web:1.3.0');
    }, 240_000);
  },
  { long: true, mayMiss },
);
