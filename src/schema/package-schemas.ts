import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CelAst } from './cel/cel-ast.js';
import type { StructuralSchema } from './read-crd.js';

/** What is known of a kind. */
export interface KindSchemas {
  readonly versions: Readonly<Record<string, StructuralSchema>>;
  /** One of Kubernetes' own, which Go types decode. */
  readonly own: boolean;
  /** From the package, so that nothing in it is made to be slow. */
  readonly vetted: boolean;
  /** The ASTs of its rules, by their text, of those that have one. */
  readonly asts?: Readonly<Record<string, CelAst>> | undefined;
}

interface GroupFile {
  readonly kinds: Readonly<Record<string, Readonly<Record<string, StructuralSchema>>>>;
  readonly defs?: Readonly<Record<string, StructuralSchema>>;
  /** The ASTs of CEL rules, by the rule. */
  readonly rules?: Readonly<Record<string, CelAst>>;
}

let home: string | undefined;
/** `imports/schemas/`, by the package's own name, which is the same from the source and from dist/. */
const folder = (): string => {
  home ??= join(dirname(createRequire(import.meta.url).resolve('fluxspan/package.json')), 'imports', 'schemas');
  return home;
};

const groups = new Map<string, GroupFile | undefined>();

/** The schemas of an API group that the package has (`''` is the core group); read once, when an object needs them. */
const groupFile = (group: string): GroupFile | undefined => {
  if (!groups.has(group)) {
    // `core` is the file of the group without a name, and no group.
    const isName = /^[a-z0-9.-]*$/.test(group) && group !== 'core';
    const path = join(folder(), `${group === '' ? 'core' : group}.json`);
    const text = isName && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    groups.set(group, text === undefined ? undefined : link(JSON.parse(text) as GroupFile));
  }
  return groups.get(group);
};

/** Puts what a `$ref` names in its place. A kind may hold itself, so this is a graph. */
const link = (file: GroupFile): GroupFile => {
  const { defs } = file;
  if (defs === undefined) return file;
  const visit = (node: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== 'object' || value === null) continue;
      const name = (value as { $ref?: unknown }).$ref;
      if (typeof name === 'string') node[key] = defs[name] ?? {};
      else visit(value as Record<string, unknown>);
    }
  };
  visit(defs as Record<string, StructuralSchema>);
  visit(file.kinds as Record<string, Record<string, StructuralSchema>>);
  return file;
};

/** The schemas of a kind that the package has, or undefined. */
export const knownSchemas = (group: string, kind: string): KindSchemas | undefined => {
  const file = groupFile(group);
  const versions = file !== undefined && Object.hasOwn(file.kinds, kind) ? file.kinds[kind] : undefined;
  return versions === undefined
    ? undefined
    : { versions, own: file?.defs !== undefined, vetted: true, asts: file?.rules };
};

/** The kinds of a group that the package has; empty where it has none. */
export const knownKinds = (group: string): readonly string[] => Object.keys(groupFile(group)?.kinds ?? {});
