import { compareText } from '../../json/compare-text.js';
import { pascalCase } from '../pascal-case.js';
import { type CrdKind, compareVersions, type TypeFacts } from './crd-kind.js';
import { nameTypes, printField } from './name-types.js';
import { type FieldNode, type ObjectNode, type ReferencePlace, readTypes } from './type-node.js';

export interface ModuleOptions extends TypeFacts {
  /** Comment lines at the top, without the slashes. */
  readonly header: readonly string[];
  /** The module with the classes that generated ones are made of: `fluxspan`. */
  readonly from: string;
  /** What is said of a field that no class can take, because every object has a prop of that name. */
  readonly onHiddenField?: (kind: string, field: string) => void;
}

/** The fields of an object that its class knows by itself. */
const IDENTITY: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);
/** The props that every class has. */
const PROPS: ReadonlySet<string> = new Set(['name', 'namespace', 'labels', 'annotations', 'extra']);
/** What a module imports; and names of TypeScript's own that a class would hide from the types beside it. */
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

/** The class of a kind in a version: that of the newest one has the kind's own name. */
const classNameOf = (kind: string, version: string, isFirst: boolean): string =>
  isFirst ? kind : `${kind}${pascalCase(version)}`;

/** The API server takes an object without a spec whose fields are required; no controller does. */
const needed = (field: FieldNode): FieldNode =>
  field.type.form === 'object' && field.type.fields.some(({ optional }) => !optional)
    ? { ...field, optional: false }
    : field;

/** A module with the classes and types of all kinds of one API group. */
export const printKinds = (kinds: readonly CrdKind[], options: ModuleOptions): string => {
  const printed = [...kinds]
    .sort((a, b) => compareText(a.kind, b.kind))
    .flatMap(({ group, kind, scope, versions }) =>
      [...versions]
        .sort((a, b) => compareVersions(a.name, b.name))
        .map(({ name, schema }, index): PrintedKind => {
          const className = classNameOf(kind, name, index === 0);
          const { root, references, durations } = readTypes(
            className,
            schema,
            options.naming.get(`${group}/${kind}`) ?? [],
            options,
          );
          const fields = root.fields.filter(({ name: field }) => !IDENTITY.has(field) && !PROPS.has(field)).map(needed);
          for (const { name: field } of root.fields) if (PROPS.has(field)) options.onHiddenField?.(kind, field);
          return {
            className,
            apiVersion: `${group}/${name}`,
            kind,
            scope,
            root: { ...root, fields },
            references,
            durations,
          };
        }),
    );
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
  const used = IMPORTED.filter(
    (name) => !['Construct', 'Manifest'].includes(name) && new RegExp(`\\b${name}\\b`).test(body),
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
