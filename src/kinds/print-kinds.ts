import { pascalCase } from '../charts/pascal-case.js';
import { compareText } from '../json/compare-text.js';
import { type CrdKind, type CrdVersion, comparePreference, type TypeFacts } from './crd-kind.js';
import { nameTypes, printField } from './name-types.js';
import { type FieldNode, type ObjectNode, type ReferencePlace, readTypes } from './type-node.js';

export interface ModuleOptions extends TypeFacts {
  /** Comment lines at the top, without the slashes. */
  readonly header: readonly string[];
  /** The module with the classes that generated ones are made of: `fluxspan`. */
  readonly from: string;
  /** What is said of a field that no class can take, because every object has a prop of that name. */
  readonly onHiddenField?: (kind: string, field: string) => void;
  /** What is said of a kind whose class can't have its name. */
  readonly onOtherName?: (kind: string, className: string) => void;
}

/** The fields of an object that its class knows by itself. */
const IDENTITY: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);
/** The props that every class has. */
const PROPS: ReadonlySet<string> = new Set(['name', 'namespace', 'labels', 'annotations', 'extra']);
/** What a module imports. */
const IMPORTED = [
  'Construct',
  'Duration',
  'LongDuration',
  'Manifest',
  'NamespacedProps',
  'ObjectProps',
  'ObjectRef',
  'Ref',
  'ReferenceFields',
  'SecretObject',
];

interface PrintedKind {
  readonly className: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly scope: CrdKind['scope'];
  readonly root: ObjectNode;
  readonly references: readonly ReferencePlace[];
  readonly durations: readonly string[];
}

const quote = (text: string): string => (/['\\]/.test(text) ? JSON.stringify(text) : `'${text}'`);
const list = (items: readonly string[]): string => `[${items.map(quote).join(', ')}]`;

const printReference = ({ at, fields, kinds, name }: ReferencePlace): string =>
  `      [${[quote(at), list(fields), list(kinds), ...(name === undefined ? [] : [quote(name)])].join(', ')}],`;

const printComment = (comment: string | undefined, indent: string): readonly string[] => {
  if (comment === undefined || comment.trim() === '') return [];
  const lines = comment.trim().replaceAll('*/', '* /').split(/\r?\n/);
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
};

const printClass = ({ className, apiVersion, kind, scope, references, durations }: PrintedKind): string =>
  [
    `/** ${kind} of ${apiVersion}. */`,
    `export class ${className} extends Manifest {`,
    '  static readonly kind = {',
    `    apiVersion: ${quote(apiVersion)},`,
    `    kind: ${quote(kind)},`,
    `    scope: ${quote(scope)},`,
    ...(references.length === 0 ? [] : ['    references: [', ...references.map(printReference), '    ],']),
    ...(durations.length === 0 ? [] : [`    durations: ${list(durations)},`]),
    '  } as const;',
    `  declare readonly kind: ${quote(kind)};`,
    '',
    `  constructor(scope: Construct, id: string, props: ${className}Props) {`,
    `    super(scope, id, ${className}.kind, props);`,
    '  }',
    '}',
  ].join('\n');

/** A version of a kind, and where it stands among those that are served. */
interface ClassOf {
  readonly of: CrdKind;
  readonly version: CrdVersion;
  readonly isFirst: boolean;
}

/**
 * Names of classes: that of the newest version that isn't deprecated has the kind's own name, others end in their version. A name that the
 * module imports, or that another class or its props have, gets the version too.
 */
const nameClasses = (classes: readonly ClassOf[]): ReadonlyMap<ClassOf, string> => {
  const names = new Map<ClassOf, string>();
  const taken = new Set<string>(IMPORTED);
  const isFree = (name: string) => !taken.has(name) && !taken.has(`${name}Props`);
  for (const one of [...classes.filter(({ isFirst }) => isFirst), ...classes.filter(({ isFirst }) => !isFirst)]) {
    const { kind } = one.of;
    const long = `${kind}${pascalCase(one.version.name)}`;
    // The words of TypeScript that no class can be called are in lower case; kinds aren't.
    let name = one.isFirst && isFree(kind) && /[A-Z]/.test(kind) ? kind : long;
    for (let number = 2; !isFree(name); number++) name = `${long}_${number}`;
    taken.add(name).add(`${name}Props`);
    names.set(one, name);
  }
  return names;
};

/** The API server takes an object without a spec whose fields are required; no controller does. */
const needed = (field: FieldNode): FieldNode =>
  field.type.form === 'object' && field.type.fields.some(({ optional }) => !optional)
    ? { ...field, optional: false }
    : field;

/** Comments, texts and names of fields, in which a word isn't the name of a type. */
const NO_CODE = /readonly \w+\??:|\/\*[\s\S]*?\*\/|'[^'\n]*'|"(?:[^"\\\n]|\\.)*"/g;

/** A module with the classes and types of all kinds of one API group. */
export const printKinds = (kinds: readonly CrdKind[], options: ModuleOptions): string => {
  const classesOf = [...kinds]
    .sort((a, b) => compareText(a.kind, b.kind))
    .flatMap((of) =>
      [...of.versions]
        .sort(comparePreference)
        .map((version, index): ClassOf => ({ of, version, isFirst: index === 0 })),
    );
  const names = nameClasses(classesOf);
  const printed = classesOf.map((one): PrintedKind => {
    const { group, kind, scope } = one.of;
    const { name, schema } = one.version;
    const className = names.get(one)!;
    if (one.isFirst && className !== kind) options.onOtherName?.(kind, className);
    const naming = options.naming.get(`${group}/${kind}`) ?? [];
    const { root, references, durations } = readTypes(className, schema, naming, options);
    const fields = root.fields.filter(({ name: field }) => !IDENTITY.has(field) && !PROPS.has(field)).map(needed);
    for (const { name: field } of root.fields) if (PROPS.has(field)) options.onHiddenField?.(kind, field);
    return {
      className,
      apiVersion: group === '' ? name : `${group}/${name}`,
      kind,
      scope,
      root: { ...root, fields },
      references,
      durations,
    };
  });
  const classes = printed.flatMap(({ className }) => [className, `${className}Props`]);
  const types = nameTypes(
    printed.map(({ root }) => root),
    [...IMPORTED, ...classes],
  );
  const fieldLines = (fields: readonly FieldNode[]): readonly string[] =>
    fields.flatMap((field) => [
      ...printComment(field.comment, '  '),
      `  ${printField(field, types.print(field.type))}`,
    ]);
  const blocks = printed.flatMap((one) => [
    printClass(one),
    [
      `export interface ${one.className}Props extends ${one.scope === 'Cluster' ? 'ObjectProps' : 'NamespacedProps'} {`,
      ...fieldLines(one.root.fields),
      '}',
    ].join('\n'),
  ]);
  for (const [alias, name] of types.aliases) blocks.push(`export type ${alias} = ${name};`);
  for (const { name, node } of types.interfaces) {
    const open = node.open ? ['  readonly [key: string]: unknown;'] : [];
    const base = node.names === true ? ' extends ReferenceFields' : '';
    blocks.push([`export interface ${name}${base} {`, ...fieldLines(node.fields), ...open, '}'].join('\n'));
  }
  const body = blocks.join('\n\n');
  const code = body.replace(NO_CODE, '');
  const used = IMPORTED.filter(
    (name) => !['Construct', 'Manifest'].includes(name) && new RegExp(`\\b${name}\\b`).test(code),
  );
  return [
    ...options.header.map((line) => `// ${line}`),
    "import type { Construct } from 'constructs';",
    `import { ${['Manifest', ...used.map((name) => `type ${name}`)].join(', ')} } from ${quote(options.from)};`,
    '',
    body,
    '',
  ].join('\n');
};
