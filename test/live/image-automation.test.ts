import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProject, type TestProject } from '../support/project.js';
import { runProcess } from '../support/run.js';
import { imageAutomationController, imageReflectorController } from './binaries.js';
import { buildBefore } from './build-before.js';
import { missingTool } from './build-binaries.js';
import { crdsOf } from './crds.js';
import { describeLive } from './describe-live.js';
import { type ImageRegistry, startImageRegistry } from './image-registry.js';

/** `web` has its marker in the tree of `dev`, `api` in versions.yaml, where each ring has its own. */
const appOf = (host: string) => `import { ApiObject } from 'cdk8s';
import { defineAddon, FluxApp, FluxCluster, imagePolicy } from 'fluxspan';
import { image } from '../imports/versions.js';

const IMAGE = 'image.toolkit.fluxcd.io/v1';
const deployment = (scope, name, image) => {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name, image }] } };
  const metadata = { name };
  new ApiObject(scope, name, { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { selector: { matchLabels: labels }, template } });
};
const web = defineAddon({
  name: 'web',
  namespace: 'default',
  build: (scope) => deployment(scope, 'web', imagePolicy('default:web', '${host}/acme/web:1.2.3')),
});
const api = defineAddon({
  name: 'api',
  namespace: 'default',
  build: (scope, { ring }) => deployment(scope, 'api', image('api', undefined, ring)),
});
const images = defineAddon({
  name: 'images',
  namespace: 'default',
  build(scope) {
    for (const name of ['web', 'api']) {
      const add = (kind, spec) => new ApiObject(scope, kind + name, { apiVersion: IMAGE, kind, metadata: { name }, spec });
      add('ImageRepository', { image: '${host}/acme/' + name, interval: '5m', insecure: true });
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
const app = new FluxApp({ rollout: { dev: ['dev'], prod: ['prod'] } });
new FluxCluster(app, 'dev', { flux: '2.9' }).stage('all', [web(), api(), images()]);
new FluxCluster(app, 'prod', { flux: '2.9' }).stage('all', [api()]);
export default app;
`;
const versionsOf = (host: string) => `apiVersion: fluxspan.dev/v1
kind: Versions
metadata:
  name: versions
images:
  api:
    image: ${host}/acme/api:1.2.3 # {"$imagepolicy": "default:api"}
    rings:
      prod:
        promoted: ${host}/acme/api:1.2.3
`;
const controllers = [imageReflectorController, imageAutomationController];
const missing = missingTool(controllers);
for (const controller of controllers) buildBefore(controller, { long: true, missing });

describeLive(
  'image automation with rings',
  (live) => {
    let project: TestProject;
    let registry: ImageRegistry;
    beforeAll(async () => {
      project = makeProject();
      registry = await startImageRegistry();
    });
    afterAll(async () => {
      await registry?.stop();
      project?.remove();
    });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
        cwd: project.folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const run = (...args: readonly string[]) => {
      const result = runProcess(project.folder, ...args);
      return { ...result, text: `${result.stdout}${result.stderr}` };
    };
    const synth = (...args: readonly string[]) => run('synth', '--no-typecheck', ...args);
    const deploymentOf = (cluster: string, addon: string) => `k8s/addons/${cluster}/${addon}/deployment.yaml`;
    const fetch = async (): Promise<void> => {
      const source = { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', namespace: 'flux-system' };
      const url = (await live().get({ ...source, name: 'flux-system' }))?.spec?.['url'];
      // The server is in this process: it must not wait for git.
      await promisify(execFile)('git', ['fetch', '--quiet', `${url}`, '+main:refs/remotes/origin/main'], {
        cwd: project.folder,
      });
    };
    const merge = async (message: string): Promise<void> => {
      git('add', '--all');
      git('commit', '--quiet', '-m', message);
      await live().push(project.folder);
    };
    /** Somebody pushes an image, and the registry is looked at now. */
    const release = async (name: string, tag: string): Promise<void> => {
      registry.push(`acme/${name}`, tag);
      await live().reconcile({
        apiVersion: 'image.toolkit.fluxcd.io/v1',
        kind: 'ImageRepository',
        namespace: 'default',
        name,
      });
    };
    /** Waits until the automation has pushed what holds a text, and pulls. Gives the paths that it changed. */
    const pull = async (file: string, text: string): Promise<readonly string[]> => {
      await live().until(
        `the automation writes ${text}`,
        async () => {
          const files = await live().committed();
          return files[file]?.includes(text);
        },
        { timeout: 120_000, explain: () => live().log('image-automation-controller', 20) },
      );
      await fetch();
      const changed = git('diff', '--name-only', 'HEAD', 'origin/main').trim().split('\n');
      git('merge', '--quiet', '--ff-only', 'origin/main');
      return changed;
    };

    it('starts, on a tree and a versions.yaml with markers', async () => {
      for (const name of ['web', 'api']) registry.push(`acme/${name}`, '1.2.3');
      await live().apply(...crdsOf(['image.toolkit.fluxcd.io']));
      project.write('src/app.ts', appOf(registry.host));
      project.write('versions.yaml', versionsOf(registry.host));
      project.write('.gitignore', 'node_modules\n.fluxspan\n');
      git('init', '--quiet', '--initial-branch=main');
      expect(synth('--no-base')).toMatchObject({ code: 0 });
      await merge('the tree');
      await live().follow({ cluster: 'dev' });
      await fetch();
      await live().untilReady();
      await live().startImageControllers();
      expect(synth('--check')).toMatchObject({ code: 0 });
    }, 240_000);

    it('bumps a tag in the tree, and synth stays clean', async () => {
      await release('web', '1.3.0');
      const file = deploymentOf('dev', 'web');
      expect(await pull(file, `${registry.host}/acme/web:1.3.0`)).toEqual([file]);
      expect(synth('--check')).toMatchObject({ code: 0, text: expect.stringContaining('by ImagePolicy default:web') });
    }, 180_000);

    it('bumps the first ring in versions.yaml, and synth writes the tree of its cluster alone', async () => {
      await release('api', '1.4.0');
      expect(await pull('versions.yaml', `image: ${registry.host}/acme/api:1.4.0`)).toEqual(['versions.yaml']);
      expect(project.read('versions.yaml')).toContain(`promoted: ${registry.host}/acme/api:1.2.3\n`);
      expect(synth('--check')).toMatchObject({ code: 1 });
      expect(synth()).toMatchObject({ code: 0 });
      expect(git('diff', '--name-only').trim().split('\n')).toEqual([
        deploymentOf('dev', 'api'),
        'k8s/checksums/dev/api.txt',
      ]);
      expect(project.read(deploymentOf('dev', 'api'))).toContain(`image: ${registry.host}/acme/api:1.4.0\n`);
      expect(project.read(deploymentOf('dev', 'web'))).toContain(
        `image: ${registry.host}/acme/web:1.3.0 # {"$imagepolicy": "default:web"}\n`,
      );
      await merge('api 1.4.0 in dev');
      await fetch();
      await live().untilReady();
      for (const [name, tag] of Object.entries({ web: '1.3.0', api: '1.4.0' })) {
        const object = await live().get({ apiVersion: 'apps/v1', kind: 'Deployment', name, namespace: 'default' });
        expect(JSON.stringify(object?.spec)).toContain(`/acme/${name}:${tag}"`);
      }
    }, 240_000);

    it('promotes what the first ring has, and the automation leaves the later ring alone', async () => {
      expect(run('promote', '--status').stdout).toMatch(/^api +1\.4\.0 +1\.2\.3 ←$/m);
      expect(run('promote', 'api')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^prod gets image "api": .*1\.2\.3 → .*1\.4\.0$/m),
      });
      expect(git('diff', '--name-only').trim().split('\n')).toEqual([
        deploymentOf('prod', 'api'),
        'k8s/checksums/prod/api.txt',
        'versions.yaml',
      ]);
      await merge('api 1.4.0 in prod');
      await fetch();
      await release('api', '1.5.0');
      expect(await pull('versions.yaml', `image: ${registry.host}/acme/api:1.5.0`)).toEqual(['versions.yaml']);
      expect(project.read('versions.yaml')).toContain(`promoted: ${registry.host}/acme/api:1.4.0\n`);
      expect(run('promote', '--status').stdout).toMatch(/^api +1\.5\.0 +1\.4\.0 ←$/m);
    }, 240_000);
  },
  { long: true, missing },
);
