import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Chart, Testing } from 'cdk8s';
import { parse } from 'yaml';
import type { Addon } from '../src/addon/addon.js';
import { inspectOnce } from '../src/addon/inspect.js';
import * as packageAddons from '../src/addons/index.js';
import { importChart } from '../src/charts/import-chart.js';
import { parseChartSchema, readChartModule } from '../src/charts/read-chart-module.js';
import { knownScope } from '../src/compile/kind-scopes.js';
import { exampleOf } from '../src/contract/index.js';
import { openFaults } from '../src/diff/helm/object-faults.js';
import { renderRelease } from '../src/diff/helm/render-release.js';
import { printPath } from '../src/json/json-path.js';
import type { JsonObject } from '../src/json/json-value.js';
import { checkValues } from '../src/rules/values/check-values.js';
import { untar, withoutMissing } from './take-chart.js';

const addonsByName = new Map(Object.entries(packageAddons as unknown as Readonly<Record<string, Addon>>));

interface Source {
  readonly addon: string;
  readonly repository: string;
  readonly path: string;
  readonly tag: string;
  readonly packed?: readonly { readonly path: string; readonly tag?: string; readonly repository?: string }[];
  readonly given?: JsonObject;
  readonly options?: object;
}

export interface RenderOptions {
  readonly mirrors: string;
  /** Their exported names; all where there are none. */
  readonly addons: readonly string[];
  readonly helm: string;
}

/** The release of an addon, with the examples of what Terraform knows. */
const releaseOf = (addon: Addon, options: object): JsonObject => {
  const { inputs } = inspectOnce(addon.definition, () => undefined)();
  const examples = (all: ReadonlyMap<string, { schema: Parameters<typeof exampleOf>[0] }>) =>
    Object.fromEntries([...all].map(([name, { schema }]) => [name, exampleOf(schema)]));
  const chart = new Chart(Testing.app(), 'plain');
  const infra = { vars: examples(inputs.vars), values: examples(inputs.values) };
  addon.addTo(chart, { options, infra } as never);
  return (Testing.synth(chart) as readonly JsonObject[]).find(({ kind }) => kind === 'HelmRelease')!;
};

interface Keys {
  readonly properties?: Readonly<Record<string, Keys>>;
  readonly additionalProperties?: unknown;
}

/** Keys of one schema that the other has none of, where that one is closed. */
const unknownKeys = (of: Keys, by: Keys, path: readonly string[] = []): readonly string[] =>
  Object.entries(of.properties ?? {}).flatMap(([key, inner]) => {
    const there = by.properties?.[key];
    if (there !== undefined) return unknownKeys(inner, there, [...path, key]);
    return by.additionalProperties === false ? [printPath([...path, key])] : [];
  });

const countKeys = ({ properties = {} }: Keys): number =>
  Object.values(properties).reduce((sum, inner) => sum + 1 + countKeys(inner), 0);

const judge = async (
  { addon, repository, path, tag, packed = [], given = {}, options = {} }: Source,
  { mirrors, helm }: RenderOptions,
  work: string,
): Promise<{ readonly cells: readonly unknown[]; readonly told: readonly string[] }> => {
  const git = (name: string) => join(mirrors, name.replace('/', '+'), 'repo');
  const folder = join(work, addon);
  untar(git(repository), tag, path, folder);
  for (const one of packed) {
    const inner = join(folder, 'charts', basename(one.path));
    untar(git(one.repository ?? repository), one.tag ?? tag, one.path, inner);
    withoutMissing(inner, one.tag ?? tag);
  }
  withoutMissing(folder, tag);
  const found = addonsByName.get(addon);
  const [release] = Object.entries(found?.definition.charts ?? {});
  if (found === undefined || release === undefined) throw new Error(`addon ${addon} has no chart`);
  const [name, chart] = release;
  const imported = await importChart(folder, { name, origin: repository });
  const real = parseChartSchema(readChartModule(imported.files.get(`${name}.schema.ts`)!)!.schemaText) as Keys;
  const ours = chart.valuesSchema!() as Keys;
  const faultsOf = openFaults();
  const unread = unknownKeys(ours, real);
  const unknown = unknownKeys(real, ours);
  const wrong: string[] = [];
  const counts: number[] = [];
  for (const used of [{}, options]) {
    const json = releaseOf(found, used);
    const spec = json['spec'] as { readonly values?: JsonObject };
    const values = { ...spec.values, ...given };
    for (const { violation } of checkValues(real as JsonObject, values))
      wrong.push(`${printPath(violation.path)} doesn't fit the chart`);
    const { namespace = 'default' } = found.definition;
    const identity = { name, namespace, storage: namespace };
    const { objects, crds } = await renderRelease(
      helm,
      { chart: folder, identity, json, values },
      { apis: [], kubernetes: '1.34', scopeOf: knownScope },
    );
    const rendered = [...objects, ...crds];
    counts.push(rendered.length);
    for (const object of rendered) {
      const { kind, metadata } = object as { kind: string; metadata: { name: string; annotations?: object } };
      for (const { text } of faultsOf(object)) wrong.push(`${kind}/${metadata.name}: ${text}`);
    }
  }
  return {
    cells: [`\`${addon}()\``, chart.version, countKeys(ours), unread.length, unknown.length, ...counts, wrong.length],
    told: [...unread.map((key) => `${key} isn't read`), ...unknown.map((key) => `${key} isn't known`), ...wrong],
  };
};

/** Prints a row for each addon, and below what isn't right: keys, values, and objects that the API server would refuse. */
export const renderAddons = async (options: RenderOptions): Promise<void> => {
  const sources = parse(readFileSync('research/render-addons.yaml', 'utf8')) as readonly Source[];
  const chosen = sources.filter(({ addon }) => options.addons.length === 0 || options.addons.includes(addon));
  const work = mkdtempSync(join(tmpdir(), 'fluxspan-addons-'));
  const all: string[] = [];
  const row = (cells: readonly unknown[]) => console.log(`| ${cells.join(' | ')} |`);
  row(['addon', 'chart', 'keys', 'not read', 'not known', 'objects', 'with options', 'refused']);
  row(['---', '---', '---:', '---:', '---:', '---:', '---:', '---:']);
  try {
    for (const source of chosen) {
      const { cells, told } = await judge(source, options, work);
      row(cells);
      all.push(...told.map((one) => `${source.addon}: ${one}`));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const one of all) console.log(one);
};
