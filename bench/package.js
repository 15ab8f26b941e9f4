// What users install, and what the compiler needs for all that the package has of others: every generated class, and the
// values of every chart.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { against, print } from './child.js';
import { typeCheck } from './type-check.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {readonly string[]} args of npm */
const npm = (args) => spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;

/** @param {string} folder */
const bytesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        !join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .startsWith('node_modules'),
    )
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

const [{ size, unpackedSize }] = JSON.parse(npm(['pack', '--dry-run', '--json', '--ignore-scripts']));
// The package's dependencies and its peers, and what those need.
const installed = npm(['ls', '--omit=dev', '--all', '--parseable']).trim().split('\n').slice(1);
const others = installed.reduce((sum, folder) => sum + bytesOf(folder), 0);
const megabytes = (/** @type {number} */ bytes) => bytes / 1e6;
print([
  ['installed', 'MB'],
  ['the package, packed', against(megabytes(size), 'at most 3 MB', size <= 3e6)],
  ['the package, unpacked', against(megabytes(unpackedSize), 'at most 12 MB', unpackedSize <= 12e6)],
  [`its ${installed.length} dependencies and peers`, megabytes(others).toFixed(2)],
]);
console.log();

const groups = readdirSync(join(root, 'imports')).filter((file) => file.endsWith('.ts'));
let classes = 0;
const everyClass = groups.flatMap((file, index) => {
  const names = [...readFileSync(join(root, 'imports', file), 'utf8').matchAll(/^export class (\w+)/gm)];
  classes += names.length;
  return [
    `import * as g${index} from 'fluxspan/imports/${file.replace(/\.ts$/, '')}';`,
    ...names.map(([, name]) => `new g${index}.${name}(scope, '${index}-${name}', given);`),
  ];
});
const charts = readdirSync(join(root, 'imports/charts')).filter((file) => !file.endsWith('.schema.ts'));
const everyChart = charts.map((file, index) => {
  const [, name] =
    /^export interface (\w+Values) \{/m.exec(readFileSync(join(root, 'imports/charts', file), 'utf8')) ?? [];
  return `import type { ${name} as V${index} } from 'fluxspan/imports/charts/${file.replace(/\.ts$/, '')}';\nexport const v${index} = {} satisfies V${index};`;
});
const given =
  "import type { Construct } from 'constructs';\ndeclare const scope: Construct;\ndeclare const given: never;\n";
const best = (/** @type {string} */ program) =>
  Math.min(...Array.from({ length: 3 }, () => typeCheck(program).seconds));
const ofClasses = best(given + everyClass.join('\n'));
const ofCharts = best(everyChart.join('\n'));
print([
  ['tsc', 'seconds'],
  [`the ${classes} classes of ${groups.length} groups`, against(ofClasses, 'at most 2 s', ofClasses <= 2)],
  [`the values of ${charts.length} charts`, against(ofCharts, 'at most 3 s', ofCharts <= 3)],
]);
