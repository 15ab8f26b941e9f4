import type { FluxOwner } from '../applied/view/flux-view.js';
import { nameSome } from '../diagnostics/index.js';
import { textOf } from '../json/as-shape.js';
import type { JsonObject } from '../json/json-value.js';
import { metadataOf } from '../json/manifest-fields.js';
import type { PackageSchemas } from '../schema/package-schemas.js';
import { type CodeNode, list, type ObjectMember, object, raw, type Statement, text } from './code-node.js';
import type { ImportedObject, WrittenFile } from './imported-object.js';
import type { TextCode } from './json-code.js';
import type { FindClass } from './kind-classes.js';
import { commonSettings, kustomizationSettings } from './kustomization-code.js';
import { type Apart, isApart, mergeAddon } from './merge-addon.js';
import { holdsToken, TOKEN } from './merge-values.js';
import { type ModuleImports, imports as openImports } from './module-imports.js';
import { identifierOf, kindWord, labelOf, openNames } from './names.js';
import { type ObjectCode, objectCode } from './object-code.js';
import { planFiles, staysYaml } from './object-files.js';
import { orderLike } from './order-like.js';
import { pinCharts, versionUse } from './pin-charts.js';
import { type AddonOption, planOptions } from './plan-options.js';
import { type PlannedVars, varsCode } from './plan-vars.js';
import { printCode } from './print-code.js';
import type { FieldComments } from './read-comments.js';
import { isCovered, type SharedSettings } from './shared-settings.js';
import { textCodeOf } from './text-code.js';

/** What is imported as an addon of one cluster. */
export interface AddonRequest {
  readonly cluster: string;
  readonly owner: Pick<FluxOwner, 'json' | 'key' | 'file'>;
  readonly name: string;
  /** Of the Kustomization. */
  readonly namespace: string;
  readonly objects: readonly ImportedObject[];
  readonly requires: readonly string[];
  readonly vars: PlannedVars;
}

/** The clusters that share the code of an addon. */
export interface ModuleRequest {
  /** The name of its file. */
  readonly module: string;
  readonly identifier: string;
  readonly members: readonly AddonRequest[];
  /** API groups that it provides in each of them. */
  readonly provides: readonly string[];
  readonly shared: SharedSettings;
}

/** What the files of the repository tell. */
export interface AddonSources {
  readonly findClass: FindClass;
  readonly schemas: PackageSchemas;
  textOf(path: string): string | undefined;
  objectsOf(path: string): readonly JsonObject[];
  commentsOf(object: ImportedObject): ReadonlyMap<string, FieldComments>;
  /** The object as its file has it. */
  modelOf(object: ImportedObject): JsonObject | undefined;
  isUntyped(object: ImportedObject): boolean;
  /** Whether a type takes only the texts that clusters give for an option. */
  isLiteral(module: string, option: string): boolean;
}

/** The code of an addon, for one cluster or several. */
export interface PlannedModule extends ModuleRequest {
  readonly files: readonly WrittenFile[];
  readonly code: string;
  /** The constant with the settings of its releases, if it has some. */
  readonly defaults: 'fluxDefaults' | 'releaseDefaults' | undefined;
  readonly options: readonly AddonOption[];
  /** What each of its clusters gives to it; undefined for nothing. */
  readonly uses: readonly (CodeNode | undefined)[];
  /** What differs between the clusters: names of options and settings. */
  readonly differs: readonly string[];
  /** The objects by the ids of their constructs. */
  readonly ids: ReadonlyMap<string, ImportedObject>;
}

/** An addon as one cluster uses it. */
export interface PlannedAddon extends AddonRequest {
  readonly module: PlannedModule;
}

/** The folder of addons, from the project. */
export const ADDONS = 'src/addons';

/** More options than a reader takes in: two addons say it better. */
const MOST_OPTIONS = 12;
/** Lines of one value. */
const LONGEST_VALUE = 25;

/** Writes the module of one addon; {@link Apart} if its clusters differ in more than options can say. */
export const planAddon = (request: ModuleRequest, sources: AddonSources): PlannedModule | Apart => {
  const { module, identifier, members } = request;
  const { name, owner, requires } = members[0]!;
  const unshared = [...new Set(members.flatMap((one) => one.requires))].filter(
    (name) => !members.every((one) => one.requires.includes(name)),
  );
  if (unshared.length > 0)
    return { apart: `only some depend on ${nameSome(unshared.map((one) => `"${one}"`).sort(), 4)}` };
  const merged = mergeAddon(members.map(({ vars }) => vars));
  if (isApart(merged)) return merged;
  // What only some clusters have must not decide it: the others may lack the namespace.
  const everywhere = merged.objects.filter((one) => !merged.presences.some(({ objects }) => objects.includes(one)));
  const namespace = namespaceOf(everywhere.length > 0 ? everywhere : merged.objects);
  const imports = openImports([identifier]);
  imports.add('fluxspan', 'defineAddon');
  const included = planFiles(
    merged.objects.filter((one) => staysYaml(one) && !holdsToken(one.json)),
    `${ADDONS}/${module}`,
    sources,
  );
  const inFiles = new Set(included.flatMap(({ objects }) => objects));
  const coded = order(merged.objects.filter((one) => !inFiles.has(one)));
  const ids = new Map<string, ImportedObject>();
  // The library of constructs takes these for ids that are there.
  const idNames = openNames(Object.getOwnPropertyNames(Object.prototype), '-');
  const constants = openNames(undefined, '');
  const hashed = new Map<string, string>();
  const releases = coded.filter(({ id }) => id.kind === 'HelmRelease');
  const { pins, versions } = pinCharts(coded, merged, (one) => sources.isUntyped(one), name);
  const consumed = new Set([...pins.values()].flatMap((pinned) => (pinned === undefined ? [] : [pinned.source])));
  const planned = planOptions(
    merged.differences.filter(({ token }) => !versions.has(token)),
    merged.presences,
    merged.named,
    (option) => sources.isLiteral(module, option),
  );
  const tooMuch = tooMuchOf(planned.options);
  if (tooMuch !== undefined) return { apart: tooMuch };
  const statements: Statement[] = included.map((file) => ({
    ...includeStatement(file, imports, idNames, hasVars(owner)),
    condition: planned.conditions.get(file.objects[0]!),
  }));
  const left = coded.filter((one) => !consumed.has(one));
  const typed = left.filter((one) => one.id.kind === 'HelmRelease' && !sources.isUntyped(one));
  const { release } = request.shared;
  const inherited = release !== undefined && typed.every((one) => isCovered(one, release)) ? release : {};
  /** Where clusters have other names, that of the file. */
  const nameOf = (one: ImportedObject): string =>
    (holdsToken(metadataOf(one.json)['name']) && textOf(metadataOf(sources.modelOf(one) ?? {})['name'])) || one.id.name;
  for (const one of left) {
    const model = sources.modelOf(one);
    const ordered = { ...one, json: orderLike(one.json, model) as JsonObject };
    const textCode: TextCode = (value) =>
      hashedCode(hashed, value) ?? tokenCode(planned.codes, value) ?? textCodeOf(merged.types, value);
    const made = objectCode(ordered, {
      addon: name,
      namespace,
      comments: sources.commentsOf(one),
      textCode,
      findClass: sources.findClass,
      isUntyped: () => sources.isUntyped(one),
      pin: () => pins.get(one),
      inherited,
    });
    const { base } = one;
    const id = idNames.give(base === undefined ? idFor(one, left, nameOf) : labelOf(base));
    ids.set(id, one);
    const constant = base !== undefined ? constants.give(identifierOf(id, 'config')) : undefined;
    if (constant !== undefined) hashed.set(one.id.name, constant);
    statements.push({
      ...statementOf(made, id, constant, imports, sources.commentsOf(one)),
      condition: planned.conditions.get(one),
    });
  }
  const hasReleases = typed.length > 0;
  const defaults = inherited === release ? 'releaseDefaults' : 'fluxDefaults';
  if (hasReleases) imports.add(inherited === release ? './release-defaults.js' : './flux-defaults.js', defaults);
  for (const { imports: named, code: type } of merged.types.values()) {
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
  if (planned.options.length > 0) imports.add('zod', 'z');
  const body = statements.map(({ value }) => printCode(value)).join('\n');
  const context = [
    ...(Object.keys(charts).length === 0 ? [] : ['charts']),
    ...(/\bvars\.[A-Za-z_]/.test(body) && merged.types.size > 0 ? ['vars'] : []),
    ...(planned.options.length === 0 ? [] : ['options']),
  ];
  const { infra, postBuild } = varsCode(merged);
  const { shared, own } = commonSettings(
    members.map((one) =>
      kustomizationSettings(orderedOwner(one.owner, sources), one.namespace, request.shared.kustomization),
    ),
  );
  const kustomization = { ...shared, ...(postBuild === undefined ? {} : { postBuild }) };
  const definition = object({
    name: text(name),
    namespace: namespace === undefined ? undefined : text(namespace),
    requires: requires.length === 0 ? undefined : list(requires.map(text)),
    provides: request.provides.length === 0 ? undefined : list(request.provides.map(text)),
    charts: Object.keys(charts).length === 0 ? undefined : object(charts),
    infra: infra === undefined ? undefined : object({ vars: infra }),
    options:
      planned.options.length === 0
        ? undefined
        : {
            kind: 'call',
            head: 'z.object(',
            last: openObject(planned.options.map((one) => ({ key: one.name, value: one.type }))),
          },
    kustomization: Object.keys(kustomization).length === 0 ? undefined : object(kustomization),
    helmRelease: hasReleases ? raw(defaults) : undefined,
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
  const releaseNames = Object.keys(charts);
  const settings = new Set(own.flatMap((one) => Object.keys(one)));
  return {
    ...request,
    code,
    defaults: hasReleases ? defaults : undefined,
    options: planned.options,
    uses: members.map((_, at) =>
      useCode({
        version: versionUse(versions, at, releaseNames),
        ...Object.fromEntries(planned.options.map((one) => [one.name, one.given[at]])),
        kustomization: Object.keys(own[at]!).length === 0 ? undefined : object(own[at]!),
      }),
    ),
    differs: [
      ...planned.options.map((one) => one.name),
      ...(versions.size === 0 ? [] : ['version']),
      ...[...settings].sort().map((one) => `kustomization.${one}`),
    ],
    ids,
    files: [
      { path: `${ADDONS}/${module}.ts`, text: code },
      ...included.map(({ path, text: one }) => ({ path, text: one })),
    ],
  };
};

/** Why options would be harder to read than code for each cluster. */
const tooMuchOf = (options: readonly AddonOption[]): string | undefined => {
  if (options.length > MOST_OPTIONS) {
    const names = nameSome(
      options.map((one) => one.name),
      6,
    );
    return `they differ in ${options.length} values: ${names}`;
  }
  const long = options.find(({ given }) =>
    given.some((one) => one !== undefined && printCode(one).split('\n').length > LONGEST_VALUE),
  );
  return long === undefined ? undefined : `"${long.name}" differs in more than ${LONGEST_VALUE} lines`;
};

/** Each option is a line. */
const openObject = (members: readonly ObjectMember[]): CodeNode => ({
  kind: 'object',
  members,
  ...(members.length > 1 ? { isOpen: true } : {}),
});

const useCode = (members: Readonly<Record<string, CodeNode | undefined>>): CodeNode | undefined =>
  Object.values(members).every((one) => one === undefined) ? undefined : object(members);

/** The code of a text in which clusters differ. */
const tokenCode = (codes: ReadonlyMap<string, CodeNode>, value: string): CodeNode | undefined => {
  const whole = codes.get(value);
  if (whole !== undefined || !holdsToken(value)) return whole;
  const parts: (string | { readonly code: string })[] = [];
  let end = 0;
  for (const found of value.matchAll(TOKEN)) {
    const code = codes.get(found[0]);
    if (code === undefined) continue;
    parts.push(value.slice(end, found.index));
    if (code.kind === 'template') parts.push(...code.parts);
    else if (code.kind === 'raw') parts.push({ code: code.code });
    end = found.index + found[0].length;
  }
  return { kind: 'template', parts: [...parts, value.slice(end)].filter((one) => one !== '') };
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
  const fixed = objects.filter(({ json }) => !holdsToken(metadataOf(json)['namespace']));
  for (const { id } of fixed) {
    if (id.namespace === '' || id.group === 'source.toolkit.fluxcd.io' || id.namespace.includes('$')) continue;
    counts.set(id.namespace, (counts.get(id.namespace) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return most?.[0] ?? fixed.find(({ id }) => id.namespace !== '' && !id.namespace.includes('$'))?.id.namespace;
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

/** Its name, if nothing else of the addon has it; else with its kind. */
const idFor = (
  object: ImportedObject,
  all: readonly ImportedObject[],
  nameOf: (one: ImportedObject) => string,
): string => {
  const name = nameOf(object);
  const same = all.filter((one) => nameOf(one) === name);
  const main = same.find((one) => one.id.kind === 'HelmRelease') ?? same[0];
  const label = labelOf(name);
  return main === object ? label : `${label}-${kindWord(object.id.kind)}`;
};

const statementOf = (
  { className, module, props, tail }: ObjectCode,
  id: string,
  constant: string | undefined,
  imports: ModuleImports,
  comments: ReadonlyMap<string, FieldComments>,
): Statement => {
  const local = imports.add(module, className);
  if (tail !== undefined) imports.add('cdk8s', 'JsonPatch');
  const before = ['apiVersion', 'kind', 'metadata'].flatMap((key) => comments.get(JSON.stringify([key]))?.before ?? []);
  const head = `new ${local}(scope, ${printCode(text(id))}, `;
  return {
    prefix: constant === undefined ? '' : `const ${constant} = `,
    value: { kind: 'call', head, last: props, ...(tail === undefined ? {} : { tail }) },
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
