import { isExactVersion } from '../constructs/chart-source.js';
import { fieldsOf, textOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import { metadataOf, specOf } from '../json/manifest-fields.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { type CodeNode, object, text } from './code-node.js';
import type { ImportedObject } from './imported-object.js';

/** The chart of a release, as `helmChart` takes it, and the source that it makes. */
export interface PinnedChart {
  readonly source: ImportedObject;
  readonly code: CodeNode;
}

const REPOSITORY_FIELDS = new Set(['url', 'interval', 'timeout', 'secretRef', 'certSecretRef', 'passCredentials']);
const OCI_FIELDS = new Set(
  `url interval timeout ref layerSelector secretRef certSecretRef insecure provider proxySecretRef serviceAccountName
verify`.split(/\s+/),
);
const CHART_MEDIA_TYPE = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';

const hasOnly = (value: JsonObject, fields: ReadonlySet<string> | readonly string[]): boolean =>
  Object.keys(value).every((key) => new Set(fields).has(key));

/**
 * The chart of a release that `helmChart` can declare without a difference; undefined if something of the release or of
 * its source has no place there.
 *
 * @param sources of the same addon
 */
export const tryPinChart = (
  release: ImportedObject,
  sources: readonly ImportedObject[],
  addon: string,
  valueCode: (value: unknown) => CodeNode,
): PinnedChart | undefined => {
  const { chart, chartRef } = specOf(release.json);
  const template = fieldsOf(fieldsOf(chart)['spec']);
  const reference = fieldsOf(chartRef ?? template['sourceRef']);
  const namespace = textOf(reference['namespace']) ?? release.id.namespace;
  const source = sources.find(
    ({ id }) => id.kind === reference['kind'] && id.name === reference['name'] && id.namespace === namespace,
  );
  const isCurrent = release.json['apiVersion'] === 'helm.toolkit.fluxcd.io/v2';
  if (!isCurrent || source === undefined || !isPlain(source.json)) return undefined;
  const pinned = chartRef === undefined ? fromRepository(template, source, fieldsOf(chart)) : fromRegistry(source);
  const place =
    namespace === 'flux-system' ? undefined : namespace === release.id.namespace ? 'release-namespace' : null;
  if (pinned === undefined || place === null) return undefined;
  const { interval, ...settings } = pinned.settings;
  const all: Record<string, CodeNode | undefined> = {
    url: text(String(specOf(source.json)['url'])),
    ...pinned.fields,
    ...(source.id.name === addon ? {} : { sourceName: text(source.id.name) }),
    ...(place === undefined ? {} : { sourceNamespace: text(place) }),
    ...(interval === '1h' || interval === undefined ? {} : { interval: valueCode(interval) }),
  };
  for (const [key, value] of Object.entries(settings)) all[key] = valueCode(value);
  return { source, code: { kind: 'call', head: 'helmChart(', last: object(all) } };
};

/** `helmChart` gives its source the current version, a name and nothing more. */
const isPlain = (json: JsonObject): boolean =>
  json['apiVersion'] === 'source.toolkit.fluxcd.io/v1' && hasOnly(metadataOf(json), ['name', 'namespace']);

interface Pinned {
  readonly fields: Readonly<Record<string, CodeNode>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

const fromRepository = (template: JsonObject, { id, json }: ImportedObject, chart: JsonObject): Pinned | undefined => {
  const { url, ...settings } = specOf(json);
  const { chart: name, version } = template;
  const isDeclarable =
    id.kind === 'HelmRepository' &&
    hasOnly(chart, ['spec']) &&
    hasOnly(template, ['chart', 'version', 'sourceRef']) &&
    hasOnly(specOf(json), REPOSITORY_FIELDS) &&
    settings['interval'] !== undefined &&
    /^https?:\/\/[^$]+$/.test(String(url)) &&
    isText(name) &&
    isText(version);
  return isDeclarable ? { fields: { chart: text(name), version: text(version) }, settings } : undefined;
};

/** What `helmChart` checks; a var is no version. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !holdsExpression(value);

const fromRegistry = ({ id, json }: ImportedObject): Pinned | undefined => {
  const { url, ref, layerSelector, ...settings } = specOf(json);
  const { tag, semver, semverFilter, digest, ...others } = fieldsOf(ref);
  const isDeclarable =
    id.kind === 'OCIRepository' &&
    hasOnly(specOf(json), OCI_FIELDS) &&
    settings['interval'] !== undefined &&
    layerSelector !== undefined &&
    /^oci:\/\/[^$]+$/.test(String(url)) &&
    Object.keys(others).length === 0;
  if (!isDeclarable) return undefined;
  const { mediaType, operation, ...more } = fieldsOf(layerSelector);
  const isUsual = mediaType === CHART_MEDIA_TYPE && operation === 'copy' && Object.keys(more).length === 0;
  const rest = isUsual ? settings : { ...settings, layerSelector };
  if (isText(tag) && semver === undefined && isExactVersion(tag) && !tag.includes('_')) {
    const pin = digest === undefined ? {} : { digest: text(String(digest)) };
    return { fields: { version: text(tag), ...pin }, settings: rest };
  }
  if (tag !== undefined || digest !== undefined || !isText(semver) || isExactVersion(semver)) return undefined;
  const filter = semverFilter === undefined ? {} : { semverFilter: text(String(semverFilter)) };
  return { fields: { version: text(semver), ...filter }, settings: rest };
};
