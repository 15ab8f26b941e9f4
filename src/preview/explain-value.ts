import { isDeepStrictEqual } from 'node:util';
import type { InstanceData } from '../addon/addon.js';
import type { CompiledCluster, CompiledObject } from '../compile/compiled-cluster.js';
import { placeOfConstruct } from '../constructs/construct-place.js';
import { callersNote } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, parseTypedPath, printPath, valueAt } from '../json/json-path.js';
import { SubstitutionError } from '../substitution/index.js';
import type { Site } from '../substitution/sites.js';
import type { AppliedKustomization, AppliedObject } from './apply-cluster.js';
import { codeLayersOf, type FindCodeLayers } from './code-layers.js';
import { withExactIntegers } from './exact-integers.js';
import type { GivenInfra } from './given-config-maps.js';

/** One step on a value's way. */
export interface ExplainedLayer {
  /** `written in the tree`, `ConfigMap web/web-values-terraform`, `spec.values`, … */
  readonly layer: string;
  /** As JSON. */
  readonly value: string;
  /** The value is this layer's. */
  readonly wins: boolean;
  /** The line of the user's code that says it. */
  readonly at?: string;
}

/** A value with its history. */
export interface Explained {
  readonly kustomization: string;
  readonly object: string;
  readonly path: string;
  readonly value: string;
  readonly layers: readonly ExplainedLayer[];
  /** The line of the user's code that made the object: `src/addons/web.ts:41`. */
  readonly madeAt?: string;
  /** The line that uses its addon. */
  readonly usedAt?: string;
  /** The lines that called that one, the innermost first: of a function that makes several clusters. */
  readonly calledFrom?: readonly string[];
  /** The options that the addon is given, from which `build` makes values. */
  readonly options?: readonly string[];
  /** The options that have their defaults, where the addon's `build` made the value. */
  readonly defaults?: Readonly<Record<string, unknown>>;
}

/** What one asks for: a path, in any object or in one. */
export interface Question {
  /** `Kind/name`; absent for any. */
  readonly object?: string;
  readonly path: JsonPath;
}

const QUOTED = /\["(?:[^"\\]|\\.)*"\]/g;

/** Reads `spec.hostnames[0]`, or `HTTPRoute/web spec.hostnames[0]`; undefined where it is neither. */
export const parseQuestion = (text: string): Question | undefined => {
  const [, object, path] = /^(?:([A-Za-z0-9]+\/\S+)\s+)?(\S.*)$/.exec(text.trim()) ?? [];
  if (path === undefined) return undefined;
  // A blank is in quotes, or the text is not a path.
  if (/\s/.test(path.replace(QUOTED, ''))) return undefined;
  const keys = parseTypedPath(path) ?? [];
  return keys.length === 0 ? undefined : { ...(object === undefined ? {} : { object }), path: keys };
};

/** Finds every value that a question is about, and where it came from, layer by layer. */
export const explainValue = (
  compiled: CompiledCluster,
  kustomizations: readonly AppliedKustomization[],
  question: Question,
  { origin, examples }: Pick<GivenInfra, 'origin' | 'examples'>,
): readonly Explained[] => {
  const inExamples = new Set(examples);
  const originOf = (title: string): string => (inExamples.has(title) ? 'example' : origin);
  const codeLayers = codeLayersOf(compiled);
  const placesOf = openPlaces(compiled);
  return kustomizations.flatMap((kustomization) =>
    kustomization.objects
      .filter(({ source }) => question.object === undefined || source.title === question.object)
      .flatMap((object) =>
        explainIn({ kustomization, object, originOf, codeLayers }, question.path).map((explained) => ({
          ...explained,
          ...placesOf(object.source, explained.layers),
        })),
      ),
  );
};

/** One line may be both. */
const openPlaces = ({ addons }: CompiledCluster) => {
  const instances = new Map(addons.map(({ built }) => [built.name, built.instance as unknown as InstanceData]));
  const entries = new Set(addons.flatMap(({ entry }) => entry));
  return (object: CompiledObject, layers: readonly ExplainedLayer[]): Places => {
    const { construct, addon } = object;
    const instance = instances.get(addon);
    const [made, used, options] = [placeOfConstruct(construct), instance?.place(), instance?.givenOptions ?? []];
    const callers = instance?.callers() ?? [];
    const winner = layers.find(({ wins }) => wins);
    const isBuilt = winner !== undefined && BUILT.test(winner.layer) && !entries.has(object);
    const defaults = isBuilt ? defaultsOf(instance) : {};
    return {
      ...(callers.length === 0 ? {} : { calledFrom: callers }),
      ...(Object.keys(defaults).length === 0 ? {} : { defaults }),
      ...(made === undefined ? {} : { madeAt: made }),
      ...(used === undefined || used === made ? {} : { usedAt: used }),
      ...(options.length === 0 ? {} : { options }),
    };
  };
};

type Places = Pick<Explained, 'madeAt' | 'usedAt' | 'calledFrom' | 'options' | 'defaults'>;

/** A layer that an addon's `build` made, maybe of options. */
const BUILT = /^(?:written in the tree|spec\.values|\w+ in the build of addon )/;

/** The options that the code doesn't give. */
const defaultsOf = (instance: InstanceData | undefined): Readonly<Record<string, unknown>> => {
  if (instance === undefined || !isObject(instance.options)) return {};
  const given = new Set(instance.givenOptions);
  const isDefault = ([name, value]: readonly [string, unknown]): boolean => !given.has(name) && value !== undefined;
  return Object.fromEntries(Object.entries(instance.options).filter(isDefault));
};

/** What explaining one object takes. */
interface Subject {
  readonly kustomization: AppliedKustomization;
  readonly object: AppliedObject;
  /** Where the values of a ConfigMap or Secret are from. */
  readonly originOf: (title: string) => string;
  readonly codeLayers: FindCodeLayers;
}

/** An index may have been given as a key, `hostnames.0`. */
const startsWith = (path: JsonPath, start: JsonPath): boolean =>
  path.length >= start.length && start.every((key, index) => String(path[index]) === String(key));
const VALUES: JsonPath = ['spec', 'values'];

/** Where a path may be in the values of a release: as it is, from `spec`, or from `values`, as `diff` prints it. */
const placesInValues = (path: JsonPath): readonly JsonPath[] => {
  if (startsWith(path, VALUES)) return [path.slice(VALUES.length)];
  return path[0] === 'values' ? [path, path.slice(1)] : [path];
};

const explainIn = (subject: Subject, path: JsonPath): readonly Explained[] => {
  const { kustomization, object } = subject;
  const about = { kustomization: kustomization.name, object: object.source.title };
  for (const inValues of object.release === undefined ? [] : placesInValues(path)) {
    const layers = explainRelease(subject, inValues);
    if (layers !== undefined) return [{ ...about, path: printPath([...VALUES, ...inValues]), ...layers }];
  }
  if (object.outcome.kind === 'error') return [];
  const value = valueAt(object.outcome.object, path);
  const written = valueAt(object.written as unknown, path);
  const levels = subject.codeLayers(object.source, path);
  // A value that one level of the code takes away from another has a history, too.
  if (value === undefined && written === undefined && levels.length === 0) return [];
  const tree = levels.length === 0 ? [{ layer: 'written in the tree', value: written, wins: true }] : levels;
  const layers = lastWins([...tree.map((one) => ({ ...one, value: print(one.value) })), ...later(subject, path)]);
  return [{ ...about, path: printPath(path), value: print(value), layers }];
};

/** What comes after the tree: patches, or the vars. */
const later = (subject: Subject, path: JsonPath): readonly ExplainedLayer[] => {
  const { kustomization, object } = subject;
  const written = valueAt(object.written as unknown, path);
  const patched = object.patched === undefined ? written : valueAt(object.patched as unknown, path);
  return isDeepStrictEqual(patched, written)
    ? varLayers(subject, path)
    : [{ layer: `patches of Kustomization/${kustomization.name}`, value: print(patched), wins: true }];
};

const print = (value: unknown): string =>
  value === undefined ? 'nothing' : withExactIntegers(value, (one) => JSON.stringify(one) ?? 'nothing');

/**
 * The vars that a text reads, each with its value and origin; those of a list or map with the place that reads them. A
 * var wins that is the only one: what several make together, or stands in an item, is the layer's that says so.
 */
const varLayers = ({ kustomization, object, originOf }: Subject, path: JsonPath): readonly ExplainedLayer[] =>
  object.source.sites.flatMap((site) => {
    if (site.isKey || !startsWith(site.path, path)) return [];
    const layers = varsOfSite(kustomization, site, originOf);
    const place = site.path.slice(path.length);
    if (place.length === 0) return layers.length === 1 ? layers : layers.map((one) => ({ ...one, wins: false }));
    const where = printPath(place);
    return layers.map(({ layer, value }) => ({ layer: `${where}: ${layer}`, value, wins: false }));
  });

const varsOfSite = (
  { vars }: AppliedKustomization,
  { template }: Site,
  originOf: Subject['originOf'],
): readonly ExplainedLayer[] => {
  if (template instanceof SubstitutionError) return [];
  const seen = new Set<string>();
  return template.nodes.flatMap((node): ExplainedLayer[] => {
    if (typeof node === 'string' || seen.has(node.name)) return [];
    seen.add(node.name);
    const given = vars.get(node.name);
    if (given === undefined) return [{ layer: `\${${node.name}}, which nothing gives`, value: 'nothing', wins: false }];
    const from = given.from === 'postBuild.substitute' ? given.from : `${given.from} (${originOf(given.from)})`;
    return [{ layer: `\${${node.name}} from ${from}`, value: print(given.value), wins: true }];
  });
};

const explainRelease = (
  subject: Subject,
  path: JsonPath,
): { readonly value: string; readonly layers: readonly ExplainedLayer[] } | undefined => {
  const { release, source } = subject.object;
  if (release === undefined || 'error' in release.composed) return undefined;
  const { composed, sources } = release;
  const value = valueAt(composed.values, path);
  const defaults = valueAt(chartDefaults(source), path);
  const winner = composed.layerAt(path);
  const layers: ExplainedLayer[] = [];
  // Of all values at once the chart's would be some thousand lines, and are in its values.yaml.
  if (defaults !== undefined && path.length > 0) {
    const wins = value === undefined || (isObject(defaults) && isObject(value));
    layers.push({ layer: "the chart's default", value: print(defaults), wins });
  }
  for (const [index, layer] of composed.layers.entries()) {
    const own = valueAt(layer, path);
    if (own === undefined) continue;
    // Of a map all layers have a part, and the last has the last word.
    const wins = (isObject(own) && isObject(value)) || winner === index;
    const from = sources[index];
    if (from !== undefined) {
      const at = from.targetPath === undefined ? '' : `, at ${from.targetPath}`;
      const title = `${from.kind} ${from.namespace}/${from.name}`;
      const layer = `${title}, key ${from.key}${at} (${subject.originOf(title)})`;
      layers.push({ layer, value: print(own), wins });
      continue;
    }
    const inTree = [...VALUES, ...path];
    const levels = subject.codeLayers(source, inTree);
    const inline = levels.length === 0 ? [{ layer: 'spec.values', value: own, wins }] : levels;
    layers.push(...inline.map((level) => ({ ...level, value: print(level.value), wins: wins && level.wins })));
    layers.push(...later(subject, inTree));
  }
  if (layers.length === 0) return undefined;
  return { value: print(path.length === 0 ? value : overDefaults(defaults, value)), layers: lastWins(layers) };
};

/** Only one layer has won: the last of those that could. */
const lastWins = (layers: readonly ExplainedLayer[]): readonly ExplainedLayer[] => {
  const last = layers.findLastIndex(({ wins }) => wins);
  return layers.map((layer, index) => ({ ...layer, wins: index === last }));
};

/** What the chart's templates see: maps are merged, and a null takes a default away. */
const overDefaults = (defaults: unknown, value: unknown): unknown => {
  if (value === undefined) return defaults;
  if (!isObject(defaults) || !isObject(value)) return value ?? undefined;
  const keys = new Set([...Object.keys(defaults), ...Object.keys(value)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const own = Object.hasOwn(value, key) ? value[key] : undefined;
      const merged = overDefaults(Object.hasOwn(defaults, key) ? defaults[key] : undefined, own);
      return merged === undefined ? [] : [[key, merged] as const];
    }),
  );
};

const chartDefaults = ({ construct }: AppliedObject['source']): unknown => {
  const chart = (construct as { chartSource?: { valuesSchema?: () => Readonly<Record<string, unknown>> } }).chartSource;
  return chart?.valuesSchema?.()['default'];
};

/** An explanation as text. */
export const printExplained = ({ kustomization, object, path, value, layers, ...places }: Explained): string => {
  const titles = layers.map(({ layer, at }) => (at === undefined ? layer : `${layer}, ${at}`));
  const width = Math.max(...titles.map((title) => title.length));
  const lines = layers.map(({ value: own, wins }, at) => `  ${wins ? '*' : ' '} ${titles[at]!.padEnd(width)}  ${own}`);
  return `${kustomization}/${object}  ${path}\n  = ${value}\n${lines.join('\n')}\n${printPlaces(layers, places)}${printDefaults(kustomization, value, places.defaults)}`;
};

/** The lines that no layer names, and the options, which `build` may have put anywhere. */
const printPlaces = (layers: readonly ExplainedLayer[], { madeAt, usedAt, calledFrom, options }: Places): string => {
  const isNamed = (place: string): boolean => layers.some(({ at }) => at === place);
  const made = madeAt === undefined || isNamed(madeAt) ? [] : [`made at ${madeAt}`];
  const given = options === undefined ? '' : `, with the options ${options.join(', ')}`;
  const from = callersNote(calledFrom ?? [])
    .map((note) => `, ${note}`)
    .join('');
  const used =
    usedAt === undefined || (isNamed(usedAt) && given + from === '')
      ? []
      : [`the addon is used at ${usedAt}${from}${given}`];
  const places = [...made, ...used];
  return places.length === 0 ? '' : `  ${places.join('; ')}\n`;
};

/** Which default made the value can't be seen, as `build` may do anything with it: one that is the same value is likely. */
const printDefaults = (addon: string, value: string, defaults: Explained['defaults']): string => {
  const all = Object.entries(defaults ?? {});
  if (all.length === 0) return '';
  const same = all.filter(([, one]) => print(one) === value).map(([name]) => name);
  if (same.length > 0) return `  it equals the default of option ${same.join(' and of option ')} of addon ${addon}\n`;
  const shown = all.slice(0, MOST_DEFAULTS).map(([name, one]) => `${name} (${brief(print(one))})`);
  const rest = all.length > MOST_DEFAULTS ? ` and ${all.length - MOST_DEFAULTS} more` : '';
  return `  options of addon ${addon} that have their defaults: ${shown.join(', ')}${rest}\n`;
};

const MOST_DEFAULTS = 6;
const brief = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
