import { join } from 'node:path';
import { FluxApp, FluxCluster } from 'fluxspan';
import { expect, it } from 'vitest';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { addon } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';

/** The files of a repository whose project lies in `infra/platform`, while Flux reads `kubernetes/flux/cluster`. */
const written = async (): Promise<Readonly<Record<string, string>>> => {
  const repository = new Repository();
  try {
    const app = new FluxApp();
    new FluxCluster(app, 'dev', { path: 'kubernetes/flux/cluster' })
      .stage('first', [addon('web')] as never)
      .stage('second', [addon('api')] as never, { dependsOn: ['first'] } as never);
    repository.write('infra/platform/cdk8s.yaml', 'fluxspan: { app: src/app.ts }\n');
    const project = join(repository.folder, 'infra/platform');
    const result = await synthApp(app, { project, context: openCompileContext(app, project) });
    expect(result.diagnostics).toEqual([]);
    const files = Object.entries(repository.files(''));
    return Object.fromEntries(files.filter(([path]) => !path.startsWith('.git/')));
  } finally {
    repository.remove();
  }
};

describeLive(
  'a cluster whose folder is where its Flux reads it, of a project in a subfolder',
  (live) => {
    it('becomes ready', async () => {
      const tree = await written();
      const commit = await live().applyTree(tree, { path: 'kubernetes/flux/cluster' });
      const ready = await live().untilReady();
      const names = ready.filter(({ kind }) => kind === 'Kustomization').map(({ metadata }) => metadata.name);
      expect(names.sort()).toEqual(['api', 'flux-system', 'web']);
      const web = await live().get(kustomization('web'));
      expect(web?.spec).toMatchObject({ path: './infra/platform/k8s/addons/dev/web' });
      expect(web?.status?.lastAppliedRevision).toBe(`main@sha1:${commit}`);
      for (const name of ['web', 'api']) {
        expect(await live().get({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'default' })).toBeDefined();
      }
    });
  },
  { long: true },
);
