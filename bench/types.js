// What the compiler does for 10, 50 and 200 addons in ten stages. Instantiations are counts, and repeat exactly.
import { against, print } from './child.js';
import { typeCheck } from './type-check.js';

/** @param {number} addons */
const program = (addons) => {
  const size = Math.ceil(addons / 10);
  const lines = [
    "import { defineAddon, defineInfra, FluxApp, FluxCluster, HelmRelease, helmChart, hostname, type InfraOf } from 'fluxspan';",
    "import { z } from 'zod';",
    'interface Values { replicas?: number; ingress?: { host?: string; annotations?: Record<string, string> }; settings?: { name?: string; level?: string } }',
  ];
  for (let i = 0; i < addons; i++) {
    lines.push(`const addon${i} = defineAddon({
  name: 'addon-${i}', namespace: 'team', createNamespace: true, provides: ['cap-${i}'],${i < size ? '' : ` requires: ['cap-${i % size}'],`}
  charts: { 'release-${i}': helmChart<Values>({ url: 'oci://registry.example.org/chart-${i}', version: '1.0.0' }) },
  infra: { vars: { TF_SHARED: hostname(), TF_${i}: hostname() }, values: { 'release-${i}': z.object({ settings: z.object({ name: hostname() }) }) } },
  options: z.object({ replicas: z.number().default(1) }),
  build(scope, { charts, vars, options }) { new HelmRelease(scope, 'x', { chart: charts['release-${i}'], values: { replicas: options.replicas, ingress: { host: vars.TF_${i} } } }); },
});`);
  }
  lines.push("export const cluster = new FluxCluster(new FluxApp(), 'bench')");
  for (let stage = 0; stage < 10; stage++) {
    const members = Array.from({ length: size }, (_, i) => `addon${stage * size + i}()`);
    lines.push(`  .stage('stage-${stage}', [${members.join(', ')}])`);
  }
  lines.push(
    ';',
    'export type Infra = InfraOf<typeof cluster>;',
    'export const host = (infra: Infra): string => infra.vars.TF_SHARED;',
    'void defineInfra;',
  );
  return lines.join('\n');
};

/** @param {number} addons */
const measure = (addons) =>
  typeCheck(addons === 0 ? "export * from 'fluxspan';" : program(addons), ['--singleThreaded']);

/**
 * Instantiations above those of the package alone, pinned: a change of the types that costs more shows here. Most of
 * them are the addons' own (zod's inference, and each release's values against its chart); a stage compares its addons
 * with the vars and names of all before it, which is what grows with the cluster.
 */
const pinned = new Map([
  [10, 33_617],
  [50, 136_784],
  [200, 753_884],
]);
const TOLERANCE = 1.02;

const base = measure(0);
const rows = [...pinned].map(([addons, limit]) => {
  const { instantiations, seconds } = measure(addons);
  const own = instantiations - base.instantiations;
  if (own > limit * TOLERANCE) {
    console.error(`${addons} addons need ${own} instantiations, and ${limit} are pinned`);
    process.exitCode = 1;
  }
  return [
    addons,
    own.toLocaleString('en'),
    Math.round(own / addons).toLocaleString('en'),
    seconds.toFixed(2),
    against(own / limit, `at most ${TOLERANCE}`, own <= limit * TOLERANCE),
  ];
});
print([['addons', 'instantiations', 'for each', 'seconds', 'times the pinned'], ...rows]);
