import { gitSource, ociSource } from '../addon/source.js';
import { sops } from '../encryption/sops.js';
import { isObject } from '../json/is-object.js';
import type { JsonPath } from '../json/json-path.js';
import type { TenantOptions } from '../tenants/tenant-options.js';
import { alertsOf } from './team-alerts.js';
import { keysOf, refKeys } from './teams-schema.js';

/** What a layer of the file says of a team: `defaults`, the team itself, or one of its environments. */
export interface Layer {
  /** Where it is in the file. */
  readonly path: JsonPath;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface MergedTeam {
  /** As `tenant()` takes them. */
  readonly options: TenantOptions;
  /** What Flux fetches: `{ branch: 'main' }`. */
  readonly ref: Readonly<Record<string, string>>;
  /** The names of the vars that it gets of those that code offers. */
  readonly vars: readonly string[];
  /** The path in the file of a path in the options. */
  pathOf(option: JsonPath): JsonPath;
  /** Whether a source is given, if also one that can't be read. */
  readonly hasSource: boolean;
  /** Whether a source is there without what is fetched of it. */
  readonly lacksRef: boolean;
  /** A key that says what is fetched, where there is no source. */
  readonly refWithoutSource: JsonPath | undefined;
  /** As the file has them. */
  readonly alerts: unknown;
}

const isRefKey = (key: string): boolean => (refKeys as readonly string[]).includes(key);

/**
 * What a team is in one environment. Later layers go over earlier ones, key by key; what is fetched of the source is one
 * thing, so that `tag` of an environment takes the place of `branch` of the team.
 */
export const mergeTeam = (name: string, layers: readonly Layer[]): MergedTeam => {
  const from = new Map<string, { readonly layer: Layer; readonly value: unknown }>();
  for (const layer of layers) {
    const known = Object.entries(layer.settings).filter(
      ([key, value]) => value !== undefined && [...keysOf.team, 'offboard'].includes(key) && key !== 'environments',
    );
    if (known.some(([key]) => isRefKey(key))) for (const key of refKeys) from.delete(key);
    for (const [key, value] of known) from.set(key, { layer, value });
  }
  const ref: Record<string, string> = {};
  for (const key of refKeys) {
    const value = from.get(key)?.value;
    if (typeof value === 'string' && value !== '') ref[key] = value;
  }
  const given = from.get('source')?.value;
  const source = sourceOf(given, ref);
  const options: Record<string, unknown> = { name };
  for (const [key, { value }] of from)
    if (!['source', 'vars'].includes(key) && !isRefKey(key)) options[key] = optionOf(key, value);
  const vars = from.get('vars')?.value;
  if (options['alerts'] === undefined) delete options['alerts'];
  if (source !== undefined) options['source'] = source;
  const own = layers.at(-1)?.path ?? [];
  const refKey = refKeys.find((key) => from.has(key));
  const refAt = refKey === undefined ? undefined : [...from.get(refKey)!.layer.path, refKey];
  return {
    options: options as unknown as TenantOptions,
    ref,
    vars: Array.isArray(vars) ? vars.filter((one) => typeof one === 'string') : [],
    pathOf: ([first, ...rest]) => {
      const isRef = first === 'source' && rest[0] === 'ref';
      const key = isRef ? refKey : String(first);
      const found = key === undefined ? undefined : from.get(key);
      return found === undefined || key === undefined ? own : [...found.layer.path, key, ...(isRef ? [] : rest)];
    },
    hasSource: given !== undefined,
    lacksRef: given !== undefined && refKey === undefined,
    // `defaults` may say it for teams that have a source.
    refWithoutSource: given === undefined && refAt?.[0] === 'teams' ? refAt : undefined,
    alerts: from.get('alerts')?.value,
  };
};

const optionOf = (key: string, value: unknown): unknown => {
  if (key === 'alerts') return alertsOf(value);
  if (key === 'secrets' && isObject(value)) return sops(value);
  if (key === 'imagePullSecrets' && Array.isArray(value))
    return value.map((one) => (isObject(one) ? { ...one, external: true } : one));
  return withExternal(value);
};

const sourceOf = (given: unknown, ref: Readonly<Record<string, string>>): TenantOptions['source'] => {
  const props = typeof given === 'string' ? { url: given } : given;
  if (!isObject(props) || typeof props['url'] !== 'string') return undefined;
  const { url } = props;
  const all = { ...(withExternal(props) as object), url, ref };
  return url.startsWith('oci://') ? ociSource(all as never) : gitSource(all as never);
};

/** The Secrets that a team's entry names are made by others. */
const withExternal = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withExternal);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      /secretRef$/i.test(key) && isObject(member) ? { ...member, external: true } : withExternal(member),
    ]),
  );
};
