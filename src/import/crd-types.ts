import { isIdentifier } from './identifier.js';
import type { EnumValue } from './served-version.js';

interface Declarations {
  /** Interface name to its fields: the generated name and the rest of the line (`?: string;`). */
  readonly interfaces: ReadonlyMap<string, readonly { readonly name: string; readonly rest: string }[]>;
  /** Names of enums and of int-or-string classes to the type that stands for them. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Interface name to its fields' names in the API, by generated name. */
  readonly upstreamNames: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const literal = (value: EnumValue): string =>
  typeof value === 'string' && !/['\\\n]/.test(value) ? `'${value}'` : JSON.stringify(value);

const OPENING = /^export (interface|enum|class|function) (?:toJson_)?(\w+)/;

/** Reads what `cdk8s import` wrote: flat declarations, each closed by a `}` in the first column. */
const parseDeclarations = (generated: string): Declarations => {
  const interfaces = new Map<string, { name: string; rest: string }[]>();
  const aliases = new Map<string, string>();
  const upstreamNames = new Map<string, Map<string, string>>();
  let kind: string | undefined;
  let name = '';
  let enumValues: string[] = [];
  for (const line of generated.split('\n')) {
    const opening = OPENING.exec(line);
    if (opening) {
      kind = opening[1]!;
      name = opening[2]!;
      enumValues = [];
      if (kind === 'interface') interfaces.set(name, []);
      if (kind === 'function') upstreamNames.set(name, new Map());
    } else if (line === '}') {
      if (kind === 'enum') aliases.set(name, enumValues.join(' | '));
      kind = undefined;
    } else if (kind === 'interface') {
      const field = /^ {2}readonly (\w+)(\??: .+;)$/.exec(line);
      if (field) interfaces.get(name)!.push({ name: field[1]!, rest: field[2]! });
    } else if (kind === 'enum') {
      const value = /^ {2}\w+ = (".+"|\d+),$/.exec(line);
      if (value) enumValues.push(literal(JSON.parse(value[1]!) as EnumValue));
    } else if (kind === 'class') {
      const value = /private constructor\(public readonly value: (.+)\) \{/.exec(line);
      if (value) aliases.set(name, value[1]!);
    } else if (kind === 'function') {
      const field = /^ {4}'(.+?)': .*?\bobj\.(\w+)/.exec(line);
      if (field) upstreamNames.get(name)!.set(field[2]!, field[1]!);
    }
  }
  return { interfaces, aliases, upstreamNames };
};

/**
 * The types of what `cdk8s import` generated, and nothing that runs: its classes drop fields that they do not know.
 * Enums become unions of their strings, int-or-string classes `number | string`, and fields get the names that the API
 * has (`skipCRDs`, where cdk8s writes `skipCrDs`).
 *
 * @param header comment lines, without the slashes
 * @param enums values of enums by the name of their type, in lower case; cdk8s loses one of two that differ in case
 */
export const printCrdTypes = (
  generated: string,
  header: readonly string[],
  enums: ReadonlyMap<string, readonly EnumValue[]> = new Map(),
): string => {
  const { interfaces, aliases, upstreamNames } = parseDeclarations(generated);
  const blocks: string[] = [];
  for (const [name, fields] of interfaces) {
    const upstream = upstreamNames.get(name);
    const lines = fields.map((field) => {
      const real = upstream?.get(field.name) ?? field.name;
      return `  readonly ${isIdentifier(real) ? real : `'${real}'`}${field.rest.replace(/\bany\b/g, 'unknown')}`;
    });
    blocks.push(`export interface ${name} {\n${lines.join('\n')}\n}`);
  }
  for (const [name, type] of aliases) {
    const values = enums.get(name.toLowerCase());
    blocks.push(`export type ${name} = ${values ? values.map(literal).join(' | ') : type};`);
  }
  const comment = header.map((line) => `// ${line}\n`).join('');
  return `${comment}import type { ApiObjectMetadata } from 'cdk8s';\n\n${blocks.join('\n\n')}\n`;
};
