import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { tryFindSource } from '../../applied/find-source.js';
import { CHART_NAME } from '../../constructs/chart-source.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { originOf } from './repository-chart.js';

/** Which chart a HelmRelease installs, as far as a tree tells. */
export interface ChartIdentity {
  /** The chart's name, where the tree names it. */
  readonly name?: string;
  /** What the chart's name is by convention: `helm push` puts a chart under its own name. */
  readonly likelyName?: string;
  /** The registry and path that an OCI artifact lies in; names that differ there are of different charts. */
  readonly home?: string;
  /** Where the last part of a path is not a name, what tells charts apart all the same: `redis/chart`. */
  readonly tail?: string;
  /** The whole URL of an OCI artifact. */
  readonly address?: string;
  /** How the plan calls it. */
  readonly shown: string;
  /** Equal where everything that the tree says of the chart is. */
  readonly key: string;
}

/** Whether one release goes from one chart to another. */
export const compareCharts = (before: ChartIdentity, after: ChartIdentity): 'same' | 'other' | 'uncertain' => {
  if (before.key === after.key || (before.tail !== undefined && before.tail === after.tail)) return 'same';
  const isKnown = before.name !== undefined && after.name !== undefined;
  // That a name is declared, or no longer, makes no other chart of it.
  if (!isKnown && before.address !== undefined && before.address === after.address) return 'same';
  const [old, next] = [before.name ?? before.likelyName, after.name ?? after.likelyName];
  if (old === undefined || next === undefined) return 'uncertain';
  if (old === next) return 'same';
  return isKnown || (before.home !== undefined && before.home === after.home) ? 'other' : 'uncertain';
};

/** Names that say nothing: what `flux push artifact` is often given. */
const isGeneric = (name: string): boolean => /^(|helm|charts?|helm-charts?|manifests|deploy|latest)$/.test(name);

/** The chart of a HelmRelease, through the sources that its state holds. */
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
  // The folder of a chart is called as the chart is.
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

/** A text whose value is known: no part of it is an expression of Flux. */
const plainText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !holdsExpression(value) ? value : undefined;

const objectIn = (value: JsonObject | undefined, key: string): JsonObject | undefined => {
  const inner = value?.[key];
  return isObject(inner) ? (inner as JsonObject) : undefined;
};
