import { suppliedVars } from '../../addon/supplied-vars.js';
import { kindScopes } from '../../compile/kind-scopes.js';
import type { KnownVars } from '../../compile/known-vars.js';
import { openOwnKinds } from '../../compile/own-kinds.js';
import { patchedTexts } from '../../compile/patched-texts.js';
import { ownersOf } from '../../compile/text-owners.js';
import { groupOf } from '../../constructs/reference.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { isDisabled } from '../../substitution/is-disabled.js';
import { findSites, NO_SITES } from '../../substitution/sites.js';
import { openVarSafety } from '../../var-safety/index.js';
import type { Elsewhere, RuleState, StateNamespace, StateObject, Unit } from './rule-state.js';
import { specOf } from './state-index.js';
import type { BuiltFolder, FileObject } from './yaml-folders.js';

/** A Kustomization that no code declares, with what it reads. */
export interface KustomizationDraft {
  /** `namespace/name`. */
  readonly key: string;
  /** Absent for a root whose manifest isn't known. */
  readonly kustomization?: FileObject | undefined;
  /** For the root: its source, which exists before it. */
  readonly source?: FileObject | undefined;
  /** The Kustomization that applies it. */
  readonly parent?: KustomizationDraft | undefined;
  readonly isElsewhere: boolean;
  readonly built: BuiltFolder;
  readonly known: KnownVars;
}

/** What is known of a cluster that no code declares, other than its Kustomizations. */
export interface UndeclaredCluster
  extends Pick<RuleState, 'name' | 'kubernetes' | 'flux' | 'fluxSettings' | 'lockdown' | 'source'> {}

const NOTHING_ELSEWHERE: Elsewhere = {
  provides: [],
  externals: [],
  externalNamespaces: [],
  externalObjects: [],
  stages: [],
};

/** The state of a cluster that no code declares, from its Kustomizations by key, each parent before its children. */
export const stateOfDrafts = (
  drafts: ReadonlyMap<string, KustomizationDraft>,
  cluster: UndeclaredCluster,
): RuleState => {
  const vars = new Set([...drafts.values()].flatMap(({ known }) => [...known.vars.keys()]));
  const units = [...drafts.values()].map((draft) => unitOf(draft, drafts, vars));
  const crds = units.flatMap(({ objects }) => objects.filter(({ kind }) => kind === 'CustomResourceDefinition'));
  const ownKinds = openOwnKinds([]);
  return {
    ...cluster,
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

/** Whether an object of a file is a Kustomization of Flux. */
export const isKustomization = ({ json: { apiVersion, kind } }: FileObject): boolean =>
  kind === 'Kustomization' && groupOf(String(apiVersion)) === 'kustomize.toolkit.fluxcd.io';

/** The applier's `targetNamespace` overrides the object's own. */
const namespaceOf = ({ json }: FileObject, applier: KustomizationDraft): string | undefined => {
  const { namespace } = fieldsOf(json['metadata']);
  const { targetNamespace } = applier.kustomization === undefined ? {} : specOf(applier.kustomization);
  return [targetNamespace, namespace].find((one): one is string => typeof one === 'string' && one !== '');
};

/** `namespace/name` of an object, as the Kustomization applies it. */
export const keyOf = (one: FileObject, applier: KustomizationDraft): string =>
  `${namespaceOf(one, applier) ?? 'default'}/${String(fieldsOf(one.json['metadata'])['name'])}`;

export const NO_VARS: KnownVars = { vars: new Map(), open: [], borrowed: new Set(), isSubstituted: false };

/** Inline values of the Kustomization are known; values of ConfigMaps and Secrets aren't. */
export const varsOf = (spec: Readonly<Record<string, unknown>>): KnownVars => {
  const { inline, open } = suppliedVars(spec);
  const vars = new Map(
    [...inline].map(([name, value]) => [name, { schema: { type: 'string' as const, enum: [value] }, optional: false }]),
  );
  return { ...NO_VARS, vars, open, isSubstituted: inline.size + open.length > 0 };
};

const unitOf = (
  draft: KustomizationDraft,
  drafts: ReadonlyMap<string, KustomizationDraft>,
  vars: ReadonlySet<string>,
): Unit => {
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
const isUnit = (
  one: FileObject,
  applier: KustomizationDraft,
  drafts: ReadonlyMap<string, KustomizationDraft>,
): boolean => drafts.get(keyOf(one, applier))?.kustomization === one;

/** @param applier the unit whose Kustomization applies it */
const compile = (
  one: FileObject,
  { key: unit }: KustomizationDraft,
  applier: KustomizationDraft,
): StateObject | undefined => {
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
