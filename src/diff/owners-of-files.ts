import { configMapKey } from '../applied/config-map-key.js';
import { tryReadId } from '../applied/object-id.js';
import { knownVars, learnConfigMap } from '../applied/view/known-vars.js';
import type { CompiledAddon } from '../compile/compiled-cluster.js';
import { ownerKey, parseOwnerKey } from '../declared/owner-key.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import type { Variables } from '../substitution/index.js';
import type { AppPlan } from '../tree/plan-app.js';
import { printedJson } from '../tree/printed-json.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { VarOwner } from './secret-vars.js';

/**
 * The Kustomizations of a plan with what they apply: as it is planned, and as the files have it that differ.
 *
 * @param onDisk the texts of those files, by path
 */
export const ownersOfFiles = (
  { compiled }: Pick<AppPlan, 'compiled'>,
  onDisk: ReadonlyMap<string, string>,
): readonly VarOwner[] =>
  compiled.flatMap(({ addons, layout }) => {
    const planned = addons.map((addon) => ({ addon, found: plannedOf(addon) }));
    const written = planned.map(({ addon, found }) => ({
      addon,
      found: withEntry(
        found.entry,
        [...onDisk].flatMap(([path, text]) => (layout.addonOf(path) === addon.built.name ? objectsIn(text) : [])),
      ),
    }));
    return [...ownersIn(planned, planned), ...ownersIn(written, [...planned, ...written])];
  });

/** An addon's Kustomization, and all that is in its files. */
interface Found {
  readonly entry: JsonObject;
  readonly objects: readonly JsonObject[];
}

interface FoundAddon {
  readonly addon: CompiledAddon;
  readonly found: Found;
}

const plannedOf = ({ entry, objects }: CompiledAddon): Found => withEntry({}, [...entry, ...objects].map(printedJson));

const withEntry = (otherwise: JsonObject, objects: readonly JsonObject[]): Found => ({
  entry: objects.find(({ apiVersion, kind }) => kind === 'Kustomization' && isOfFlux(apiVersion)) ?? otherwise,
  objects,
});

const isOfFlux = (apiVersion: unknown): boolean => String(apiVersion).startsWith('kustomize.toolkit.fluxcd.io/');

const ownersIn = (all: readonly FoundAddon[], withConfigMaps: readonly FoundAddon[]): readonly VarOwner[] => {
  const configMaps = new Map<string, JsonObject>();
  for (const { found } of withConfigMaps) for (const json of found.objects) learnConfigMap(configMaps, json);
  const dataOf = (namespace: string, name: string) => configMaps.get(configMapKey(namespace, name));
  return all.flatMap(({ addon: { built }, found: { entry, objects } }) => {
    const key = ownerKey({ namespace: built.kustomizationNamespace, name: built.name });
    const own = {
      key,
      json: entry,
      objects: objects.flatMap((json) => {
        const id = tryReadId(json);
        return id === undefined ? [] : [{ id, json }];
      }),
      vars: knownVars(entry, parseOwnerKey(key).namespace, dataOf)?.vars ?? {},
    };
    const others = own.objects.filter(
      ({ id, json }) => json !== entry && isOfFlux(json['apiVersion']) && id.kind === 'Kustomization',
    );
    return [
      own,
      ...others.map(({ id, json }) =>
        unseenOwner(ownerKey(id), json, knownVars(json, id.namespace, dataOf)?.vars ?? {}),
      ),
    ];
  });
};

/** A Kustomization whose folder isn't in the files: each of its vars may arrive in a Secret. */
const unseenOwner = (key: string, json: JsonObject, vars: Variables): VarOwner => {
  const stringData = Object.fromEntries(Object.keys(vars).map((name) => [name, `\${${name}}`]));
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: parseOwnerKey(key), stringData };
  const id = tryReadId(secret);
  return { key, json, vars, objects: id === undefined ? [] : [{ id, json: secret }] };
};

/** A file that can't be read is shown without anything that may be a secret. */
const objectsIn = (text: string): readonly JsonObject[] => {
  try {
    return parseYamlDocuments(text).flatMap((one) => (isObject(one) ? [one as JsonObject] : []));
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
};
