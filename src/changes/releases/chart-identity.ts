import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { tryFindSource } from '../../applied/find-source.js';
import { CHART_NAME } from '../../constructs/chart-source.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { originOf } from './repository-chart.js';

/** Which chart a HelmRelease installs, as far as a tree tells. */
export interface ChartIdentity {
  /** The chart's name, if the tree declares it. */
  readonly name?: string;
  /** The chart's name by convention: `helm push` uses the chart's own name. */
  readonly likelyName?: string;
  /** The registry and path of an OCI artifact. Different names in the same home are different charts. */
  readonly home?: string;
  /** For a generic last part of a path, the last two parts, which distinguish charts: `redis/chart`. */
  readonly tail?: string;
  /** The full URL of an OCI artifact. */
  readonly address?: string;
  /** The name in the plan. */
  readonly shown: string;
  /** Equal if all that the tree declares about the chart is equal. */
  readonly key: string;
}

/** Compares the charts of one release before and after a change. */
export const compareCharts = (before: ChartIdentity, after: ChartIdentity): 'same' | 'other' | 'uncertain' => {
  if (before.key === after.key || (before.tail !== undefined && before.tail === after.tail)) return 'same';
  const isKnown = before.name !== undefined && after.name !== undefined;
  // Adding or removing an explicit name doesn't change the chart.
  if (!isKnown && before.address !== undefined && before.address === after.address) return 'same';
  const [old, next] = [before.name ?? before.likelyName, after.name ?? after.likelyName];
  if (old === undefined || next === undefined) return 'uncertain';
  if (old === next) return 'same';
  return isKnown || (before.home !== undefined && before.home === after.home) ? 'other' : 'uncertain';
};

/** Names that don't identify a chart, as users often give to `flux push artifact`. */
const isGeneric = (name: string): boolean => /^(|helm|charts?|helm-charts?|manifests|deploy|latest)$/.test(name);

/** Finds the chart of a HelmRelease through the sources in its state. */
export const chartOf = ({ id, holdings }: OwnedObject, state: ClusterState): ChartIdentity => {
  const spec = objectIn(holdings[0].json, 'spec');
  const ref = objectIn(spec, 'chartRef');
  const template = objectIn(objectIn(spec, 'chart'), 'spec');
  if (ref === undefined) return fromTemplate(template, id.namespace, state);
  const source = tryFindSource(ref, id.namespace, state);
  const sourceSpec = objectIn(source?.holdings[0].json, 'spec');
  if (ref['kind'] === 'HelmChart' && source !== undefined) {
    return fromTemplate(sourceSpec, source.id.namespace, state);
  }
  const url = sourceSpec?.['url'];
  if (ref['kind'] === 'OCIRepository' && source !== undefined && typeof url === 'string') {
    const annotation = objectIn(objectIn(source.holdings[0].json, 'metadata'), 'annotations')?.[CHART_NAME];
    return ofArtifact(url, plainText(annotation));
  }
  const shown = `${String(ref['kind'])}/${String(ref['name'])}`;
  return { shown, key: JSON.stringify([shown, ref['namespace'] ?? id.namespace]) };
};

const fromTemplate = (template: JsonObject | undefined, namespace: string, state: ClusterState): ChartIdentity => {
  const chart = template?.['chart'];
  const ref = objectIn(template, 'sourceRef');
  if (typeof chart !== 'string' || ref === undefined) return { shown: '?', key: JSON.stringify(template ?? null) };
  const source = objectIn(tryFindSource(ref, namespace, state)?.holdings[0].json, 'spec');
  if (ref['kind'] === 'HelmRepository') {
    const url = source?.['url'];
    if (source?.['type'] === 'oci' && typeof url === 'string') return ofArtifact(`${url.replace(/\/+$/, '')}/${chart}`);
    const name = plainText(chart);
    return { shown: `"${chart}"`, key: JSON.stringify(['name', chart]), ...(name === undefined ? {} : { name }) };
  }
  const path = chart.replace(/^(\.?\/)+|\/+$/g, '').replace(/^\.$/, '');
  const last = lastPart(path);
  const likelyName = isGeneric(last) ? undefined : plainText(last);
  const origin = source === undefined ? undefined : originOf(ref['kind'], source);
  const shown = `"${chart}" of ${origin?.shown ?? `${String(ref['kind'])}/${String(ref['name'])}`}`;
  const key = JSON.stringify([path, ref['kind'], ref['name'], ref['namespace'] ?? namespace, origin?.shown]);
  // A chart's folder usually has the chart's name.
  if (likelyName !== undefined) return { shown, key, likelyName };
  return origin === undefined ? { shown, key } : { shown, key, tail: JSON.stringify([path, origin.line]) };
};

const ofArtifact = (url: string, name?: string): ChartIdentity => {
  const address = url.replace(/\/+$/, '');
  const last = lastPart(address);
  const home = address.slice(0, -last.length - 1);
  const common = { address, shown: name === undefined ? address : `"${name}"`, key: JSON.stringify([address, name]) };
  if (name !== undefined) return { ...common, name, home };
  if (isGeneric(last)) {
    const tail = plainText(`${lastPart(home)}/${last}`);
    return tail === undefined ? common : { ...common, tail };
  }
  const likelyName = plainText(last);
  return likelyName === undefined ? common : { ...common, likelyName, home };
};

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A text without Flux expressions, whose value is therefore known. */
const plainText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !holdsExpression(value) ? value : undefined;

const objectIn = (value: JsonObject | undefined, key: string): JsonObject | undefined => {
  const inner = value?.[key];
  return isObject(inner) ? (inner as JsonObject) : undefined;
};
