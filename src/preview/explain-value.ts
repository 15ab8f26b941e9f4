import { isDeepStrictEqual } from 'node:util';
import type { CompiledObject } from '../compile/compiled-object.js';
import { Manifest } from '../constructs/manifest.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, parseTypedPath, printPath, valueAt } from '../json/json-path.js';
import { SubstitutionError } from '../substitution/index.js';
import type { Site } from '../substitution/sites.js';
import type { AppliedKustomization, AppliedObject } from './apply-cluster.js';
import { withExactIntegers } from './exact-integers.js';

/** One step on a value's way. */
export interface ExplainedLayer {
  /** `written in the tree`, `ConfigMap web/web-values-terraform`, `spec.values`, … */
  readonly layer: string;
  /** As JSON. */
  readonly value: string;
  /** The value is this layer's. */
  readonly wins: boolean;
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

/**
 * Finds every value that a question is about, and where it came from, layer by layer.
 *
 * @param usedAt the line that uses an addon
 */
export const explainValue = (
  kustomizations: readonly AppliedKustomization[],
  question: Question,
  origin: string,
  usedAt: (addon: string) => string | undefined,
): readonly Explained[] =>
  kustomizations.flatMap((kustomization) =>
    kustomization.objects
      .filter(({ source }) => question.object === undefined || source.title === question.object)
      .flatMap((object) =>
        explainIn(kustomization, object, question.path, origin).map((explained) => ({
          ...explained,
          ...placesOf(object.source, usedAt),
        })),
      ),
  );

/** One line may be both. */
const placesOf = (
  { construct, addon }: CompiledObject,
  usedAt: (addon: string) => string | undefined,
): Pick<Explained, 'madeAt' | 'usedAt'> => {
  const [made, used] = [Manifest.placeOf(construct), usedAt(addon)];
  return {
    ...(made === undefined ? {} : { madeAt: made }),
    ...(used === undefined || used === made ? {} : { usedAt: used }),
  };
};

/** An index may have been given as a key, `hostnames.0`. */
const startsWith = (path: JsonPath, start: JsonPath): boolean =>
  path.length >= start.length && start.every((key, index) => String(path[index]) === String(key));
const VALUES: JsonPath = ['spec', 'values'];

const explainIn = (
  kustomization: AppliedKustomization,
  object: AppliedObject,
  path: JsonPath,
  origin: string,
): readonly Explained[] => {
  const about = { kustomization: kustomization.name, object: object.source.title };
  const inValues = object.release === undefined ? undefined : startsWith(path, VALUES) ? path.slice(2) : path;
  if (inValues !== undefined) {
    const layers = explainRelease(kustomization, object, inValues, origin);
    if (layers !== undefined) return [{ ...about, path: printPath([...VALUES, ...inValues]), ...layers }];
  }
  if (object.outcome.kind === 'error') return [];
  const value = valueAt(object.outcome.object, path);
  const written = valueAt(object.written as unknown, path);
  if (value === undefined && written === undefined) return [];
  const tree = { layer: 'written in the tree', value: print(written), wins: true };
  const patched = object.patched === undefined ? written : valueAt(object.patched as unknown, path);
  const later = isDeepStrictEqual(patched, written)
    ? varLayers(kustomization, object, path, origin)
    : [{ layer: `patches of Kustomization/${kustomization.name}`, value: print(patched), wins: true }];
  const layers = lastWins([tree, ...later]);
  return [{ ...about, path: printPath(path), value: print(value), layers }];
};

const print = (value: unknown): string =>
  value === undefined ? 'nothing' : withExactIntegers(value, (one) => JSON.stringify(one) ?? 'nothing');

/**
 * The vars that a text reads, each with its value and origin; those of a list or map with the place that reads them. A
 * var wins that is the only one: what several make together, or stands in an item, is the layer's that says so.
 */
const varLayers = (
  kustomization: AppliedKustomization,
  { source }: AppliedObject,
  path: JsonPath,
  origin: string,
): readonly ExplainedLayer[] =>
  source.sites.flatMap((site) => {
    if (site.isKey || !startsWith(site.path, path)) return [];
    const layers = varsOfSite(kustomization, site, origin);
    const place = site.path.slice(path.length);
    if (place.length === 0) return layers.length === 1 ? layers : layers.map((one) => ({ ...one, wins: false }));
    const where = printPath(place);
    return layers.map(({ layer, value }) => ({ layer: `${where}: ${layer}`, value, wins: false }));
  });

const varsOfSite = ({ vars }: AppliedKustomization, { template }: Site, origin: string): readonly ExplainedLayer[] => {
  if (template instanceof SubstitutionError) return [];
  const seen = new Set<string>();
  return template.nodes.flatMap((node): ExplainedLayer[] => {
    if (typeof node === 'string' || seen.has(node.name)) return [];
    seen.add(node.name);
    const given = vars.get(node.name);
    if (given === undefined) return [{ layer: `\${${node.name}}, which nothing gives`, value: 'nothing', wins: false }];
    const from = given.from === 'postBuild.substitute' ? given.from : `${given.from} (${origin})`;
    return [{ layer: `\${${node.name}} from ${from}`, value: print(given.value), wins: true }];
  });
};

const explainRelease = (
  kustomization: AppliedKustomization,
  object: AppliedObject,
  path: JsonPath,
  origin: string,
): { readonly value: string; readonly layers: readonly ExplainedLayer[] } | undefined => {
  const { release, source } = object;
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
    const from = sources[index];
    layers.push({
      layer:
        from === undefined
          ? 'spec.values'
          : `${from.kind} ${from.namespace}/${from.name}, key ${from.key}${from.targetPath === undefined ? '' : `, at ${from.targetPath}`} (${origin})`,
      value: print(own),
      // Of a map all layers have a part, and the last has the last word.
      wins: (isObject(own) && isObject(value)) || winner === index,
    });
    if (from === undefined) layers.push(...varLayers(kustomization, object, [...VALUES, ...path], origin));
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
  const width = Math.max(...layers.map(({ layer }) => layer.length));
  const lines = layers.map(({ layer, value: own, wins }) => `  ${wins ? '*' : ' '} ${layer.padEnd(width)}  ${own}`);
  return `${kustomization}/${object}  ${path}\n  = ${value}\n${lines.join('\n')}\n${printPlaces(places)}`;
};

const printPlaces = ({ madeAt, usedAt }: Pick<Explained, 'madeAt' | 'usedAt'>): string => {
  const made = madeAt === undefined ? [] : [`made at ${madeAt}`];
  const used = usedAt === undefined ? [] : [`the addon is used at ${usedAt}`];
  const places = [...made, ...used];
  return places.length === 0 ? '' : `  ${places.join('; ')}\n`;
};
