import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseDocument } from 'yaml';
import { runGit } from '../src/applied/run-git.js';
import { compareValues } from '../src/charts/difference/compare-values.js';
import type { SchemaChange } from '../src/charts/difference/schema-change.js';
import { isBelow, printSchemaPath, type SchemaPath } from '../src/charts/difference/schema-path.js';
import { importChart } from '../src/charts/import-chart.js';
import { parseChartSchema, readChartModule } from '../src/charts/read-chart-module.js';
import { knownScope } from '../src/compile/kind-scopes.js';
import type { ObjectDiff } from '../src/diff/compare-states.js';
import { compareRendered } from '../src/diff/helm/compare-rendered.js';
import { renderRelease } from '../src/diff/helm/render-release.js';
import { openRedactor } from '../src/diff/redact.js';
import { parseTypedPath } from '../src/json/json-path.js';
import type { JsonObject } from '../src/json/json-value.js';
import { disagreements, helmTemplate, marksByHelm } from './agree-with-helm.js';
import { untar, withoutMissing } from './take-chart.js';

interface Upgrade {
  readonly chart: string;
  readonly repository: string;
  readonly path: string;
  /** Folders of the repository that are dependencies. */
  readonly packed?: readonly string[];
  /** Tags of these, where they have their own: the old and the new one. */
  readonly tags?: Readonly<Record<string, readonly [string, string]>>;
  readonly from: string;
  readonly to: string;
  readonly values?: JsonObject;
  /** The chart's schema has an address in it, which helm would fetch. */
  readonly hasRemoteSchema?: boolean;
  readonly gone?: readonly string[];
  readonly renamed?: readonly string[];
  readonly added?: readonly string[];
  readonly default?: readonly string[];
  readonly object?: readonly string[];
  readonly refused?: readonly string[];
}

export interface MeasureOptions {
  readonly mirrors: string;
  /** Their names; all where there are none. */
  readonly charts: readonly string[];
  readonly helm: string;
}

const schemaOf = async (folder: string): Promise<JsonObject> => {
  const { name, files } = await importChart(folder, { origin: basename(folder) });
  return parseChartSchema(readChartModule(files.get(`${name}.schema.ts`)!)!.schemaText)!;
};

const pathOf = (text: string): SchemaPath => parseTypedPath(text) as readonly string[];
const isInside = (a: SchemaPath, b: SchemaPath): boolean => isBelow(a, b) || isBelow(b, a);

/** `yes`: as the notes say it. `half`: the old key is told as gone, and not where it went. */
type Verdict = 'yes' | 'half' | 'no';

/** A key that does nothing any more is told if it is gone, moved, of another type, or no longer among the defaults. */
const judgeGone = (path: SchemaPath, changes: readonly SchemaChange[]): Verdict =>
  changes.some(
    (change) =>
      isInside(change.path, path) &&
      (change.kind === 'removed' ||
        change.kind === 'renamed' ||
        (change.kind === 'retyped' && change.isNarrower) ||
        (change.kind === 'default' && change.to === undefined)),
  )
    ? 'yes'
    : 'no';

const judgeRename = (text: string, changes: readonly SchemaChange[]): Verdict => {
  const [from, to] = text.split(' → ').map(pathOf) as [SchemaPath, SchemaPath];
  const guessed = changes.some(
    (change) =>
      change.kind === 'renamed' &&
      ((isBelow(change.path, from) && isBelow(change.to, to)) ||
        (isBelow(from, change.path) &&
          printSchemaPath([...change.to, ...from.slice(change.path.length)]) === printSchemaPath(to))),
  );
  if (guessed) return 'yes';
  return judgeGone(from, changes) === 'yes' ? 'half' : 'no';
};

const judgeAdded = (path: SchemaPath, changes: readonly SchemaChange[]): Verdict =>
  changes.some(
    (change) =>
      (change.kind === 'added' && isInside(path, change.path)) ||
      (change.kind === 'renamed' && isInside(path, change.to)) ||
      (change.kind === 'default' && change.from === undefined && isInside(path, change.path)),
  )
    ? 'yes'
    : 'no';

const judgeDefault = (path: SchemaPath, changes: readonly SchemaChange[]): Verdict =>
  changes.some((change) => change.kind === 'default' && isInside(path, change.newPath ?? change.path)) ? 'yes' : 'no';

/** Guesses that the notes contradict: they say that the key went elsewhere. */
const wrongGuesses = (upgrade: Upgrade, changes: readonly SchemaChange[]): readonly string[] => {
  const facts = (upgrade.renamed ?? []).map((text) => text.split(' → ').map(pathOf) as [SchemaPath, SchemaPath]);
  return changes.flatMap((change) => {
    if (change.kind !== 'renamed') return [];
    const fact = facts.find(([from]) => isInside(change.path, from));
    if (fact === undefined || isInside(change.to, fact[1])) return [];
    // What the notes say of a map they may not say of each key in it.
    return [`${printSchemaPath(change.path)} → ${printSchemaPath(change.to)}, and not ${printSchemaPath(fact[1])}`];
  });
};

const render = async (
  upgrade: Upgrade,
  helm: string,
  [old, now]: readonly [string, string],
): Promise<readonly ObjectDiff[]> => {
  const identity = { name: upgrade.chart, namespace: upgrade.chart, storage: upgrade.chart };
  const one = (chart: string) =>
    renderRelease(
      helm,
      { chart, identity, json: {}, values: upgrade.values ?? {} },
      { apis: [], kubernetes: '1.33', scopeOf: knownScope },
    );
  const rendered = { old: await one(old), now: await one(now), again: await one(now) };
  const { objects } = compareRendered(rendered, {
    isForced: false,
    crds: 'Skip',
    redactor: openRedactor(),
    scopeOf: knownScope,
    refusalsOf: () => [],
  });
  return objects;
};

const measure = async (upgrade: Upgrade, { mirrors, helm }: MeasureOptions, work: string): Promise<void> => {
  const git = join(mirrors, upgrade.repository.replace('/', '+'), 'repo');
  const folders = (['from', 'to'] as const).map((side, index) => {
    const folder = join(work, `${upgrade.chart}-${upgrade[side]}`);
    untar(git, upgrade[side], upgrade.path, folder);
    for (const path of upgrade.packed ?? []) {
      if (runGit('.', ['--git-dir', git, 'ls-tree', upgrade.tags?.[path]?.[index] ?? upgrade[side], path]).length === 0)
        continue;
      untar(git, upgrade.tags?.[path]?.[index] ?? upgrade[side], path, join(folder, 'charts', basename(path)));
      withoutMissing(join(folder, 'charts', basename(path)), upgrade[side]);
    }
    withoutMissing(folder, upgrade[side]);
    return folder;
  }) as unknown as readonly [string, string];
  const changes = compareValues(await schemaOf(folders[0]), await schemaOf(folders[1]));
  const verdicts: [string, Verdict][] = [
    ...(upgrade.gone ?? []).map((text): [string, Verdict] => [`gone ${text}`, judgeGone(pathOf(text), changes)]),
    ...(upgrade.renamed ?? []).map((text): [string, Verdict] => [`renamed ${text}`, judgeRename(text, changes)]),
    ...(upgrade.added ?? []).map((text): [string, Verdict] => [`added ${text}`, judgeAdded(pathOf(text), changes)]),
    ...(upgrade.default ?? []).map((text): [string, Verdict] => [
      `default ${text}`,
      judgeDefault(pathOf(text), changes),
    ]),
  ];
  if (upgrade.hasRemoteSchema === true) {
    const all = folders.flatMap((folder) => [
      folder,
      ...(upgrade.packed ?? []).map((one) => join(folder, 'charts', basename(one))),
    ]);
    for (const folder of all) rmSync(join(folder, 'values.schema.json'), { force: true });
  }
  let objects: readonly ObjectDiff[] | string;
  try {
    objects = await render(upgrade, helm, folders);
  } catch (error) {
    objects = (error as Error).message;
  }
  const isThere = (test: (one: ObjectDiff) => boolean): Verdict =>
    typeof objects !== 'string' && objects.some(test) ? 'yes' : 'no';
  for (const text of upgrade.object ?? []) {
    verdicts.push([`object ${text}`, isThere(({ mark, title }) => `${mark} ${title}` === text)]);
  }
  for (const text of upgrade.refused ?? []) {
    const isRefused = ({ title, effects }: ObjectDiff) =>
      title === text && effects.some(({ kind }) => kind === 'refused');
    verdicts.push([`refused ${text}`, isThere(isRefused)]);
  }
  const count = (verdict: Verdict) => verdicts.filter(([, one]) => one === verdict).length;
  const guesses = changes.filter(({ kind }) => kind === 'renamed').length;
  const wrong = wrongGuesses(upgrade, changes);
  const shown = typeof objects === 'string' ? 'not rendered' : String(objects.length);
  let agreement = '–';
  let otherwise: readonly string[] = [];
  if (typeof objects !== 'string') {
    const template = (folder: string) => helmTemplate(helm, folder, upgrade.chart, upgrade.values ?? {});
    const [old, now] = folders;
    const byHelm = marksByHelm([template(old), template(now), template(now)], upgrade.chart);
    otherwise = disagreements(byHelm, objects, upgrade.chart);
    agreement = `${byHelm.size - otherwise.filter((one) => !one.includes('template the same')).length} of ${byHelm.size}`;
  }
  const name = `${upgrade.chart} ${upgrade.from.replace(/^.*?-?v?(?=\d+\.\d)/, '')} → ${upgrade.to.replace(/^.*?-?v?(?=\d+\.\d)/, '')}`;
  const cells = [
    name,
    verdicts.length,
    count('yes'),
    count('half'),
    count('no'),
    changes.length,
    guesses,
    wrong.length,
    shown,
    agreement,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  for (const [text, verdict] of verdicts)
    if (verdict !== 'yes') console.error(`  ${upgrade.chart}: ${verdict} ${text}`);
  for (const text of wrong) console.error(`  ${upgrade.chart}: wrong ${text}`);
  for (const text of otherwise) console.error(`  ${upgrade.chart}: ${text}`);
  if (typeof objects === 'string') console.error(`  ${upgrade.chart}: ${objects}`);
};

/** Measures all upgrades, or those of some charts. */
export const measureUpgrades = async (options: MeasureOptions): Promise<void> => {
  const all = parseDocument(readFileSync('research/chart-upgrades.yaml', 'utf8')).toJS() as readonly Upgrade[];
  const work = mkdtempSync(join(tmpdir(), 'chart-upgrades-'));
  console.log(
    '| upgrade | facts | told | told in part | not told | lines | renames guessed | of these wrong | objects | as `helm template` |',
  );
  console.log(`| --- |${' ---: |'.repeat(9)}`);
  try {
    for (const upgrade of all) {
      if (options.charts.length === 0 || options.charts.includes(upgrade.chart)) await measure(upgrade, options, work);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};
