import { changeAsJson, printChanges } from '../charts/difference/print-changes.js';
import type { SchemaChange } from '../charts/difference/schema-change.js';
import { printSchemaPath } from '../charts/difference/schema-path.js';
import type { FieldChange } from '../diff/compare-fields.js';
import type { ObjectDiff } from '../diff/compare-states.js';
import { objectJson } from '../diff/print/diff-json.js';
import { printField } from '../diff/print/print-field.js';
import type { ExplainedUpgrade } from './explain-upgrade.js';
import { type ChartRelease, releaseTitle } from './find-releases.js';
import type { RenderedUpgrade } from './rendered-upgrade.js';

/** Fields of one object; more of them say that the object is another one. */
const MOST_FIELDS = 30;
/** The same change in so many objects is told once. */
const SHARED = 3;

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

const named = (version: string | undefined): string => version ?? '(version unknown)';

const releaseLine = (release: ChartRelease, { from }: ExplainedUpgrade): string => {
  const { version } = release.chart;
  const title = releaseTitle(release);
  return version === undefined || version === from.version ? title : `${title} (at ${version})`;
};

/** `set by dev/web, prod/web`. */
const markOf = ({ affected }: ExplainedUpgrade) => {
  return (change: SchemaChange): string => {
    const names = affected.filter(({ sets }) => sets.has(change)).map(({ release }) => releaseTitle(release));
    return names.length === 0 ? '' : `← set by ${names.join(', ')}`;
  };
};

const keyOf = ({ path, from, to }: FieldChange): string => JSON.stringify([path, from, to]);

/** A CRD's schema is data for programs. */
const isCrdTitle = (title: string): boolean => title.startsWith('CustomResourceDefinition/');

const crdWords = ({ mark, fields }: ObjectDiff): string => {
  if (mark !== '~') return '';
  const places = fields.filter(({ keys }) => keys.at(-1) !== 'description').length;
  return places === 0 ? ': its descriptions' : `: ${count(places, 'place')} of it`;
};

const sharedFields = (objects: readonly ObjectDiff[]): ReadonlyMap<string, { field: FieldChange; count: number }> => {
  const counts = new Map<string, { field: FieldChange; count: number }>();
  for (const { fields, title } of objects) {
    if (isCrdTitle(title)) continue;
    for (const field of fields) {
      const key = keyOf(field);
      counts.set(key, { field, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return new Map([...counts].filter(([, { count: times }]) => times >= SHARED));
};

const fieldLines = (field: FieldChange, indent: string): readonly string[] => {
  const { line, lines } = printField(field);
  return [`${indent}${line}`, ...lines.map((inside) => `${indent}  ${inside}`)];
};

const objectLines = (object: ObjectDiff, shared: ReadonlySet<string>): readonly string[] => {
  const { mark, title, fields, effects } = object;
  const own = fields.filter((field) => !shared.has(keyOf(field)));
  const consequences = effects.map(({ text }) => `      ! ${text}`);
  if (mark === '~' && own.length === 0 && consequences.length === 0) return [];
  const head = `  ${mark} ${title}`;
  if (isCrdTitle(title)) return [`${head}${crdWords(object)}`, ...consequences];
  const rest = own.length - MOST_FIELDS;
  return [
    head,
    ...consequences,
    ...own.slice(0, MOST_FIELDS).flatMap((field) => fieldLines(field, '      ')),
    ...(rest > 0 ? [`      … and ${rest} more, which --json has`] : []),
  ];
};

const renderedLines = ({ releases, objects, adjusted }: RenderedUpgrade): readonly string[] => {
  const of = (...marks: readonly ObjectDiff['mark'][]) => objects.filter(({ mark }) => marks.includes(mark)).length;
  const whose = releases.length === 0 ? "with the chart's defaults" : `for ${releases.join(', ')}`;
  const shared = sharedFields(objects);
  return [
    '',
    `objects ${whose}: ${of('+')} added, ${of('-', '○')} removed, ${of('~', '±')} changed`,
    ...(adjusted.length === 0
      ? []
      : [
          `  ${adjusted.join(', ')}: without the values that the new version does not take, and with likely renames made`,
        ]),
    ...[...shared.values()].flatMap(({ field, count: times }) =>
      fieldLines(field, '  ').map((line, index) => (index === 0 ? `  * in ${times} objects  ${line.trim()}` : line)),
    ),
    ...objects.flatMap((one) => objectLines(one, new Set(shared.keys()))),
  ];
};

/** What an upgrade changes, as text for a terminal. The diagnostics are told apart. */
export const printUpgrade = (upgrade: ExplainedUpgrade): string => {
  const { chart, from, to, changes, affected, rendered } = upgrade;
  const lines = [
    `${chart} ${named(from.version)} → ${named(to.version)}`,
    affected.length === 0
      ? 'no release of the project is of this chart'
      : `${count(affected.length, 'release')}: ${affected.map(({ release }) => releaseLine(release, upgrade)).join(', ')}`,
    ...(changes.length === 0 ? ['', 'the values are the same'] : printChanges(changes, markOf(upgrade))),
    ...rendered.flatMap(renderedLines),
  ];
  return `${lines.join('\n')}\n`;
};

const paths = (changes: ReadonlySet<SchemaChange>): readonly string[] =>
  [...changes].map(({ path }) => printSchemaPath(path));

/** The same as data. */
export const upgradeAsJson = ({ chart, from, to, changes, affected, rendered }: ExplainedUpgrade): object => ({
  chart,
  from: { version: from.version, source: from.source },
  to: { version: to.version, source: to.source },
  changes: changes.map(changeAsJson),
  releases: affected.map(({ release, sets, takes }) => ({
    cluster: release.cluster,
    addon: release.addon,
    object: release.object,
    version: release.chart.version,
    sets: paths(sets),
    newDefaults: paths(takes),
  })),
  rendered: rendered.map(({ releases, adjusted, objects }) => ({
    releases,
    adjusted,
    objects: objects.map(objectJson),
  })),
});
