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

/** The schemas that the package has. Each group is read once, when an object needs it. */
export interface PackageSchemas {
  /** Undefined for a kind that the package doesn't have. */
  find(group: string, kind: string): KindSchemas | undefined;
  /** The kinds of a group that the package has; empty where it has none. */
  kinds(group: string): readonly string[];
}

export const openPackageSchemas = (): PackageSchemas => {
  const groups = new Map<string, GroupFile | undefined>();
  const groupFile = (group: string): GroupFile | undefined => {
    if (!groups.has(group)) groups.set(group, readGroup(group));
    return groups.get(group);
  };
  return {
    find: (group, kind) => {
      const file = groupFile(group);
      const versions = file !== undefined && Object.hasOwn(file.kinds, kind) ? file.kinds[kind] : undefined;
      return versions === undefined
        ? undefined
        : { versions, own: file?.defs !== undefined, vetted: true, asts: file?.rules };
    },
    kinds: (group) => Object.keys(groupFile(group)?.kinds ?? {}),
  };
};

/** `imports/schemas/`, by the package's own name, which is the same from the source and from dist/. */
const folder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('fluxspan/package.json')), 'imports', 'schemas');

/** The schemas of an API group (`''` is the core group). */
const readGroup = (group: string): GroupFile | undefined => {
  // `core` is the file of the group without a name, and no group.
  const isName = /^[a-z0-9.-]*$/.test(group) && group !== 'core';
  const path = join(folder(), `${group === '' ? 'core' : group}.json`);
  return isName && existsSync(path) ? link(JSON.parse(readFileSync(path, 'utf8')) as GroupFile) : undefined;
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
