import { isIdentifier } from '../charts/identifier.js';
import type { ImportProblem } from '../charts/import-problem.js';
import { MARK } from '../charts/write-chart.js';
import { compareText } from '../json/compare-text.js';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import type { PackageSchemas } from '../schema/package-schemas.js';
import { readCrd } from '../schema/read-crd.js';
import { openSchemaChecker, type SchemaChecker } from '../schema/schema-checker.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { printYaml } from '../yaml/print-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import { checkCrd } from './check-crd.js';
import { type CrdKind, comparePreference } from './crd-kind.js';
import { printKinds } from './print-kinds.js';
import type { CrdText } from './read-crd-files.js';
import { readKind } from './read-kinds.js';

type Crd = Readonly<Record<string, unknown>>;

/** The kinds of one group, and where they came from. */
interface Group {
  /** By kind. */
  readonly crds: Map<string, Crd>;
  readonly sources: Set<string>;
}

export interface ImportedCrds {
  /** Paths below `imports/`, to their texts. */
  readonly files: ReadonlyMap<string, string>;
  /** The API groups of the source. */
  readonly groups: readonly string[];
  readonly problems: readonly ImportProblem[];
}

export interface ImportOwnCrdsOptions {
  /** Where the CRDs are from, as the generated files say it: the same on every machine. */
  readonly origin: string;
  /** The same as messages name it. @default - the origin */
  readonly label?: string;
  /** Reads what is at a path below `imports/`; kinds of a group that an earlier import wrote stay in it. */
  readonly readImported: (path: string) => string | undefined;
}

/** The file that synth reads the kinds of a group from. */
export const schemaFileOf = (group: string): string => `crds/${group}.yaml`;

/** Whether two generated texts differ at most in where they are from: the same CRDs may come from elsewhere. */
export const isSameImport = (a: string, b: string): boolean => withoutOrigin(a) === withoutOrigin(b);
const withoutOrigin = (text: string): string => text.replace(/^((?:#|\/\/) .*\n)(?:#|\/\/) From .*\n/, '$1');

const itemsOf = (json: unknown): readonly unknown[] =>
  isObject(json) && Array.isArray(json['items']) ? json['items'] : [json];

const nameOf = (crd: Crd): string => String((crd['metadata'] as { name?: unknown } | undefined)?.name ?? '?');

/**
 * Classes and schemas of one's own kinds. Writes nothing.
 *
 * @param texts those of the source
 */
export const importOwnCrds = (
  texts: readonly CrdText[],
  { origin, label = origin, readImported }: ImportOwnCrdsOptions,
): ImportedCrds => {
  const problems: ImportProblem[] = [];
  const read = new Map<string, { readonly crd: Crd; readonly label: string }>();
  const checker = openSchemaChecker();
  for (const one of texts)
    for (const crd of crdsIn(one, problems)) takeCrd(crd, one.label, read, { checker, problems });
  if (read.size === 0 && !problems.some(({ severity }) => severity === 'error')) {
    // Where there are CRDs, nothing asks what else lies beside them.
    for (const { label, text } of texts) if (!isTemplate(text)) documentsIn({ label, text }, problems);
    if (!problems.some(({ severity }) => severity === 'error')) problems.push(noCrd(label));
  }
  const groups = new Map<string, Group>();
  for (const { crd } of read.values()) {
    const { group, kind } = readKind(crd);
    if (!groups.has(group)) groups.set(group, earlier(readImported(schemaFileOf(group))));
    const { crds, sources } = groups.get(group)!;
    crds.set(kind, crd);
    sources.add(origin);
  }
  tellSharedNames([...read.values()], problems);
  tellKnownKinds(
    [...read.values()].map(({ crd }) => readKind(crd)),
    { label, known: checker.known, problems },
  );
  const files = new Map<string, string>();
  for (const [group, { crds, sources }] of [...groups].sort(([a], [b]) => compareText(a, b))) {
    const all = [...crds].sort(([a], [b]) => compareText(a, b)).map(([, crd]) => crd);
    const from = `From ${[...sources].sort(compareText).join(', ')}`.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
    files.set(schemaFileOf(group), `# ${MARK}\n# ${from}\n${all.map((crd) => printYaml(keptOf(crd))).join('---\n')}`);
    const onHiddenField = (kind: string, field: string) =>
      problems.push({
        severity: 'warning',
        at: label,
        message: `${kind} has a field "${field}" beside its spec, which is a prop of every class`,
        fix: `set it by \`extra\`: { ${field}: … }`,
      });
    const onOtherName = (kind: string, className: string) =>
      problems.push({
        severity: 'notice',
        at: label,
        message: `"${kind}" can't be the name of a class in imports/${group}.ts, so the class of this kind is called "${className}"`,
        fix: `import { ${className} } from '../charts/imports/${group}.js'`,
      });
    const header = [MARK, from];
    const kinds: readonly CrdKind[] = all.map(readKind);
    const facts = { naming: new Map(), durations: new Set<string>() };
    files.set(`${group}.ts`, printKinds(kinds, { header, from: 'fluxspan', ...facts, onHiddenField, onOtherName }));
  }
  return { files, groups: [...groups.keys()].sort(compareText), problems };
};

/** What the classes and synth need: the versions that are served, with descriptions and messages, the status open. */
const keptOf = (crd: Crd): Crd => {
  const { group, names, scope, versions } = crd['spec'] as Crd & { readonly versions: readonly Crd[] };
  const served = versions
    .filter((version) => version['served'] === true)
    .map(({ name, storage, deprecated, subresources, selectableFields, schema }) => {
      const { openAPIV3Schema: whole } = schema as { openAPIV3Schema: Crd };
      const { status, ...properties } = (whole['properties'] ?? {}) as Crd;
      const open =
        status === undefined ? {} : { status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
      return {
        name,
        served: true,
        storage,
        deprecated: deprecated === true ? true : undefined,
        subresources,
        selectableFields,
        schema: { openAPIV3Schema: { ...whole, properties: { ...properties, ...open } } },
      };
    });
  const metadata = { name: nameOf(crd) };
  return {
    apiVersion: crd['apiVersion'],
    kind: crd['kind'],
    metadata,
    spec: { group, names, scope, versions: served },
  };
};

const noCrd = (at: string): ImportProblem => ({
  severity: 'error',
  at,
  message: 'there is no CustomResourceDefinition in it',
  fix: 'give a file, a folder or a chart that has some; of a chart that makes them in templates, what helm template prints: helm template … | fluxspan import crd -',
});

const isTemplate = (text: string): boolean => text.includes('{{');

const documentsIn = ({ label, text }: CrdText, problems: ImportProblem[]): readonly unknown[] => {
  try {
    return text.trimStart().startsWith('{') ? [JSON.parse(text)] : parseYamlDocuments(text);
  } catch (error) {
    problems.push(
      isTemplate(text)
        ? {
            severity: 'warning',
            at: label,
            message: `"${label}" is a template of a chart, and was not read`,
            fix: 'give what helm makes of it: helm template … | fluxspan import crd -',
          }
        : {
            severity: 'error',
            at: label,
            message: `"${label}" cannot be parsed: ${error instanceof YamlError ? error.reason : String(error)}`,
            fix: 'fix it; kubectl apply --dry-run=client says more',
          },
    );
    return [];
  }
};

const crdsIn = (one: CrdText, problems: ImportProblem[]): readonly Crd[] =>
  // Templates of a chart aren't YAML yet, and most files of a folder have no CRD: a dashboard or a schema may name the kind.
  !/kind["']?\s*:\s*["']?CustomResourceDefinition/.test(one.text)
    ? []
    : documentsIn(one, problems)
        .flatMap(itemsOf)
        .filter((one): one is Crd => isObject(one) && one['kind'] === 'CustomResourceDefinition');

const takeCrd = (
  crd: Crd,
  label: string,
  read: Map<string, { readonly crd: Crd; readonly label: string }>,
  { checker, problems }: { readonly checker: SchemaChecker; readonly problems: ImportProblem[] },
): void => {
  const tell = (severity: ImportProblem['severity'], message: string, fix: string) =>
    problems.push({ severity, at: label, message: `CRD "${nameOf(crd)}" ${message}`, fix });
  const schemas = readCrd(crd);
  if (typeof schemas === 'string') {
    tell('error', schemas, 'fix it: the API server refuses it too');
    return;
  }
  const { kind, group } = schemas;
  if (!isIdentifier(kind)) {
    tell('error', `has the kind "${kind}", which isn't a valid name of a class`, 'name the kind in CamelCase');
    return;
  }
  const faults = checkCrd(crd, label, checker);
  problems.push(...faults);
  if (faults.some(({ severity }) => severity === 'error')) return;
  const versions = (crd['spec'] as { versions: readonly Crd[] }).versions;
  const [preferred] = [...readKind(crd).versions].sort(comparePreference);
  if (preferred === undefined) {
    tell('error', 'serves no version', 'set `served: true` on a version');
    return;
  }
  for (const { name, served: isServed } of versions) {
    if (isServed === true) continue;
    tell('notice', `doesn't serve ${String(name)}, so that version gets no class`, `use ${preferred.name}`);
  }
  const there = read.get(`${group}/${kind}`);
  if (there !== undefined && nameOf(there.crd) !== nameOf(crd)) {
    const other = `CRD "${nameOf(there.crd)}" in ${there.label}`;
    tell(
      'error',
      `has the kind "${kind}", as ${other} has, and the API server serves only one of the two`,
      'leave one of them out, or rename its kind',
    );
    return;
  }
  if (there !== undefined && !equalJson(there.crd['spec'], crd['spec'])) {
    tell('error', `is also in ${there.label}, and differs there`, 'keep one of the two');
    return;
  }
  read.set(`${group}/${kind}`, { crd, label });
};

const tellSharedNames = (
  read: readonly { readonly crd: Crd; readonly label: string }[],
  problems: ImportProblem[],
): void => {
  const groups = new Map<string, string>();
  for (const { crd, label } of read) {
    const { group, kind } = readKind(crd);
    const other = groups.get(kind);
    groups.set(kind, group);
    if (other === undefined || other === group) continue;
    problems.push({
      severity: 'notice',
      at: label,
      message: `${kind} is a kind of ${other} and of ${group}`,
      fix: `give one another name where both are imported: import { ${kind} as … } from '../charts/imports/${group}.js'`,
    });
  }
};

/** The CRD of a kind that the package has takes the place of its schema. */
const tellKnownKinds = (
  kinds: readonly CrdKind[],
  {
    label,
    known,
    problems,
  }: { readonly label: string; readonly known: PackageSchemas; readonly problems: ImportProblem[] },
): void => {
  const groups = new Map<string, string[]>();
  for (const { group, kind } of kinds) {
    if (known.find(group, kind) !== undefined) groups.set(group, [...(groups.get(group) ?? []), kind]);
  }
  for (const [group, names] of groups) {
    problems.push({
      severity: 'notice',
      at: label,
      message: `fluxspan has ${names.join(', ')} of ${group} already: synth checks these objects by the imported CRDs instead of its own`,
      fix: `leave them out, and import the classes from 'fluxspan/imports/${group}', unless your cluster has another version of them`,
    });
  }
};

/** What an earlier import wrote of a group. */
const earlier = (text: string | undefined): Group => {
  const crds = new Map<string, Crd>();
  if (text === undefined) return { crds, sources: new Set() };
  for (const crd of parseYamlDocuments(text)) {
    if (typeof readCrd(crd) !== 'string') crds.set(readKind(crd).kind, crd as Crd);
  }
  const from = /^# From (.*)$/m.exec(text)?.[1];
  return { crds, sources: new Set(from?.split(', ')) };
};
