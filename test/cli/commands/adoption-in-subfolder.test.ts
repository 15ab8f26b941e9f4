import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Repository } from '../../changes/repository.js';
import { makeProject, type TestProject } from '../../support/project.js';
import { type Run, runCommand } from '../../support/run.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
let project: TestProject;
beforeEach(() => {
  repository = new Repository();
  project = makeProject();
});
afterEach(() => {
  repository.remove();
  project.remove();
});

const kustomization = (path: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: old-web
  namespace: flux-system
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
`;
const CONFIG_MAP =
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n  namespace: web\ndata:\n  title: the web of dev\n';

/** The command that a message tells to run. */
const commandIn = ({ stdout, stderr }: Run): string => {
  const [, command] = /npx fluxspan (handover --from (?:'[^']*'|[^\s':]+))/.exec(stderr + stdout) ?? [];
  if (command === undefined) throw new Error(`no command in ${stdout}${stderr}`);
  return command;
};

describe.runIf(hasKubectl || process.env['CI'] === 'true').each([
  ['in the project', 'k8s/clusters/dev', '{}', 'handover --from k8s/clusters/dev'],
  ['above it, with a space', 'flux/the dev', "{ path: 'flux/the dev' }", "handover --from '../../flux/the dev'"],
])(
  'the commands of an adoption in a subfolder of a repository, where Flux reads a folder %s',
  (_, path, settings, command) => {
    it('work as they are printed', () => {
      const folder = join(repository.folder, 'infra/platform');
      const cluster = path.startsWith('k8s/') ? `infra/platform/${path}` : path;
      cpSync(project.folder, folder, { recursive: true });
      repository.write('.gitignore', 'node_modules\n.fluxspan\n');
      repository.write(
        'infra/platform/src/app.ts',
        `import { FluxApp, FluxCluster } from 'fluxspan';
import { web } from './web.js';

const app = new FluxApp();
new FluxCluster(app, 'dev', ${settings}).stage('apps', [web({ title: 'the web of dev' })]);
export default app;
`,
      );
      repository.write(`${cluster}/old-web.yaml`, kustomization('./web'));
      repository.write('web/config-map.yaml', CONFIG_MAP);
      repository.publish('by hand');
      const type = (line: string): Run => {
        const argv = spawnSync('sh', ['-c', `for each in ${line}; do echo "$each"; done`], { encoding: 'utf8' });
        return runCommand(folder, ...argv.stdout.trim().split('\n'));
      };

      const refused = type('synth --no-typecheck');
      expect(refused.stderr).toContain('error FX506 foreign-owner');
      expect(commandIn(refused)).toBe(command);
      // The repository has no root of Flux, so each step says that it assumes one.
      const adopts = (run: Run) => {
        expect(run).toMatchObject({ code: 0 });
        expect(run.stderr).toMatch(/^notice FX555 root-assumed:/);
        expect(run.stderr).not.toMatch(/^(?:warning|error) /m);
      };
      adopts(type(`${commandIn(refused)} --no-typecheck`));
      const check = type('synth --check --no-typecheck');
      expect(check).toMatchObject({ code: 0 });
      expect(check.stderr).toContain('notice FX510 handover-step');
      repository.publish('step 1');
      adopts(type(`${commandIn(check)} --no-typecheck`));
      expect(repository.has('web/config-map.yaml')).toBe(false);
      expect(type('synth --check --no-typecheck')).toMatchObject({ code: 0, stderr: '' });
      repository.publish('step 2');
      expect(type('synth --check --no-typecheck')).toMatchObject({ code: 0, stderr: '' });
    });
  },
);
