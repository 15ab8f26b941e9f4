import { knownScope } from '../compile/kind-scopes.js';
import { hashedName, nameBeforeHash } from '../constructs/kustomize-hash.js';
import { fieldsOf, textOf } from '../json/as-shape.js';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, printPointer } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { metadataOf, specOf } from '../json/manifest-fields.js';
import type { PinnedChart } from './chart-of-release.js';
import type { CodeNode, ObjectMember } from './code-node.js';
import { raw, text } from './code-node.js';
import type { ImportedObject } from './imported-object.js';
import { commentsAt, type JsonCodeOptions, jsonCode } from './json-code.js';
import type { FindClass } from './kind-classes.js';
import { nullsIn, withoutNulls } from './nulls.js';
import { printCode } from './print-code.js';
import { pathKey } from './read-comments.js';

/** The code that makes an object, and what it imports. */
export interface ObjectCode {
  /** `new HelmRelease(scope, `, up to its id. */
  readonly className: string;
  /** `fluxspan`, `cdk8s` or a module of `fluxspan/imports/`. */
  readonly module: string;
  readonly props: CodeNode;
  /** What follows the call: `.addJsonPatch(…)`. */
  readonly tail?: string;
  /** The props need a name of the object's own: its id is no part of them. */
  readonly pinned?: PinnedChart;
}

export interface ObjectCodeOptions extends JsonCodeOptions {
  readonly addon: string;
  readonly namespace: string | undefined;
  readonly findClass: FindClass;
  /** No class: its types, or the schema of its kind, refuse the object. */
  readonly isUntyped: (object: ImportedObject) => boolean;
  readonly pin: (release: ImportedObject) => PinnedChart | undefined;
  /** Settings that the addon gives to its releases. */
  readonly inherited: JsonObject;
}

/** The constructs of fluxspan that add nothing to what they are given. */
const FLATTENED = new Set([
  'source.toolkit.fluxcd.io/v1/HelmRepository',
  'source.toolkit.fluxcd.io/v1/OCIRepository',
  'source.toolkit.fluxcd.io/v1/GitRepository',
  'source.toolkit.fluxcd.io/v1/Bucket',
]);

export const objectCode = (object: ImportedObject, options: ObjectCodeOptions): ObjectCode => {
  const { json, id } = object;
  const { apiVersion, kind } = json as { readonly apiVersion: string; readonly kind: string };
  if (options.isUntyped(object) || nullsIn(json).length > 0) return untyped(object, options);
  const full = `${apiVersion}/${kind}`;
  const spec = specOf(json);
  if (full === 'helm.toolkit.fluxcd.io/v2/HelmRelease') {
    if ((spec['chart'] === undefined) !== (spec['chartRef'] === undefined)) return releaseCode(object, options);
  } else if (FLATTENED.has(full)) {
    // Sources live in flux-system, unless they say otherwise.
    const own = { ...options, namespace: 'flux-system' };
    if (spec['interval'] !== undefined && hasOnlySpec(json))
      return { className: kind, module: 'fluxspan', props: propsOf(object, own, specMembers(object, own)) };
  } else if (full === 'external-secrets.io/v1/ExternalSecret') {
    const isSaid = spec['refreshInterval'] !== undefined && fieldsOf(spec['secretStoreRef'])['kind'] !== undefined;
    if (isSaid && hasOnlySpec(json))
      return { className: kind, module: 'fluxspan', props: propsOf(object, options, specMembers(object, options)) };
  } else if (full === 'v1/ConfigMap' && id.namespace !== '') {
    const { base } = object;
    const members = bodyMembers(object, options);
    const hash: readonly ObjectMember[] = base === undefined ? [] : [{ key: 'nameSuffixHash', value: raw('true') }];
    if (json['binaryData'] === undefined)
      return { className: kind, module: 'fluxspan', props: propsOf(object, options, [...members, ...hash], base) };
  }
  const known = options.findClass(apiVersion, kind);
  if (known === undefined) return untyped(object, options);
  return { className: known.name, module: known.module, props: propsOf(object, options, bodyMembers(object, options)) };
};

/** The name without its hash, of a ConfigMap that kustomize generated. */
export const hashBase = ({ json, path }: Pick<ImportedObject, 'json' | 'path'>): string | undefined => {
  const name = textOf(metadataOf(json)['name']) ?? '';
  const base = nameBeforeHash(name);
  if (json['kind'] !== 'ConfigMap' || path !== '' || base === undefined) return undefined;
  return hashedName(base, json) === name ? base : undefined;
};

const IDENTITY = new Set(['apiVersion', 'kind', 'metadata']);

const hasOnlySpec = (json: JsonObject): boolean =>
  Object.keys(json).every((key) => key === 'spec' || IDENTITY.has(key));

const bodyMembers = ({ json }: ImportedObject, options: ObjectCodeOptions): readonly ObjectMember[] =>
  Object.entries(json)
    .filter(([key]) => !IDENTITY.has(key))
    .map(([key, value]) => ({ key, value: jsonCode(value, [key], options), ...commentsAt([key], options) }));

const specMembers = (
  { json }: ImportedObject,
  options: ObjectCodeOptions,
  isLeftOut: (key: string) => boolean = () => false,
): readonly ObjectMember[] =>
  Object.entries(specOf(json))
    .filter(([key]) => !isLeftOut(key))
    .map(([key, value]) => ({
      key,
      value: jsonCode(value, ['spec', key], options),
      ...commentsAt(['spec', key], options),
    }));

/** What every object has, as far as it isn't the addon's own. */
const propsOf = (
  { json, id }: ImportedObject,
  options: ObjectCodeOptions,
  members: readonly ObjectMember[],
  name: string | undefined = nameOf(json, id.name),
  isNamed = true,
): CodeNode => {
  const metadata = metadataOf(json);
  const { name: _, namespace, labels, annotations, creationTimestamp: __, ...more } = metadata;
  const part = (key: string, value: unknown): readonly ObjectMember[] =>
    typeof value === 'string' || (isObject(value) && Object.keys(value).length > 0)
      ? [{ key, value: jsonCode(value, ['metadata', key], options), ...commentsAt(['metadata', key], options) }]
      : [];
  const rest = Object.keys(more).length === 0 ? [] : part('extra', { metadata: more });
  return {
    kind: 'object',
    members: [
      ...(isNamed && name !== options.addon
        ? [{ key: 'name', value: jsonCode(name, ['metadata', 'name'], options) }]
        : []),
      ...(namespace === undefined || namespace === options.namespace || id.namespace === ''
        ? []
        : [{ key: 'namespace', value: jsonCode(namespace, ['metadata', 'namespace'], options) }]),
      ...part('labels', labels),
      ...part('annotations', annotations),
      ...rest,
      ...members,
    ],
  };
};

/** Where clusters have other names, that of the option. */
const nameOf = (json: JsonObject, otherwise: string): string => textOf(metadataOf(json)['name']) ?? otherwise;

const releaseCode = (object: ImportedObject, options: ObjectCodeOptions): ObjectCode => {
  const { json, id } = object;
  const pinned = options.pin(object);
  const spec = specOf(json);
  const namespace = id.namespace;
  const isDerived = (key: string): boolean => {
    if (key === 'releaseName') return spec[key] === id.name;
    if (equalJson(spec[key], options.inherited[key]) && !hasComments(['spec', key], options)) return true;
    return pinned !== undefined && (key === 'chart' || key === 'chartRef');
  };
  const chart: readonly ObjectMember[] =
    pinned === undefined
      ? []
      : [{ key: 'chart', value: raw(memberCode('charts', id.name)), ...chartComments(options) }];
  // Flux puts the target namespace into the name of a release, where none is given.
  const target = textOf(spec['targetNamespace']);
  const release: readonly ObjectMember[] =
    spec['releaseName'] === undefined && target !== undefined
      ? [{ key: 'releaseName', value: jsonCode(releaseNameOf(target, id.name), [], options) }]
      : [];
  const { values, ...others } = spec;
  const members = specMembers({ ...object, json: { ...json, spec: others } }, options, isDerived);
  const last: readonly ObjectMember[] =
    values === undefined
      ? []
      : [
          {
            key: 'values',
            value: jsonCode(values, ['spec', 'values'], options),
            ...commentsAt(['spec', 'values'], options),
          },
        ];
  const props = propsOf(
    { ...object, json },
    { ...options, namespace: options.namespace ?? namespace },
    [...chart, ...release, ...members, ...last],
    nameOf(json, id.name),
    pinned === undefined,
  );
  return { className: 'HelmRelease', module: 'fluxspan', props, ...(pinned === undefined ? {} : { pinned }) };
};

/** Whether the YAML has a comment at the path, or below it. */
const hasComments = (path: JsonPath, { comments }: ObjectCodeOptions): boolean => {
  const start = pathKey(path).slice(0, -1);
  return [...comments.keys()].some((key) => key.startsWith(start));
};

const chartComments = (options: ObjectCodeOptions) => {
  const before = [
    ['spec', 'chart'],
    ['spec', 'chart', 'spec'],
    ['spec', 'chart', 'spec', 'version'],
  ].flatMap((path) => {
    const found = commentsAt(path, options);
    return [...(found.before ?? []), ...(found.after === undefined ? [] : [found.after])];
  });
  return before.length === 0 ? {} : { before };
};

/** https://fluxcd.io/flux/components/helm/helmreleases/#release-name: what helm-controller composes; long ones it hashes. */
export const releaseNameOf = (target: string, name: string): string => `${target}-${name}`;

/** `charts.podinfo`, or `charts['cert-manager']`. */
export const memberCode = (of: string, key: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(key) ? `${of}.${key}` : `${of}['${key}']`;

/** Any object as it stands. */
const untyped = (object: ImportedObject, options: ObjectCodeOptions): ObjectCode => {
  const { id } = object;
  const nulls = nullsIn(object.json);
  const { apiVersion, kind, metadata, ...body } = withoutNulls(object.json) as JsonObject;
  const whole = {
    apiVersion,
    kind,
    metadata: withoutOwn(fieldsOf(metadata), options.namespace, id.namespace),
    ...body,
  };
  const props: CodeNode = {
    kind: 'object',
    members: Object.entries(whole).map(([key, value]) => ({
      key,
      value: jsonCode(value, [key], options),
      ...(key === 'apiVersion' || key === 'kind' ? {} : commentsAt([key], options)),
    })),
    isOpen: true,
  };
  const isPlaced = id.namespace === '' && options.namespace !== undefined && isOfUnknownScope(object, options);
  const patches = [
    // An addon's object gets its namespace, unless its kind is known to live in none.
    ...(isPlaced ? [`JsonPatch.remove('/metadata/namespace')`] : []),
    ...nulls.map((path) => `JsonPatch.add(${printCode(text(printPointer(path)))}, null)`),
  ];
  const tail = `.addJsonPatch(${patches.join(', ')})`;
  return { className: 'ApiObject', module: 'cdk8s', props, ...(patches.length === 0 ? {} : { tail }) };
};

const isOfUnknownScope = ({ id, json }: ImportedObject, { findClass }: ObjectCodeOptions): boolean =>
  knownScope(id.group, id.kind) === undefined && findClass(String(json['apiVersion']), id.kind) === undefined;

const withoutOwn = (metadata: JsonObject, namespace: string | undefined, own: string): JsonObject => {
  const { creationTimestamp: _, ...rest } = metadata;
  if (own === '' || namespace === undefined || !equalJson(rest['namespace'], namespace)) return rest;
  const { namespace: __, ...others } = rest;
  return others;
};
