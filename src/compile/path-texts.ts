import { Names } from 'cdk8s';
import type { Construct } from 'constructs';
import { addressLabel } from '../constructs/address-label.js';
import { keptSelectorOf } from '../constructs/keep-selector.js';
import { Manifest } from '../constructs/manifest.js';
import { setOwn } from '../constructs/merge.js';
import { idAsName, isHiddenId } from '../constructs/name-after-id.js';
import { compareKeys } from '../constructs/to-json.js';
import { isObject } from '../json/is-object.js';
import type { AddonChart } from './build-addons.js';

/** The hash at the end of a text that cdk8s derives from a path. */
const HOLDS_PATH = /c8[0-9a-f]{6}/;

/** What cdk8s-plus derives from the paths of one addon's constructs, each with the text that takes its place. */
const textsIn = ({ chart, constructs }: AddonChart): readonly (readonly [from: string, to: string])[] => {
  const labels = constructs.flatMap((object) => {
    const { id, scope } = object.node;
    if (Manifest.isManifest(object) || scope === undefined || scope === chart || !isHiddenId(id)) return [];
    const kept = keptSelectorOf(scope);
    return [[Names.toLabelValue(scope), kept ?? addressLabel(object.kind, object.name)] as const];
  });
  return labels.length === 0 ? [] : [...labels, ...volumesIn(chart)];
};

/** A volume without a name is called after its path. */
const volumesIn = (chart: Construct): readonly (readonly [from: string, to: string])[] =>
  chart.node.findAll().flatMap((one) => {
    const { name } = one as { readonly name?: unknown };
    const { id, scope } = one.node;
    if (typeof name !== 'string' || !HOLDS_PATH.test(name) || scope === undefined) return [];
    const to = idAsName(id).slice(0, 63);
    return to !== '' && name === Names.toDnsLabel(scope, { extra: [id] }) ? [[name, to] as const] : [];
  });

/**
 * Replaces the texts that cdk8s-plus derives from paths, wherever the objects of a cluster have them: a label and all that
 * selects by it get the same text from the kind and name of the object, so that they stay equal. Whatever renders an
 * object afterwards gets the new texts.
 */
export const replacePathTexts = (charts: readonly AddonChart[]): void => {
  const texts = new Map(charts.flatMap(textsIn));
  if (texts.size === 0) return;
  const replace = (text: string): string => {
    if (!HOLDS_PATH.test(text)) return text;
    return texts.get(text) ?? [...texts].reduce((found, [from, to]) => found.replaceAll(from, () => to), text);
  };
  for (const object of charts.flatMap(({ constructs }) => constructs)) {
    const toJson = object.toJson.bind(object);
    Object.defineProperty(object, 'toJson', { configurable: true, value: () => replaceTexts(toJson(), replace) });
  }
};

/** The same value where nothing is replaced. */
const replaceTexts = (value: unknown, replace: (text: string) => string): unknown => {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => replaceTexts(item, replace));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [replace(key), replaceTexts(member, replace)] as const);
  if (members.every(([key, member]) => Object.hasOwn(value, key) && value[key] === member)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, member] of members.sort(([a], [b]) => compareKeys(a, b))) setOwn(result, key, member);
  return result;
};
