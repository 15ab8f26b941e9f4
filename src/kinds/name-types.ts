import { isIdentifier } from '../charts/identifier.js';
import { pascalCaseKey } from '../charts/pascal-case.js';
import type { FieldNode, ObjectNode, TypeNode } from './type-node.js';

/** An interface to print. */
export interface NamedType {
  readonly name: string;
  readonly node: ObjectNode;
}

export interface NamedTypes {
  /** In the order in which they were found. */
  readonly interfaces: readonly NamedType[];
  /** Other names of types: the spec of a kind that has the same fields as another kind's. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The type as TypeScript writes it. */
  readonly print: (node: TypeNode) => string;
}

/** Objects with the same fields. */
interface Shape {
  readonly id: number;
  readonly node: ObjectNode;
  readonly paths: (readonly string[])[];
}

const literal = (key: string): string => (/['\\\n]/.test(key) ? JSON.stringify(key) : `'${key}'`);

/** `readonly name?: string;` */
export const printField = ({ name, optional }: FieldNode, type: string): string =>
  `readonly ${isIdentifier(name) ? name : literal(name)}${optional ? '?' : ''}: ${type};`;

/** A type with one plain field is told where it is used. */
const isShort = ({ fields: [only, second], open, names }: ObjectNode): boolean =>
  names !== true &&
  only !== undefined &&
  second === undefined &&
  !open &&
  only.comment === undefined &&
  only.type.form === 'text';

const nameOfPath = (path: readonly string[]): string =>
  path.map((key, index) => (index === 0 ? key : pascalCaseKey(key))).join('');

/** What a shared type may be called: the last key of a path that leads to it, the last two, and so on. */
const candidates = (path: readonly string[]): readonly string[] =>
  path
    .map((_, index) =>
      path
        .slice(path.length - 1 - index)
        .map(pascalCaseKey)
        .join(''),
    )
    .slice(0, -1);

/**
 * Names the types of objects: by the name that upstream gives it, else one that occurs once by its path (`CertificateSpecKeystoresJks`), and one that occurs in
 * several places, which is printed once, by as little of its path as is its own (`SecretKeyRef`).
 *
 * @param roots of the kinds: what is in their fields gets names, they themselves don't
 * @param reserved names that are taken
 */
export const nameTypes = (roots: readonly ObjectNode[], reserved: Iterable<string>): NamedTypes => {
  const shapes = new Map<string, Shape>();
  const byNode = new Map<ObjectNode, Shape>();

  const keyOf = (node: TypeNode): string => {
    switch (node.form) {
      case 'text':
        return node.text;
      case 'list':
        return `[${keyOf(node.item)}]`;
      case 'map':
        return `{${keyOf(node.value)}}`;
      case 'union':
        return node.members.map(keyOf).join('|');
      case 'object':
        return `#${shapeOf(node).id}`;
    }
  };
  const shapeOf = (node: ObjectNode): Shape => {
    const known = byNode.get(node);
    if (known !== undefined) return known;
    const fields = node.fields.map(({ name, optional, type, comment }) => [name, optional, keyOf(type), comment]);
    const key = JSON.stringify([node.open, node.names, fields, node.typeName]);
    const shape = shapes.get(key) ?? { id: shapes.size, node, paths: [] };
    shapes.set(key, shape);
    shape.paths.push(node.path);
    byNode.set(node, shape);
    return shape;
  };
  for (const { fields } of roots) for (const { type } of fields) keyOf(type);

  const taken = new Set(reserved);
  const names = new Map<Shape, string>();
  const aliases = new Map<string, string>();
  const take = (wanted: readonly string[]): string => {
    const last = wanted.at(-1)!;
    let name = wanted.find((one) => !taken.has(one)) ?? last;
    for (let number = 2; taken.has(name); number++) name = `${last}${number}`;
    taken.add(name);
    return name;
  };
  const named = [...shapes.values()].filter(({ node }) => !isShort(node));
  // The fields of a kind first: their names are those that people write.
  for (const shape of named) {
    const [first, ...others] = shape.paths.filter((path) => path.length === 2).map(nameOfPath);
    if (first === undefined) continue;
    names.set(shape, take([first]));
    for (const other of new Set(others)) if (!taken.has(other)) aliases.set(other, names.get(shape)!);
    for (const other of others) taken.add(other);
  }
  for (const shape of named) {
    if (names.has(shape)) continue;
    const [path] = shape.paths;
    const { typeName } = shape.node;
    if (typeName !== undefined) names.set(shape, take([typeName]));
    else
      names.set(
        shape,
        take(shape.paths.length === 1 ? [nameOfPath(path!)] : [...candidates(path!), nameOfPath(path!)]),
      );
  }

  const print = (node: TypeNode): string => {
    switch (node.form) {
      case 'text':
        return node.text;
      case 'list': {
        const item = print(node.item);
        return / \| /.test(item) && !/^[{]/.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`;
      }
      case 'map':
        return `{ readonly [key: string]: ${print(node.value)} }`;
      case 'union':
        return [...new Set(node.members.map(print))].join(' | ');
      case 'object': {
        const name = names.get(shapeOf(node));
        if (name !== undefined) return name;
        const [only] = node.fields;
        return `{ ${printField(only!, print(only!.type)).slice(0, -1)} }`;
      }
    }
  };
  return {
    interfaces: [...names]
      .map(([{ node }, name]) => ({ name, node }))
      .sort((a, b) => byNode.get(a.node)!.id - byNode.get(b.node)!.id),
    aliases,
    print,
  };
};
