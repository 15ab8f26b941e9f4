import { type ApiObject, Names } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { addressLabel } from '../constructs/address-label.js';
import { keptSelectorGiven, keptSelectorOf } from '../constructs/keep-selector.js';
import { Manifest } from '../constructs/manifest.js';
import { setOwn } from '../constructs/merge.js';
import { idAsName, isHiddenId } from '../constructs/name-after-id.js';
import { compareKeys } from '../constructs/to-json.js';
import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import type { AddonChart } from './build-addons.js';
import { keptSelector } from './diagnostics.js';

/** The hash at the end of a text that cdk8s derives from a path. */
const HOLDS_PATH = /c8[0-9a-f]{6}/;

/** An object with the construct that cdk8s-plus derives a label from. */
interface Labelled {
  readonly addon: string;
  readonly object: ApiObject;
  readonly holder: IConstruct;
  readonly label: string;
}

const labelledIn = ({ instance, chart, constructs }: AddonChart): readonly Labelled[] =>
  constructs.flatMap((object) => {
    const { id, scope: holder } = object.node;
    if (Manifest.isManifest(object) || holder === undefined || holder === chart || !isHiddenId(id)) return [];
    const label = keptSelectorOf(holder) ?? addressLabel(object.kind, object.name);
    return [{ addon: instance.name, object, holder, label }];
  });

/** The labels that code keeps, where no label can have the value, or another workload of the namespace has it. */
const keptFaults = (labelled: readonly Labelled[]): readonly Diagnostic[] => {
  const first = new Map<string, Labelled>();
  const identityOf = ({ object, label }: Labelled) => `${object.metadata.namespace ?? ''}/${label}`;
  // What keeps none comes first, so that the line with `keepSelector` is the one that is shown.
  const ordered = [...labelled].sort((a, b) => Number(isKept(a)) - Number(isKept(b)));
  return ordered.flatMap((one): readonly Diagnostic[] => {
    const { addon, holder, label } = one;
    const other = first.get(identityOf(one));
    if (other === undefined) first.set(identityOf(one), one);
    const given = keptSelectorGiven(holder);
    if (given === undefined) return [];
    const title = titleOf(one);
    const source = given.place();
    const at = { addon, object: title, ...(source === undefined ? {} : { source }) };
    if (keptSelectorOf(holder) === undefined) {
      const message = `keepSelector gives ${title} the label ${formatValue(given.value)}, which no running pod can have`;
      const fix =
        'give the label cdk8s.io/metadata.addr of the running pods: letters, digits, "-", "_" and ".", 63 characters at most, a letter or digit at both ends';
      return [diagnose(keptSelector, { message, at, fix })];
    }
    if (other === undefined) return [];
    return [
      diagnose(keptSelector, {
        severity: 'warning',
        message: `keepSelector gives ${title} the label ${formatValue(label)}, which the pods of ${titleOf(other)} have too: a Service, policy or budget of one of the two selects the pods of both`,
        at,
        fix: isKept(other)
          ? `give each of the two the label cdk8s.io/metadata.addr that its running pods have`
          : `give ${titleOf(other)} another name, or a label of its own with keepSelector`,
      }),
    ];
  });
};

const isKept = ({ holder }: Labelled): boolean => keptSelectorOf(holder) !== undefined;
const titleOf = ({ object }: Labelled): string => `${object.kind}/${object.name}`;

/** A volume without a name is called after its path. */
const volumesIn = (chart: Construct): readonly (readonly [from: string, to: string])[] =>
  chart.node.findAll().flatMap((one) => {
    const { name } = one as { readonly name?: unknown };
    const { id, scope } = one.node;
    if (typeof name !== 'string' || !HOLDS_PATH.test(name) || scope === undefined) return [];
    const to = idAsName(id)?.slice(0, 63).replace(/-$/, '');
    return to !== undefined && to !== '' && name === Names.toDnsLabel(scope, { extra: [id] })
      ? [[name, to] as const]
      : [];
  });

/**
 * Replaces the texts that cdk8s-plus derives from paths, wherever the objects of a cluster have them: a label and all that
 * selects by it get the same text from the kind and name of the object, so that they stay equal. Whatever renders an
 * object afterwards gets the new texts.
 */
export const replacePathTexts = (charts: readonly AddonChart[], report: (problem: Diagnostic) => void): void => {
  const labelled = charts.flatMap(labelledIn);
  if (labelled.length === 0) return;
  for (const fault of keptFaults(labelled)) report(fault);
  const labels = labelled.map(({ holder, label }) => [Names.toLabelValue(holder), label] as const);
  const texts = new Map([...labels, ...charts.flatMap(({ chart }) => volumesIn(chart))]);
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
