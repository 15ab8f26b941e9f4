// The built command beside 200 hand-written Kustomizations with 2,000 objects, each of which only kustomize can build:
// the first time, again, and after a change of one file. Times are those of the whole process; the peak is that of fluxspan without
// kubectl's.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { against, print } from './child.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const KUSTOMIZATIONS = 200;
const NAMESPACES = 20;
const CONFIG_MAPS = 8;

const folder = mkdtempSync(join(tmpdir(), 'fluxspan-bench-'));
const project = join(folder, 'project');
const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
mkdirSync(env.XDG_CACHE_HOME, { mode: 0o700 });

const write = (/** @type {string} */ path, /** @type {string} */ text) => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};
const kustomization = (/** @type {string} */ name, /** @type {string} */ path, more = '') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 1h
  path: ./${path}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${more}`;
const listOf = (/** @type {readonly string[]} */ files) => `resources:\n${files.map((one) => `  - ${one}\n`).join('')}`;

write('clusters/dev/flux-system/gotk-sync.yaml', kustomization('flux-system', 'clusters/dev'));
// Patches of a parent onto its children, as many repositories have them.
const decryption = '{ spec: { decryption: { provider: sops } }, apiVersion: a/v1, kind: A, metadata: { name: a } }';
const patch = `  patches: [{ patch: "${decryption}", target: { kind: Kustomization } }]\n`;
write('clusters/dev/apps.yaml', kustomization('apps', 'apps', patch));
/** @type {string[][]} */
const children = Array.from({ length: NAMESPACES }, () => []);
for (let at = 0; at < KUSTOMIZATIONS; at++) {
  const place = `apps/ns-${at % NAMESPACES}/app-${at}`;
  children[at % NAMESPACES]?.push(`app-${at}/ks.yaml`);
  write(`${place}/ks.yaml`, kustomization(`app-${at}`, `${place}/app`, `  targetNamespace: ns-${at % NAMESPACES}\n`));
  const maps = Array.from({ length: CONFIG_MAPS }, (_, index) => `config-map-${index}.yaml`);
  const generator = `configMapGenerator:\n  - name: app-${at}-values\n    files: [values.yaml]\n`;
  write(`${place}/app/kustomization.yaml`, listOf(['helm-release.yaml', ...maps]) + generator);
  write(`${place}/app/values.yaml`, `replicas: ${at}\n`);
  write(
    `${place}/app/helm-release.yaml`,
    `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: app-${at} }
spec:
  interval: 1h
  chartRef: { kind: OCIRepository, name: app, namespace: flux-system }
  valuesFrom: [{ kind: ConfigMap, name: app-${at}-values }]
`,
  );
  for (const [index, file] of maps.entries()) {
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: app-${at}-${index} }\ndata: { text: ${'x'.repeat(500)} }\n`;
    write(`${place}/app/${file}`, text);
  }
}
for (const [at, files] of children.entries()) write(`apps/ns-${at}/kustomization.yaml`, listOf(files));

for (const name of ['cdk8s', 'constructs', 'zod', 'fluxspan']) {
  const target = name === 'fluxspan' ? root : join(root, 'node_modules', name);
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(target, join(project, 'node_modules', name), 'junction');
}
write('.gitignore', 'node_modules\n');
write('package.json', '{ "type": "module" }\n');
write('cdk8s.yaml', 'language: typescript\nfluxspan: { app: app.ts }\n');
write(
  'app.ts',
  `import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
const app = new FluxApp();
const web = defineAddon({
  name: 'web',
  namespace: 'default',
  build(scope) {
    new ConfigMap(scope, 'web', { data: {} });
  },
});
new FluxCluster(app, 'dev', { path: 'clusters/dev', base: 'main' }).stage('all', [web()]);
export default app;
`,
);
const who = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', '-c', 'commit.gpgsign=false'];
const git = (/** @type {readonly string[]} */ ...args) =>
  execFileSync('git', [...who, ...args], { cwd: project, stdio: 'ignore' });
git('init', '--initial-branch=main');
git('add', '--all');
git('commit', '-m', 'by hand');
git('checkout', '-b', 'change');

const probe = join(folder, 'probe.cjs');
const peak = join(folder, 'peak');
writeFileSync(
  probe,
  `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS / 1024)));\n`,
);
const run = () => {
  const start = performance.now();
  const command = ['-r', probe, join(root, 'bin/fluxspan.js'), 'synth', '--check'];
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: project, env, encoding: 'utf8' });
  const time = performance.now() - start;
  if (!stdout.includes('2 to create')) throw new Error(stdout + stderr);
  return { time, megabytes: Number(readFileSync(peak, 'utf8')) };
};

const MOST_MEGABYTES = 500;
const row = (/** @type {string} */ name, /** @type {number} */ most) => {
  const { time, megabytes } = run();
  return [
    name,
    against(time / 1000, `at most ${most} s`, time <= most * 1000),
    against(megabytes, `at most ${MOST_MEGABYTES} MB`, megabytes <= MOST_MEGABYTES),
  ];
};
const first = row('the first time', 10);
const again = row('again', 5);
write('apps/ns-1/app-1/app/values.yaml', 'replicas: 1000\n');
print([
  [`synth --check beside ${KUSTOMIZATIONS} Kustomizations`, 'seconds', 'peak in MB'],
  first,
  again,
  row('one file changed', 5),
]);
rmSync(folder, { recursive: true });
