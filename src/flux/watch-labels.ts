import { fieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { componentOf } from './components.js';
import { flagsOf } from './controller-args.js';
import type { FluxSettings } from './flux-settings.js';
import { labelsAskedFor, matchesSelector } from './label-selector.js';

type Labels = Readonly<Record<string, unknown>>;

/** The selector by which the controller of a kind picks its objects; undefined where it takes all. */
export const selectorFor = (settings: FluxSettings, group: string, kind: string): string | undefined => {
  const component = componentOf(group, kind);
  return component === undefined ? undefined : flagsOf(settings, component).get('watch-label-selector');
};

/** Whether helm-controller makes a HelmChart of a HelmRelease, with the labels of `spec.chart.metadata`. */
export const makesChart = (json: JsonObject): boolean => isObject(json['spec']) && isObject(json['spec']['chart']);

const at = (value: unknown, ...path: readonly string[]): Labels => {
  const found = path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), value);
  return fieldsOf(found);
};

export const labelsOf = (json: JsonObject): Labels => at(json, 'metadata', 'labels');
/** Those of the HelmChart of a HelmRelease. */
export const chartLabelsOf = (json: JsonObject): Labels => at(json, 'spec', 'chart', 'metadata', 'labels');

/** The labels that an object lacks for a selector; none where it has another value of one: a shard has it then. */
const missing = (selector: string, labels: Labels): Readonly<Record<string, string>> => {
  const asked = labelsAskedFor(selector);
  const isElsewhere = Object.keys(asked).some((key) => Object.hasOwn(labels, key));
  return isElsewhere || !matchesSelector(selector, { ...labels, ...asked }) ? {} : asked;
};

const withLabels = (json: JsonObject, path: readonly string[], more: Readonly<Record<string, string>>): JsonObject => {
  const [key, ...rest] = path;
  if (key === undefined) return { ...json, ...more };
  const below = json[key];
  return { ...json, [key]: withLabels(isObject(below) ? (below as JsonObject) : {}, rest, more) };
};

/**
 * An object with the labels by which Flux's controllers pick those of this cluster, and so its HelmChart; others, and
 * those that have such a label already, are as they were.
 */
export const withWatchLabels = (settings: FluxSettings | undefined, json: JsonObject): JsonObject => {
  if (settings?.watchLabelSelector === undefined) return json;
  const { apiVersion, kind } = json;
  const group = String(apiVersion).split('/')[0] ?? '';
  const selector = selectorFor(settings, group, String(kind));
  const own = selector === undefined ? {} : missing(selector, labelsOf(json));
  const labelled = Object.keys(own).length === 0 ? json : withLabels(json, ['metadata', 'labels'], own);
  if (kind !== 'HelmRelease' || group !== 'helm.toolkit.fluxcd.io' || !makesChart(json)) return labelled;
  const ofCharts = selectorFor(settings, 'source.toolkit.fluxcd.io', 'HelmChart');
  const more = ofCharts === undefined ? {} : missing(ofCharts, chartLabelsOf(json));
  return Object.keys(more).length === 0
    ? labelled
    : withLabels(labelled, ['spec', 'chart', 'metadata', 'labels'], more);
};
