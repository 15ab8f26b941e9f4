import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { linkPackages } from '../support/link-packages.js';
import { tutorialSteps } from '../support/page-steps.js';
import { root } from '../support/root.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeLive } from './describe-live.js';
import type { KubeObject } from './kube-object.js';

const author = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org' };
const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.org' };

/** Does what docs/tutorial.md says, up to the cluster. Gives the project's folder. */
const followTutorial = (): string => {
  const folder = temporaryFolder();
  const project = join(folder, 'platform');
  for (const step of tutorialSteps()) {
    if (step.kind === 'write') writeFileSync(join(project, step.path), step.text);
    if (step.kind !== 'run' || step.command.startsWith('cd ')) continue;
    const isInit = step.command.startsWith('npx fluxspan init');
    const command = isInit ? `node ${root}/bin/fluxspan.js init platform --yes --no-install` : step.command;
    const env = { ...process.env, ...author, ...committer };
    spawnSync('sh', ['-c', command], { cwd: isInit ? folder : project, env, stdio: 'ignore' });
    if (!isInit) continue;
    linkPackages(project);
    // `init` writes the first tree where it installs packages.
    spawnSync('sh', ['-c', 'npm run synth'], { cwd: project, env, stdio: 'ignore' });
  }
  return project;
};

describeLive('the project of the tutorial', (live) => {
  it('becomes ready with the vars of `fluxspan fixtures`', async () => {
    const project = followTutorial();
    const fixtures = readFileSync(join(project, '.fluxspan/fixtures/dev/config-maps.yaml'), 'utf8');
    await live().apply(...parseAllDocuments(fixtures).map((document) => document.toJS() as KubeObject));
    const tree = await live().serveSources(join(project, 'k8s'), {});
    await live().applyTree(tree, { cluster: 'dev' });
    const ready = await live().untilReady({ timeout: 90_000 });
    const named = (kind: string) => ready.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
    expect(named('Kustomization').sort()).toEqual(['flux-system', 'hello', 'podinfo', 'region']);
    expect(named('HelmRelease')).toEqual(['podinfo']);
    const region = { apiVersion: 'v1', kind: 'ConfigMap', name: 'region', namespace: 'podinfo' };
    expect((await live().get(region))?.data).toEqual({ region: 'eu-central-1' });
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'hello', namespace: 'hello' };
    expect((await live().get(deployment))?.status).toMatchObject({ readyReplicas: 2 });
    const slices = await live().list({ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', namespace: 'hello' });
    expect(slices.map(({ endpoints }) => (endpoints as readonly unknown[]).length)).toEqual([2]);
  });
});
