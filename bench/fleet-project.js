// A user's repository with many clusters of this repository's platform, committed, and with Flux's root in each.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const fluxspan = join(root, 'bin/fluxspan.js');

/**
 * @param {string} project the folder to make
 * @param {number} clusters
 */
export const makeFleet = (project, clusters) => {
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  for (const name of ['cdk8s', 'constructs', 'zod', 'typescript', 'fluxspan']) {
    const target = name === 'fluxspan' ? root : join(root, 'node_modules', name);
    symlinkSync(target, join(project, 'node_modules', name), 'junction');
  }
  write('.gitignore', 'node_modules\n.fluxspan\n');
  write('package.json', '{ "type": "module" }\n');
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "target": "es2022", "types": [] }, "include": ["src"] }\n',
  );
  write('cdk8s.yaml', 'language: typescript\nfluxspan: { app: src/app.ts }\n');
  write('src/platform.ts', readFileSync(join(root, 'src/platform/platform.ts'), 'utf8'));
  write('src/settings.ts', settings('sync'));
  write(
    'src/app.ts',
    `import { FluxApp } from 'fluxspan';
import { platform } from './platform.js';
import { settings } from './settings.js';

const app = new FluxApp();
for (let at = 0; at < ${clusters}; at++) platform(app, \`cluster-\${String(at).padStart(3, '0')}\`, settings);
export default app;
`,
  );
  for (let at = 0; at < clusters; at++) {
    const folder = `k8s/clusters/cluster-${String(at).padStart(3, '0')}`;
    write(
      `${folder}/flux-system/gotk-sync.yaml`,
      `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec:
  interval: 10m
  path: ./${folder}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
`,
    );
  }
};

/** @param {string} policy of ExternalDNS, in every cluster */
export const settings = (policy) =>
  `export const settings = { headlamp: { users: ['admin@example.org'] }, externalDns: { policy: '${policy}' as const } };\n`;

const who = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', '-c', 'commit.gpgsign=false'];

/** Commits all there is as what Flux has, and goes to a branch of its own. @param {string} project */
export const commitFleet = (project) => {
  const git = (/** @type {readonly string[]} */ ...args) =>
    execFileSync('git', [...who, ...args], { cwd: project, stdio: 'ignore' });
  git('init', '--initial-branch=main');
  git('add', '--all');
  git('commit', '-m', 'the fleet');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  git('checkout', '-b', 'change');
};
