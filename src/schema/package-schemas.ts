import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { damagedFile } from '../diagnostics/damaged.js';
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
  /** Of Kubernetes' own kinds. */
  readonly defs?: Readonly<Record<string, StructuralSchema>>;
  /** Of others: what occurs in several places. */
  readonly shared?: Readonly<Record<string, StructuralSchema>>;
  /** The ASTs of CEL rules, by the rule. */
  readonly rules?: Readonly<Record<string, CelAst>>;
}

/** The schemas that the package has. Each group is read once, when an object needs it. */
export interface PackageSchemas {
  /** Undefined for a kind that the package doesn't have. */
  find(group: string, kind: string): KindSchemas | undefined;
  /** The kinds of a group that the package has; empty where it has none. */
  kinds(group: string): readonly string[];
  /** The groups that the package has; reading all their kinds reads all files. */
  groups(): readonly string[];
}

/** The same for all who ask, since what they read never changes. */
export const openPackageSchemas = (): PackageSchemas => (opened ??= makePackageSchemas());

let opened: PackageSchemas | undefined;

const makePackageSchemas = (): PackageSchemas => {
  // By the package's own name, which is the same from the source and from dist/.
  const root = dirname(createRequire(import.meta.url).resolve('fluxspan/package.json'));
  const folder = join(root, 'imports/schemas');
  let names: readonly string[] | undefined;
  const all = () => (names ??= readdirSync(folder).map((file) => file.replace(/\.json$/, '')));
  // The module with a group's types tells that its file must be there: to read it then says that it is missing.
  const isKnown = (name: string): boolean =>
    all().includes(name) || name === 'meta' || existsSync(join(root, 'dist/imports', `${name}.js`));
  const groups = new Map<string, GroupFile | undefined>();
  const file = (name: string): GroupFile | undefined => {
    if (!groups.has(name)) groups.set(name, isKnown(name) ? link(read(join(folder, `${name}.json`)), file) : undefined);
    return groups.get(name);
  };
  const groupFile = (group: string): GroupFile | undefined =>
    isGroup(group) ? file(group === '' ? 'core' : group) : undefined;
  return {
    find: (group, kind) => {
      const file = groupFile(group);
      const versions = file !== undefined && Object.hasOwn(file.kinds, kind) ? file.kinds[kind] : undefined;
      return versions === undefined
        ? undefined
        : { versions, own: file?.defs !== undefined, vetted: true, asts: file?.rules };
    },
    kinds: (group) => Object.keys(groupFile(group)?.kinds ?? {}),
    groups: () => ['', ...all().filter(isGroup).sort()],
  };
};

/** `core` is the file of the group without a name, and `meta` that of what all groups share. */
const isGroup = (name: string): boolean => name !== 'core' && name !== 'meta';

const read = (path: string): GroupFile => {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text) as GroupFile;
  } catch (error) {
    throw damagedFile(path, error);
  }
};

/**
 * Puts what a `$ref` names in its place: a definition of the file (`apps.v1.DeploymentSpec`), or of another one
 * (`core#core.v1.PodSpec`). A kind may hold itself, so this is a graph.
 */
const link = (file: GroupFile, other: (name: string) => GroupFile | undefined): GroupFile => {
  const defs = file.defs ?? file.shared;
  if (defs === undefined) return file;
  const target = (ref: string): StructuralSchema => {
    const [home, name] = ref.includes('#') ? (ref.split('#') as [string, string]) : [undefined, ref];
    return (home === undefined ? defs : other(home)?.defs)?.[name] ?? {};
  };
  const visit = (node: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== 'object' || value === null) continue;
      const ref = (value as { $ref?: unknown }).$ref;
      if (typeof ref === 'string') node[key] = target(ref);
      else visit(value as Record<string, unknown>);
    }
  };
  visit(defs as Record<string, StructuralSchema>);
  visit(file.kinds as Record<string, Record<string, StructuralSchema>>);
  return file;
};
