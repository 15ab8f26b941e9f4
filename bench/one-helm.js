// `helm template` on the same objects, where helm is installed: node one-helm.js ADDONS FOLDER.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { findHelm } from '../test/support/helm.js';
import { kustomizationOf, objectsOf } from './objects.js';

const [addons = '2000', folder = ''] = process.argv.slice(2);
const helm = findHelm();
if (helm === undefined) {
  // A target that isn't measured would leave the table without a word.
  if (process.env['FLUXSPAN_BENCH_ROWS'] !== undefined) throw new Error('install helm: a figure is compared with it');
  console.log(JSON.stringify({}));
  process.exit();
}
mkdirSync(`${folder}/templates`, { recursive: true });
writeFileSync(`${folder}/Chart.yaml`, 'apiVersion: v2\nname: bench\nversion: 1.0.0\n');
writeFileSync(`${folder}/values.yaml`, `addons: ${addons}\n`);
// One template for each kind, with the same fields; only what differs between addons is an expression.
for (const object of [...objectsOf(0), kustomizationOf(0)]) {
  const text = JSON.stringify(object, null, 1)
    .replaceAll('addon-0', '{{ $name }}')
    .replaceAll('team-0', 'team-{{ mod $i 50 }}')
    .replaceAll('1.2.0', '1.2.{{ $i }}');
  writeFileSync(
    `${folder}/templates/${object.kind}.yaml`,
    `{{- range $i := until (int .Values.addons) }}\n{{- $name := printf "addon-%d" $i }}\n---\n${text}\n{{- end }}\n`,
  );
}
const start = performance.now();
const { status, stdout } = spawnSync(helm, ['template', 'bench', folder], { maxBuffer: 1 << 29, encoding: 'utf8' });
const total = performance.now() - start;
if (status !== 0) throw new Error('helm template failed');
console.log(JSON.stringify({ total, made: stdout.split(/^---$/m).length - 1 }));
