import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importChart } from '../src/charts/import-chart.js';
import { checkValues } from '../src/rules/values/check-values.js';
import { openPatterns } from '../src/schema/patterns.js';

interface Document {
  readonly file: string;
  readonly chart: string;
  readonly values: object;
}

const readDocuments = (folder: string, charts: string, limit: number): ReadonlyMap<string, readonly Document[]> => {
  const found = new Map<string, Document[]>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.json')) continue;
    const { chart, values } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Omit<Document, 'file'>;
    const of = found.get(chart) ?? [];
    if (!existsSync(join(charts, chart)) || of.length >= limit) continue;
    found.set(chart, [...of, { file: path, chart, values }]);
  }
  return found;
};

/** The files with errors, of a folder that has all that they import. */
const compile = (folder: string): ReadonlySet<string> => {
  const options = { module: 'NodeNext', strict: true, noEmit: true, types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { stdout, error } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', folder, '--pretty', 'false'],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  if (error) throw error;
  return new Set([...stdout.matchAll(/^(?:.*\/)?([^/]+\.ts)\(\d+,\d+\): error /gm)].map(([, file]) => file!));
};

/** Prints on how many documents the compiler and synth agree. Runs in the repository's folder. */
export const compareValues = async (charts: string, documents: string, limit: number): Promise<void> => {
  const all = readDocuments(documents, charts, limit);
  mkdirSync('.fluxspan', { recursive: true });
  const folder = mkdtempSync(join('.fluxspan', 'values-'));
  const patterns = openPatterns();
  try {
    const refused = new Map<string, boolean>();
    for (const [chart, ofChart] of all) {
      const { files, name } = await importChart(join(charts, chart), { name: chart });
      for (const [path, text] of files) writeFileSync(join(folder, path), text);
      const type = /export interface (\w+Values) \{/.exec(files.get(`${name}.ts`)!)![1]!;
      const schema = JSON.parse(/String\.raw`(.*)`;/s.exec(files.get(`${name}.schema.ts`)!)![1]!) as object;
      for (const [i, { values }] of ofChart.entries()) {
        const file = `d-${name}-${i}.ts`;
        const literal = JSON.stringify(values);
        writeFileSync(
          join(folder, file),
          `import type { ${type} } from './${name}.js';\nexport const values: ${type} = ${literal};\n`,
        );
        refused.set(file, checkValues({ ...schema }, values, patterns).length > 0);
      }
    }
    const errors = compile(folder);
    let agreed = 0;
    for (const [chart, ofChart] of all) {
      const differing = ofChart.filter((_, i) => {
        const file = `d-${chart}-${i}.ts`;
        return errors.has(file) !== refused.get(file);
      });
      agreed += ofChart.length - differing.length;
      console.log(`| ${chart} | ${ofChart.length} | ${ofChart.length - differing.length} |`);
      for (const { file } of differing) console.log(`  differ on ${file}`);
    }
    console.log(
      `${agreed} of ${refused.size} documents; synth refuses ${[...refused.values()].filter(Boolean).length}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};
