// A cluster that many teams share: what it costs to ask for each object whether its tenant's account may apply it, and
// the built command after a change of one of them.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { against, best, ms, print } from './child.js';
import { commitFleet, fluxspan, makeFleet } from './fleet-project.js';

const TENANTS = 500;
const OBJECTS = 20;
const ROUNDS = 5;

const { check } = await best(
  3,
  'one-accounts.js',
  () => [String(TENANTS), String(OBJECTS)],
  (took) => took.check,
);

/** @param {number} cpus that the first tenant may request */
const app = (cpus) => `import { FluxApp, FluxCluster, gitSource, tenant } from 'fluxspan';

const app = new FluxApp();
const lockdown = { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default', noRemoteBases: true } as const;
const names = Array.from({ length: ${TENANTS} }, (_, at) => 'team-' + String(at));
new FluxCluster(app, 'cluster-000', { flux: lockdown }).stage(
  'tenants',
  names.map((name) =>
    tenant({
      name,
      groups: name + '-developers',
      source: gitSource({ url: 'https://git.example.org/' + name, ref: { branch: 'main' } }),
      path: './deploy',
      quota: { 'requests.cpu': name === 'team-0' ? '${cpus}' : '4', 'requests.memory': '16Gi' },
      alerts: { type: 'slack', channel: name, secretRef: { name: 'slack', external: true } },
    }),
  ),
);
export default app;
`;

const folder = mkdtempSync(join(tmpdir(), 'fluxspan-bench-'));
const project = join(folder, 'platform');
const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
mkdirSync(env.XDG_CACHE_HOME, { mode: 0o700 });
const run = () => {
  const start = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, [fluxspan, 'synth', '--no-typecheck'], {
    cwd: project,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { stdout, stderr, took: performance.now() - start };
};
makeFleet(project, 1);
writeFileSync(join(project, 'src/app.ts'), app(4));
run();
commitFleet(project);
writeFileSync(join(project, 'src/app.ts'), app(5));
/** @type {number[]} */
const times = [];
for (let round = 0; round < ROUNDS; round++) {
  execFileSync('git', ['checkout', '--quiet', 'k8s'], { cwd: project });
  const { stdout, stderr, took } = run();
  if (!stdout.includes(' 1 changed')) throw new Error(stdout + stderr);
  times.push(took);
}
rmSync(folder, { recursive: true });
const sorted = times.sort((a, b) => a - b);
const median = sorted[ROUNDS >> 1] ?? 0;

/** @param {number} milliseconds @param {number} most seconds */
const seconds = (milliseconds, most) => against(milliseconds / 1000, `at most ${most} s`, milliseconds <= most * 1000);
print([
  [`${TENANTS} tenants`, 'fastest', 'seconds'],
  [`may the account apply ${(TENANTS * OBJECTS).toLocaleString('en')} objects`, ms(check), seconds(check, 1)],
  [`synth after a change of one tenant, median of ${ROUNDS}`, ms(sorted[0] ?? 0), seconds(median, 2)],
]);
