import { posix } from 'node:path';
import { suppliedVars } from '../../addon/supplied-vars.js';
import { kindScopes } from '../../compile/kind-scopes.js';
import type { KnownVars } from '../../compile/known-vars.js';
import { openOwnKinds } from '../../compile/own-kinds.js';
import { patchedTexts } from '../../compile/patched-texts.js';
import { ownersOf } from '../../compile/text-owners.js';
import { groupOf } from '../../constructs/reference.js';
import { ROOT_OWNER } from '../../contract/index.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { isDisabled } from '../../substitution/is-disabled.js';
import { findSites, NO_SITES } from '../../substitution/sites.js';
import { openVarSafety } from '../../var-safety/index.js';
import type { Elsewhere, RuleState, StateNamespace, StateObject, Unit } from './rule-state.js';
import { specOf } from './state-index.js';
import type { BuiltFolder, FileObject } from './yaml-folders.js';

/** A cluster that no code declares: folders of a repository. */
export interface YamlCluster
  extends Pick<RuleState, 'name' | 'kubernetes' | 'flux' | 'fluxSettings'>,
    Partial<Pick<RuleState, 'lockdown' | 'source'>> {
  /** The folder that Flux's root reads: `clusters/prod`. */
  readonly root: string;
  /** What Flux builds from a folder of the repository: {@link openYamlFolders}. */
  readonly build: (folder: string) => BuiltFolder;
}

const NOTHING_ELSEWHERE: Elsewhere = {
  provides: [],
  externals: [],
  externalNamespaces: [],
  externalObjects: [],
  stages: [],
};

const FLUX_SOURCE: RuleState['source'] = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' };

/** A Kustomization with what it reads. */
interface Draft {
  readonly key: string;
  /** Absent for a root whose manifest isn't in its own folder. */
  readonly kustomization?: FileObject;
  /** For the root: its source, which exists before it. */
  readonly source?: FileObject | undefined;
  readonly parent?: Draft;
  readonly isElsewhere: boolean;
  readonly built: BuiltFolder;
  readonly known: KnownVars;
}

/** Reads the Kustomizations that Flux's root applies, to any depth, each with the objects of its folder. */
export const stateOfYaml = ({
  build,
  root,
  lockdown = false,
  source = FLUX_SOURCE,
  ...rest
}: YamlCluster): RuleState => {
  const drafts = new Map<string, Draft>();
  drafts.set(ROOT_OWNER, draftRoot(build(folderOf(root)), source));
  for (const parent of drafts.values()) {
    for (const one of parent.built.objects) {
      const key = keyOf(one, parent);
      if (!isKustomization(one) || drafts.has(key)) continue;
      const spec = specOf(one);
      const isElsewhere = !isSource(fieldsOf(spec['sourceRef']), key, source);
      const built = isElsewhere ? { objects: [], isPartial: false } : build(folderOf(spec['path']));
      drafts.set(key, { key, kustomization: one, parent, isElsewhere, built, known: varsOf(spec) });
    }
  }
  const vars = new Set([...drafts.values()].flatMap(({ known }) => [...known.vars.keys()]));
  const units = [...drafts.values()].map((draft) => unitOf(draft, drafts, vars));
  const crds = units.flatMap(({ objects }) => objects.filter(({ kind }) => kind === 'CustomResourceDefinition'));
  const ownKinds = openOwnKinds([]);
  return {
    ...rest,
    lockdown,
    source,
    units,
    namespaces: units.flatMap(namespacesOf),
    vars,
    varSafety: openVarSafety(),
    scopeOf: kindScopes(
      crds.map(({ json }) => json),
      ownKinds,
    ),
    ownKinds,
    elsewhere: NOTHING_ELSEWHERE,
  };
};

/** `flux bootstrap` puts the root's own Kustomization into its folder, with its source, and applies both first. */
const draftRoot = (built: BuiltFolder, { kind, name, namespace }: RuleState['source']): Draft => {
  const root: Draft = { key: ROOT_OWNER, isElsewhere: false, built, known: NO_VARS };
  const own = built.objects.find((one) => isKustomization(one) && keyOf(one, root) === ROOT_OWNER);
  const source = built.objects.find(
    (one) => one.json['kind'] === kind && keyOf(one, root) === `${namespace}/${name}` && isOfSources(one),
  );
  return { ...root, source, ...(own === undefined ? {} : { kustomization: own, known: varsOf(specOf(own)) }) };
};

const folderOf = (path: unknown): string =>
  posix.join('.', typeof path === 'string' ? path : '.').replace(/(?<=.)\/$/, '');

const isKustomization = ({ json: { apiVersion, kind } }: FileObject): boolean =>
  kind === 'Kustomization' && groupOf(String(apiVersion)) === 'kustomize.toolkit.fluxcd.io';

const isOfSources = ({ json }: FileObject): boolean => groupOf(String(json['apiVersion'])) === SOURCE_GROUP;

const SOURCE_GROUP = 'source.toolkit.fluxcd.io';

/** The applier's `targetNamespace` overrides the object's own. */
const namespaceOf = ({ json }: FileObject, applier: Draft): string | undefined => {
  const { namespace } = fieldsOf(json['metadata']);
  const { targetNamespace } = applier.kustomization === undefined ? {} : specOf(applier.kustomization);
  return [targetNamespace, namespace].find((one): one is string => typeof one === 'string' && one !== '');
};

const keyOf = (one: FileObject, applier: Draft): string =>
  `${namespaceOf(one, applier) ?? 'default'}/${String(fieldsOf(one.json['metadata'])['name'])}`;

const isSource = (ref: Readonly<Record<string, unknown>>, key: string, source: RuleState['source']): boolean =>
  ref['kind'] === source.kind &&
  ref['name'] === source.name &&
  (ref['namespace'] ?? key.slice(0, key.indexOf('/'))) === source.namespace;

const NO_VARS: KnownVars = { vars: new Map(), open: [], borrowed: new Set(), isSubstituted: false };

/** Inline values of the Kustomization are known; values of ConfigMaps and Secrets aren't. */
const varsOf = (spec: Readonly<Record<string, unknown>>): KnownVars => {
  const { inline, open } = suppliedVars(spec);
  const vars = new Map(
    [...inline].map(([name, value]) => [name, { schema: { type: 'string' as const, enum: [value] }, optional: false }]),
  );
  return { ...NO_VARS, vars, open, isSubstituted: inline.size + open.length > 0 };
};

const unitOf = (draft: Draft, drafts: ReadonlyMap<string, Draft>, vars: ReadonlySet<string>): Unit => {
  const { key, kustomization, source, parent, built, known, isElsewhere } = draft;
  const own = built.objects.filter((one) => one !== source && !(isKustomization(one) && isUnit(one, draft, drafts)));
  const objects = own.flatMap((one) => compile(one, draft, draft) ?? []);
  const entry = [kustomization, source].flatMap((one) => (one && compile(one, draft, parent ?? draft)) ?? []);
  const dependsOn = kustomization === undefined ? [] : objectsOf(specOf(kustomization)['dependsOn']);
  return {
    name: key,
    key,
    objects,
    entry,
    dependsOn: dependsOn.map(({ name, namespace = key.slice(0, key.indexOf('/')) }) => `${namespace}/${name}`),
    ...(parent === undefined ? {} : { parent: parent.key }),
    provides: [],
    isPartial: built.isPartial,
    isElsewhere,
    known,
    patched: patchedTexts({ objects, entry }, ownersOf(known, vars)),
  };
};

/** Whether a Kustomization is a unit; a second one of the same name is an ordinary object. */
const isUnit = (one: FileObject, applier: Draft, drafts: ReadonlyMap<string, Draft>): boolean =>
  drafts.get(keyOf(one, applier))?.kustomization === one;

/** @param applier the unit whose Kustomization applies it */
const compile = (one: FileObject, { key: unit }: Draft, applier: Draft): StateObject | undefined => {
  const { file } = one;
  const json = withNullData(one.json, withoutNulls(one.json) as JsonObject);
  const { apiVersion, kind } = json;
  const { name } = fieldsOf(json['metadata']);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string') return undefined;
  return {
    unit,
    file,
    owner: applier.key,
    group: groupOf(apiVersion),
    apiVersion,
    kind,
    namespace: namespaceOf(one, applier),
    name,
    title: `${kind}/${name}`,
    json,
    sites: applier.known.isSubstituted && !isDisabled(json) ? findSites(json) : NO_SITES,
  };
};

/** The API server treats a null field as absent. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === null ? [] : [[key, withoutNulls(member)]])),
  );
};

/** It takes a null among the texts of a ConfigMap or Secret for an empty text, though. */
const withNullData = (from: JsonObject, json: JsonObject): JsonObject => {
  if (json['apiVersion'] !== 'v1' || (json['kind'] !== 'ConfigMap' && json['kind'] !== 'Secret')) return json;
  const kept = ['data', 'binaryData', 'stringData'].filter((field) => isObject(from[field]));
  return { ...json, ...Object.fromEntries(kept.map((field) => [field, from[field]!])) };
};

const namespacesOf = ({ name: unit, objects }: Unit): readonly StateNamespace[] =>
  objects.flatMap(({ group, kind, name, json }) => {
    if (group !== '' || kind !== 'Namespace') return [];
    const { labels } = fieldsOf(json['metadata']);
    const texts = Object.entries(isObject(labels) ? labels : {}).filter(
      (one): one is [string, string] => typeof one[1] === 'string',
    );
    return [{ name, creator: 'addon' as const, unit, labels: Object.fromEntries(texts) }];
  });
