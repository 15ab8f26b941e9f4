import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
// Loaded here, since on a busy machine that takes longer than one test may.
import '../../../src/cli/commands/check.js';
import '../../../src/cli/bundle-app.js';
import { projectOfEachTest } from '../../support/project-of-each-test.js';
import { runCommand, runMain } from '../../support/run.js';

const project = projectOfEachTest();
const check = (...argv: readonly string[]) => runMain(project.folder, 'check', ...argv);

const service = (type: string) =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  type: ${type}\n  ports: [{ name: http, port: 80 }]\n`;

beforeEach(() => {
  project.write(
    'src/app.ts',
    `import { FluxApp, FluxCluster, gitSource, tenant } from 'fluxspan';

const app = new FluxApp();
const flux = { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default', noRemoteBases: true } as const;
for (const name of ['dev', 'prod']) {
  new FluxCluster(app, name, { flux }).stage('tenants', [
    tenant({ name: 'claims', source: gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } }) }),
  ]);
}
export default app;
`,
  );
  project.write('teams/claims/web.yaml', service('LoadBalancer'));
});

describe('--tenant', () => {
  it('checks the checkout of a tenant with each cluster that has it', async () => {
    const { code, stderr } = await check('--tenant', 'claims=teams/claims');
    expect(code).toBe(1);
    expect(stderr).toContain('  at   teams/claims/web.yaml:1\n  note and in 1 more cluster: prod\n');
    expect(stderr).toContain('Service/web in claims exceeds ResourceQuota/tenant');
    const one = await check('--tenant', 'claims=teams/claims', '--cluster', 'dev');
    expect(one.stderr).not.toContain('prod');
    project.write('teams/claims/web.yaml', service('ClusterIP'));
    expect(await check('--tenant', 'claims=teams/claims')).toMatchObject({ code: 0, stdout: '2 notices\n' });
  });

  it('keeps synth from nothing', () => {
    const { code, stdout, stderr } = runCommand(
      project.folder,
      'synth',
      '--no-base',
      '--no-typecheck',
      '--tenant',
      'claims=teams/claims',
    );
    expect(`${stdout}${stderr}`).toContain('Service/web in claims exceeds ResourceQuota/tenant');
    expect(code).toBe(1);
    expect(stderr).not.toContain('nothing was written');
    expect(project.read('k8s/tenants/dev/claims/service-account.yaml')).toContain('reconciler');
  });

  it.each([
    ['claims', '--tenant "claims" is not NAME=FOLDER, such as claims=../claims'],
    ['=teams/claims', '--tenant "=teams/claims" is not NAME=FOLDER'],
    ['claims=', '--tenant "claims=" is not NAME=FOLDER'],
    ['claims=no/where', '--tenant claims: there is no folder "no/where"'],
    ['claims=teams/claims/web.yaml', '"teams/claims/web.yaml" is a file: name the folder of the tenant\'s repository'],
    ['clams=teams/claims', '--tenant "clams" is not a tenant of any cluster here: did you mean "claims"?'],
  ])('is not %s', async (given, message) => {
    const { code, stderr } = await check('--tenant', given);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('says that the checkout lacks the folder, and that files are broken', async () => {
    project.edit('src/app.ts', "name: 'claims',", "name: 'claims', path: './deploy',");
    expect((await check('--tenant', 'claims=teams/claims')).stderr).toContain(
      'Flux reads "./deploy" for tenant "claims", and "teams/claims" has no such folder',
    );
    mkdirSync(join(project.folder, 'teams/claims/deploy'));
    project.write('teams/claims/deploy/web.yaml', 'kind: [\n');
    const broken = await check('--tenant', 'claims=teams/claims');
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain(
      `error FX841 unbuilt-folder: folder "deploy" doesn't build: accumulating resources: accumulating resources from 'web.yaml'`,
    );
  });
});
