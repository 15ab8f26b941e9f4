import { fieldsOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { type PinnedChart, tryPinChart } from './chart-of-release.js';
import { type CodeNode, object, text } from './code-node.js';
import type { ImportedObject } from './imported-object.js';
import type { MergedAddon } from './merge-addon.js';
import { holdsToken } from './merge-values.js';
import { valueCode } from './option-type.js';

type Pins = Map<ImportedObject, PinnedChart | undefined>;

/** A chart's version that clusters give: it is a setting of each addon, and no option. */
export interface ChartVersions {
  readonly release: string;
  /** That of `charts`. */
  readonly standard: string;
  readonly values: readonly unknown[];
}

/** The charts that `helmChart` can declare, by release, and the versions in which clusters differ, by token. */
export const pinCharts = (
  coded: readonly ImportedObject[],
  { differences }: Pick<MergedAddon, 'differences'>,
  isUntyped: (object: ImportedObject) => boolean,
  addon: string,
): { readonly pins: Pins; readonly versions: ReadonlyMap<string, ChartVersions> } => {
  const pins: Pins = new Map();
  const found = new Map<string, ChartVersions>();
  const usual = new Map(
    differences.flatMap(({ token, values, path }) => {
      const value = isVersionPath(path.join('.')) ? usualOf(values) : undefined;
      return value === undefined ? [] : [[token, value] as const];
    }),
  );
  /** The object with the version that most clusters have. */
  const withVersion = new Map(coded.map((one) => [one, withUsual(one, usual)]));
  const originals = new Map([...withVersion].map(([one, changed]) => [changed, one]));
  const all = [...withVersion.values()];
  const releases = coded.filter(({ id }) => id.kind === 'HelmRelease');
  for (const release of releases) {
    // A chart's key in code is the release's name.
    const pinned =
      isUntyped(release) || holdsToken(release.json['metadata'])
        ? undefined
        : tryPinChart(withVersion.get(release)!, all, addon, valueCode);
    const isSame = pinned !== undefined && !holdsToken(pinned.code) && !holdsToken(pinned.source.json['metadata']);
    pins.set(release, isSame ? { ...pinned, source: originals.get(pinned.source)! } : undefined);
  }
  dropShared(pins, coded);
  for (const [release, pinned] of pins) {
    if (pinned === undefined) continue;
    for (const { token, object: one, values } of differences) {
      const standard = usual.get(token);
      if (standard !== undefined && (one === release || one === pinned.source))
        found.set(token, { release: release.id.name, standard, values });
    }
  }
  return { pins, versions: found };
};

const isVersionPath = (path: string): boolean =>
  path === 'spec.chart.spec.version' || path === 'spec.ref.tag' || path === 'spec.ref.semver';

/** The text that most clusters have; of several, the first one. */
const usualOf = (values: readonly unknown[]): string | undefined => {
  if (!values.every((one): one is string => typeof one === 'string')) return undefined;
  const countOf = (value: string) => values.filter((one) => one === value).length;
  return [...values].sort((a, b) => countOf(b) - countOf(a))[0];
};

const withUsual = (one: ImportedObject, usual: ReadonlyMap<string, string>): ImportedObject => {
  const of = (value: unknown): unknown => (typeof value === 'string' ? (usual.get(value) ?? value) : value);
  const spec = specOf(one.json);
  const chart = fieldsOf(spec['chart']);
  const template = fieldsOf(chart['spec']);
  const ref = fieldsOf(spec['ref']);
  if (holdsToken(template['version']))
    return withSpec(one, { ...spec, chart: { ...chart, spec: { ...template, version: of(template['version']) } } });
  if (holdsToken(ref))
    return withSpec(one, {
      ...spec,
      ref: Object.fromEntries(Object.entries(ref).map(([key, value]) => [key, of(value)])),
    });
  return one;
};

const withSpec = (one: ImportedObject, spec: JsonObject): ImportedObject => ({ ...one, json: { ...one.json, spec } });

/** What a cluster says of versions. */
export const versionUse = (
  versions: ReadonlyMap<string, ChartVersions>,
  cluster: number,
  releases: readonly string[],
): CodeNode | undefined => {
  const own = [...versions.values()].filter(({ values, standard }) => values[cluster] !== standard);
  const [first] = own;
  if (first === undefined) return undefined;
  const codeOf = ({ values }: ChartVersions): CodeNode => text(String(values[cluster]));
  return releases.length === 1
    ? codeOf(first)
    : object(Object.fromEntries(own.map((one) => [one.release, codeOf(one)])));
};

/** A source that something of the addon reads without `helmChart` stays an object of its own, for all of its charts. */
const dropShared = (pins: Pins, coded: readonly ImportedObject[]): void => {
  for (const [release, pinned] of pins) {
    if (pinned === undefined) continue;
    const others = [...pins].filter(([, other]) => other?.source === pinned.source);
    const isShared = [...pins].some(
      ([other, its]) => its === undefined && JSON.stringify(other.json).includes(`"${pinned.source.id.name}"`),
    );
    const names = new Set(coded.filter((one) => one.id.kind === 'HelmRelease' && one.id.name === release.id.name));
    if (isShared || names.size > 1) for (const [other] of others) pins.set(other, undefined);
  }
};
