import type { FluxOwner } from '../applied/view/flux-view.js';
import type { JsonObject } from '../json/json-value.js';
import { metadataOf } from '../json/manifest-fields.js';
import type { PackageSchemas } from '../schema/package-schemas.js';
import { tryPinChart } from './chart-of-release.js';
import { type CodeNode, list, object, raw, type Statement, text } from './code-node.js';
import type { ImportedObject, WrittenFile } from './imported-object.js';
import { jsonCode, type TextCode } from './json-code.js';
import type { FindClass } from './kind-classes.js';
import { kustomizationCode } from './kustomization-code.js';
import { type ModuleImports, imports as openImports } from './module-imports.js';
import { identifierOf, kindWord, labelOf, openNames } from './names.js';
import { hashBase, type ObjectCode, objectCode } from './object-code.js';
import { planFiles, staysYaml } from './object-files.js';
import { orderLike } from './order-like.js';
import { type ConfigMapData, type PlannedVars, planVars } from './plan-vars.js';
import { printCode } from './print-code.js';
import type { FieldComments } from './read-comments.js';
import { textCodeOf } from './text-code.js';

/** What is imported as one addon. */
export interface AddonRequest {
  readonly owner: Pick<FluxOwner, 'json' | 'key' | 'file'>;
  readonly name: string;
  readonly identifier: string;
  /** Of the Kustomization. */
  readonly namespace: string;
  readonly objects: readonly ImportedObject[];
  readonly requires: readonly string[];
  readonly provides: readonly string[];
}

/** What the files of the repository tell. */
export interface AddonSources {
  readonly findClass: FindClass;
  readonly schemas: PackageSchemas;
  readonly configMap: ConfigMapData;
  readonly contract: string | undefined;
  textOf(path: string): string | undefined;
  objectsOf(path: string): readonly JsonObject[];
  commentsOf(object: ImportedObject): ReadonlyMap<string, FieldComments>;
  /** The object as its file has it. */
  modelOf(object: ImportedObject): JsonObject | undefined;
  isUntyped(object: ImportedObject): boolean;
}

export interface PlannedAddon extends AddonRequest {
  readonly files: readonly WrittenFile[];
  readonly code: string;
  readonly vars: PlannedVars;
  readonly hasReleases: boolean;
  /** The objects by the ids of their constructs. */
  readonly ids: ReadonlyMap<string, ImportedObject>;
}

/** The folder of addons, from the project. */
export const ADDONS = 'src/addons';

/** Writes the module of one addon. */
export const planAddon = (request: AddonRequest, sources: AddonSources): PlannedAddon => {
  const { name, identifier, owner } = request;
  const vars = planVars(owner.json, request.objects, { ...sources, namespace: request.namespace });
  const namespace = namespaceOf(vars.objects);
  const imports = openImports([identifier]);
  imports.add('fluxspan', 'defineAddon');
  const included = planFiles(vars.objects.filter(staysYaml), `${ADDONS}/${name}`, sources);
  const inFiles = new Set(included.flatMap(({ objects }) => objects));
  const coded = order(vars.objects.filter((one) => !inFiles.has(one)));
  const ids = new Map<string, ImportedObject>();
  // The library of constructs takes these for ids that are there.
  const idNames = openNames(Object.getOwnPropertyNames(Object.prototype), '-');
  const constants = openNames(undefined, '');
  const hashed = new Map<string, string>();
  const pins = new Map<ImportedObject, ReturnType<typeof tryPinChart>>();
  const releases = coded.filter(({ id }) => id.kind === 'HelmRelease');
  for (const release of releases) {
    const code = (value: unknown): CodeNode => jsonCode(value, [], { comments: new Map(), textCode: () => undefined });
    pins.set(release, sources.isUntyped(release) ? undefined : tryPinChart(release, coded, name, code));
  }
  dropShared(pins, coded);
  const consumed = new Set([...pins.values()].flatMap((pinned) => (pinned === undefined ? [] : [pinned.source])));
  const statements: Statement[] = included.map((file) => includeStatement(file, imports, idNames, hasVars(owner)));
  const left = coded.filter((one) => !consumed.has(one));
  for (const one of left) {
    const model = sources.modelOf(one);
    const ordered = { ...one, json: orderLike(one.json, model) as JsonObject };
    const textCode: TextCode = (value) => hashedCode(hashed, value) ?? textCodeOf(vars.types, value);
    const made = objectCode(ordered, {
      addon: name,
      namespace,
      comments: sources.commentsOf(one),
      textCode,
      findClass: sources.findClass,
      isUntyped: () => sources.isUntyped(one),
      pin: () => pins.get(one),
    });
    const base = hashBase(one);
    const id = idNames.give(base === undefined ? idFor(one, left) : labelOf(base));
    ids.set(id, one);
    const constant = base !== undefined ? constants.give(identifierOf(id, 'config')) : undefined;
    if (constant !== undefined) hashed.set(one.id.name, constant);
    statements.push(statementOf(made, id, constant, imports, sources.commentsOf(one)));
  }
  const hasReleases = left.some((one) => one.id.kind === 'HelmRelease' && !sources.isUntyped(one));
  if (hasReleases) imports.add('./flux-defaults.js', 'fluxDefaults');
  for (const { imports: named, code: type } of vars.types.values()) {
    for (const one of named) imports.add('fluxspan', one);
    if (type.startsWith('z.')) imports.add('zod', 'z');
  }
  const charts = Object.fromEntries(
    releases.flatMap((one) => {
      const pinned = pins.get(one);
      return pinned === undefined ? [] : [[one.id.name, pinned.code] as const];
    }),
  );
  if (Object.keys(charts).length > 0) imports.add('fluxspan', 'helmChart');
  const body = statements.map(({ value }) => printCode(value)).join('\n');
  const context = [
    ...(Object.keys(charts).length === 0 ? [] : ['charts']),
    ...(/\bvars\.[A-Za-z_]/.test(body) && vars.types.size > 0 ? ['vars'] : []),
  ];
  const definition = object({
    name: text(name),
    namespace: namespace === undefined ? undefined : text(namespace),
    requires: request.requires.length === 0 ? undefined : list(request.requires.map(text)),
    provides: request.provides.length === 0 ? undefined : list(request.provides.map(text)),
    charts: Object.keys(charts).length === 0 ? undefined : object(charts),
    infra: vars.infra === undefined ? undefined : object({ vars: vars.infra }),
    kustomization: kustomizationCode(orderedOwner(owner, sources), request.namespace, vars.postBuild),
    helmRelease: hasReleases ? raw('fluxDefaults') : undefined,
    build: {
      kind: 'method',
      parameters: context.length === 0 ? 'scope' : `scope, { ${context.join(', ')} }`,
      statements,
    },
  });
  const code = [
    imports.print(),
    '',
    `export const ${identifier} = ${printCode({ kind: 'call', head: 'defineAddon(', last: definition })};`,
    '',
  ].join('\n');
  return {
    ...request,
    vars,
    code,
    hasReleases,
    ids,
    files: [
      { path: `${ADDONS}/${name}.ts`, text: code },
      ...included.map(({ path, text: one }) => ({ path, text: one })),
    ],
  };
};

const hasVars = ({ json }: AddonRequest['owner']): boolean =>
  (json['spec'] as JsonObject | undefined)?.['postBuild'] !== undefined;

/** The Kustomization with its fields as the author put them. */
const orderedOwner = ({ json, file }: AddonRequest['owner'], { objectsOf }: AddonSources): JsonObject => {
  const name = metadataOf(json)['name'];
  const model = objectsOf(file ?? '').find(
    (one) => one['kind'] === 'Kustomization' && metadataOf(one)['name'] === name,
  );
  return orderLike(json, model) as JsonObject;
};

/** Where most objects live. */
const namespaceOf = (objects: readonly ImportedObject[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const { id } of objects) {
    if (id.namespace === '' || id.group === 'source.toolkit.fluxcd.io' || id.namespace.includes('$')) continue;
    counts.set(id.namespace, (counts.get(id.namespace) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return most?.[0] ?? objects.find(({ id }) => id.namespace !== '' && !id.namespace.includes('$'))?.id.namespace;
};

const RANKS: Readonly<Record<string, number>> = { Namespace: 0, ConfigMap: 2, HelmRelease: 4 };
const rankOf = ({ id, path }: ImportedObject): number =>
  id.kind === 'ConfigMap' && path === '' ? 1 : id.group === 'source.toolkit.fluxcd.io' ? 3 : (RANKS[id.kind] ?? 5);

/** What others name comes first. */
const order = (objects: readonly ImportedObject[]): readonly ImportedObject[] =>
  [...objects].sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      compare(a.id.kind, b.id.kind) ||
      compare(a.id.name, b.id.name) ||
      compare(a.id.namespace, b.id.namespace),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A source that something of the addon reads without `helmChart` stays an object of its own, for all of its charts. */
const dropShared = (
  pins: Map<ImportedObject, ReturnType<typeof tryPinChart>>,
  coded: readonly ImportedObject[],
): void => {
  for (const [release, pinned] of pins) {
    if (pinned === undefined) continue;
    const others = [...pins].filter(([, other]) => other?.source === pinned.source);
    const isShared = [...pins].some(
      ([other, its]) => its === undefined && JSON.stringify(other.json).includes(`"${pinned.source.id.name}"`),
    );
    const names = new Set(coded.filter((one) => one.id.kind === 'HelmRelease' && one.id.name === release.id.name));
    if (isShared || names.size > 1) for (const [other] of others) pins.set(other, undefined);
  }
};

/** Its name, if nothing else of the addon has it; else with its kind. */
const idFor = ({ id }: ImportedObject, all: readonly ImportedObject[]): string => {
  const same = all.filter((one) => one.id.name === id.name);
  const main = same.find((one) => one.id.kind === 'HelmRelease') ?? same[0];
  const label = labelOf(id.name);
  return main?.id === id ? label : `${label}-${kindWord(id.kind)}`;
};

const statementOf = (
  { className, module, props }: ObjectCode,
  id: string,
  constant: string | undefined,
  imports: ModuleImports,
  comments: ReadonlyMap<string, FieldComments>,
): Statement => {
  const local = imports.add(module, className);
  const before = ['apiVersion', 'kind', 'metadata'].flatMap((key) => comments.get(JSON.stringify([key]))?.before ?? []);
  const head = `new ${local}(scope, ${printCode(text(id))}, `;
  return {
    prefix: constant === undefined ? '' : `const ${constant} = `,
    value: { kind: 'call', head, last: props },
    ...(before.length === 0 ? {} : { before }),
  };
};

const includeStatement = (
  file: { readonly path: string; readonly isEncrypted: boolean },
  imports: ModuleImports,
  names: ReturnType<typeof openNames>,
  isSubstituted: boolean,
): Statement => {
  const path = printCode(text(file.path));
  if (file.isEncrypted) {
    imports.add('fluxspan', 'encryptedFile');
    // As Flux does today.
    const options = isSubstituted ? ', { substitute: true }' : '';
    return { prefix: '', value: raw(`encryptedFile(scope, ${path}${options})`) };
  }
  imports.add('cdk8s', 'Include');
  const id = names.give(
    labelOf(
      file.path
        .split('/')
        .at(-1)!
        .replace(/\.yaml$/, ''),
    ),
  );
  return {
    prefix: '',
    value: {
      kind: 'call',
      head: `new Include(scope, ${printCode(text(id))}, `,
      last: object({ url: text(file.path) }),
    },
  };
};

const hashedCode = (hashed: ReadonlyMap<string, string>, value: string): CodeNode | undefined => {
  const constant = hashed.get(value);
  return constant === undefined ? undefined : raw(`${constant}.name`);
};
