import { isFluxKustomization, ownerKey } from '../applied/cluster-state.js';
import type { FluxObject, FluxOwner, FluxView, NotSeen } from '../applied/view/flux-view.js';
import { kustomizationDefaults } from '../constructs/kustomization-settings.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { objectsOf, textFieldsOf, textOf } from '../json/as-shape.js';
import { compareText } from '../json/compare-text.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { isBuiltInGroup } from '../schema/kubernetes-groups.js';
import type { PackageSchemas } from '../schema/package-schemas.js';
import { importLeftOut } from './diagnostics.js';
import type { ImportedObject } from './imported-object.js';
import { labelOf, openNames } from './names.js';
import type { AddonRequest } from './plan-addon.js';
import { type PlannedCapabilities, planCapabilities } from './plan-capabilities.js';
import { planVars } from './plan-vars.js';

export interface ImportChoice {
  /** Names of Kustomizations, with or without their namespace; empty: all of the cluster. */
  readonly only: readonly string[];
  /** A folder that no Kustomization reads: all that the root of the view has in it is one addon. @default - Kustomizations alone */
  readonly folder?: string | undefined;
}

/** A Kustomization of the cluster that stays as it is, and that an addon waits for. */
export interface ImportedExternal {
  readonly name: string;
  readonly namespace: string;
  /** What an addon requires to wait for it. */
  readonly provides: string;
}

/** A cluster that is imported. */
export interface ClusterRequest extends ImportChoice {
  readonly name: string;
  readonly view: FluxView;
}

/** Causes that leave nothing certain to write. */
const OPEN: ReadonlySet<NotSeen['cause']> = new Set(['elsewhere', 'remote', 'unbuilt', 'no-kubectl']);

/** What is read of one cluster. */
export interface ReadCluster {
  readonly name: string;
  readonly addons: readonly AddonRequest[];
  readonly capabilities: PlannedCapabilities;
  /** API groups that an addon or the cluster must provide. */
  readonly groups: readonly string[];
  readonly externals: readonly ImportedExternal[];
  readonly contract: string | undefined;
  readonly staying: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the chosen Kustomizations of a cluster as addons. */
export const readAddons = (
  { name: cluster, view, only, folder }: ClusterRequest,
  schemas: PackageSchemas,
): ReadCluster => {
  const diagnostics: Diagnostic[] = [];
  const chosen = folder === undefined ? chooseOwners(view, only, diagnostics) : ofFolder(view, folder, diagnostics);
  const keys = new Set(chosen.map(({ key }) => key));
  const configMaps = configMapsOf(view);
  const configMap = (namespace: string, name: string) => configMaps.get(`${namespace}/${name}`);
  const contract = contractOf(chosen, configMap);
  const homes = new Set(chosen.map(({ key }) => parseOwnerKey(key).namespace));
  const withObjects = chosen.flatMap((owner) => {
    const own = owner.objects.filter((one) => isImported(one, keys));
    const objects = own.filter(({ id }) => !isHome(id, homes)).map(asImported);
    return objects.length === 0 ? [] : [{ owner, objects, isWhole: objects.length === own.length }];
  });
  const names = nameAddons(withObjects);
  const externals = new Map<string, ImportedExternal>();
  const addons = withObjects.map(({ owner, objects }): AddonRequest => {
    const { namespace } = parseOwnerKey(owner.key);
    const name = names.get(owner.key)!;
    const requires = new Set<string>();
    for (const dependency of objectsOf(specOf(owner.json)['dependsOn'])) {
      const its = { name: String(dependency['name']), namespace: textOf(dependency['namespace']) ?? namespace };
      const key = `${its.namespace}/${its.name}`;
      const addon = names.get(key);
      if (addon !== undefined) requires.add(addon);
      else if (view.owners.has(key) && keys.has(key)) continue;
      else {
        const taken = [
          ...names.values(),
          ...[...externals].flatMap(([other, one]) => (other === key ? [] : one.provides)),
        ];
        const provides = nameExternal(its, taken);
        requires.add(provides);
        externals.set(key, { ...its, provides });
      }
    }
    const vars = planVars(owner.json, objects, { namespace, configMap, contract, schemas });
    for (const { object, message } of vars.problems)
      diagnostics.push(
        diagnose(importLeftOut, {
          message: `Flux can't substitute the vars of ${object.id.kind} "${object.id.name}" of "${name}": ${message}`,
          at: { file: object.path },
          fix: 'fix it in the YAML, and run the command again',
        }),
      );
    return { cluster, owner, name, namespace, objects, requires: [...requires], vars };
  });
  const capabilities = planCapabilities(addons);
  const root = view.owners.get(view.root);
  const homesLeft = chosen.flatMap(({ objects }) => objects.filter(({ id }) => isHome(id, homes))).length;
  const ofRoot = root?.objects.filter((one) => !isFluxKustomization(one.id) && !isOfFlux(one)).length ?? 0;
  return {
    name: cluster,
    addons,
    capabilities,
    groups: [...capabilities.ofCluster, ...[...capabilities.ofAddon.values()].flat()].sort(compareText),
    externals: [...externals.values()],
    contract,
    staying: folder === undefined ? ofRoot + homesLeft : 0,
    diagnostics,
  };
};

/** Its name, with its namespace where something else has that name. */
const nameExternal = (
  { name, namespace }: Pick<ImportedExternal, 'name' | 'namespace'>,
  taken: readonly string[],
): string => (namespace !== 'flux-system' && taken.includes(name) ? `${namespace}-${name}` : name);

/**
 * The namespace of an imported Kustomization, which is there before the root applies that one: it stays in its YAML, and
 * the cluster declares it.
 */
const isHome = ({ kind, group, name }: FluxObject['id'], homes: ReadonlySet<string>): boolean =>
  kind === 'Namespace' && group === '' && homes.has(name);

const isOfFlux = ({ path }: FluxObject): boolean => /(?:^|\/)gotk-[^/]+$/.test(path);

/** A Kustomization that is imported itself is an addon; another one is an object as others. */
const isImported = (object: FluxObject, keys: ReadonlySet<string>): boolean =>
  !isOfFlux(object) && !(isFluxKustomization(object.id) && keys.has(ownerKey(object.id)));

const asImported = ({ id, built, path }: FluxObject): ImportedObject => ({
  id,
  json: (isBuiltInGroup(id.group)
    ? withoutNulls(withoutTimestamps(built), '')
    : withoutTimestamps(built)) as JsonObject,
  path,
});

/** Maps whose values are texts: of a null the API server makes an empty one. */
const TEXTS = new Set(
  'annotations data labels limits matchLabels nodeSelector parameters requests stringData'.split(' '),
);

/** To Kubernetes' own kinds, a field that is null is one that isn't there. */
const withoutNulls = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, ''));
  if (!isObject(value)) return value;
  const members = TEXTS.has(name) ? Object.entries(value) : Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member, key)]));
};

/** `kubectl create --dry-run` prints `creationTimestamp: null`, which means nothing. */
const withoutTimestamps = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutTimestamps);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !(key === 'creationTimestamp' && member === null))
      .map(([key, member]) => [key, withoutTimestamps(member)]),
  );
};

const chooseOwners = (view: FluxView, only: readonly string[], diagnostics: Diagnostic[]): readonly FluxOwner[] => {
  const all = [...view.owners.values()].filter(({ key }) => key !== view.root);
  const matches = (key: string): boolean =>
    only.length === 0 || only.includes(key) || only.includes(key.slice(key.indexOf('/') + 1));
  return all.filter((owner) => {
    if (!matches(owner.key)) return false;
    const open = owner.notSeen.find(({ cause }) => OPEN.has(cause));
    if (open === undefined && owner.folder !== undefined) return true;
    diagnostics.push(
      diagnose(importLeftOut, {
        message: `Kustomization "${owner.key}" isn't imported: ${open === undefined ? 'its source is elsewhere' : `"${open.what}" ${open.reason}`}`,
        at: { file: open?.line === undefined ? (owner.file ?? '') : `${open.file}:${open.line}` },
        notes: open?.problem === undefined ? [] : [open.problem.message],
        fix: 'it stays as it is; what is imported can depend on it',
      }),
    );
    return false;
  });
};

/** A folder as the Kustomization that will read it, with fluxspan's settings: the YAML has none. */
const ofFolder = (view: FluxView, folder: string, diagnostics: Diagnostic[]): readonly FluxOwner[] => {
  const root = view.owners.get(view.root);
  if (root === undefined || root.objects.length === 0) return [];
  const open = root.notSeen.find(({ cause }) => OPEN.has(cause));
  if (open !== undefined) {
    diagnostics.push(
      diagnose(importLeftOut, {
        message: `folder "${folder}" isn't imported: "${open.what}" ${open.reason}`,
        at: { file: open.line === undefined ? open.file : `${open.file}:${open.line}` },
        fix: 'fix it in the YAML, commit, and run the command again',
      }),
    );
    return [];
  }
  const name = labelOf(folder.split('/').at(-1)!);
  const json = {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'flux-system' },
    spec: { ...kustomizationDefaults },
  } as unknown as FluxOwner['json'];
  return [{ ...root, key: `flux-system/${name}`, json, file: undefined }];
};

const configMapsOf = ({ owners }: FluxView): ReadonlyMap<string, Readonly<Record<string, string>>> =>
  new Map(
    [...owners.values()].flatMap(({ objects }) =>
      objects
        .filter(({ id, json }) => id.kind === 'ConfigMap' && id.group === '' && json['sops'] === undefined)
        .map(({ id, json }) => [`${id.namespace}/${id.name}`, textFieldsOf(json['data'])] as const),
    ),
  );

/** The one ConfigMap that the repository doesn't have, and from which Kustomizations of flux-system take vars. */
const contractOf = (
  owners: readonly FluxOwner[],
  configMap: (namespace: string, name: string) => unknown,
): string | undefined => {
  const found = new Set<string>();
  for (const { json, key } of owners) {
    const { namespace } = parseOwnerKey(key);
    const from = (specOf(json)['postBuild'] as { substituteFrom?: unknown } | undefined)?.substituteFrom;
    for (const [at, { kind, name, optional }] of objectsOf(from).entries()) {
      if (kind !== 'ConfigMap' || optional === true || configMap(namespace, String(name)) !== undefined) continue;
      // synth puts it last, so that nothing hides it.
      if (namespace !== 'flux-system' || at !== objectsOf(from).length - 1) return undefined;
      found.add(String(name));
    }
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
};

/** The names of the Kustomizations, so that they keep their owner; with the namespace where two have one name. */
const nameAddons = (
  imported: readonly { readonly owner: FluxOwner; readonly isWhole: boolean }[],
): ReadonlyMap<string, string> => {
  const owners = imported.map(({ owner }) => owner);
  // An addon takes the place of a Kustomization only with all of its objects.
  const plain = imported.map(({ owner, isWhole }) =>
    labelOf(`${parseOwnerKey(owner.key).name}${isWhole ? '' : '-objects'}`),
  );
  const names = openNames(['flux-system'], '-');
  return new Map(
    owners.map(({ key }, at) => {
      const isTwice = plain.filter((one) => one === plain[at]).length > 1;
      const { namespace } = parseOwnerKey(key);
      return [
        key,
        names.give(isTwice && namespace !== 'flux-system' ? labelOf(`${namespace}-${plain[at]}`) : plain[at]!),
      ];
    }),
  );
};
