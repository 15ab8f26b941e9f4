import { tryReadId } from '../applied/object-id.js';
import { readableObjects } from '../applied/parse-objects.js';
import type { RepositoryTree } from '../applied/view/flux-view.js';
import type { JsonObject } from '../json/json-value.js';
import { openPackageSchemas } from '../schema/package-schemas.js';
import type { ImportedObject } from './imported-object.js';
import { openKindClasses } from './kind-classes.js';
import type { AddonSources } from './plan-addon.js';
import { type DocumentComments, type FieldComments, readComments } from './read-comments.js';

const NO_COMMENTS: ReadonlyMap<string, FieldComments> = new Map();

/** What the files of a repository tell of its objects; each file is read once. */
export const repositorySources = (
  tree: Pick<RepositoryTree, 'read'>,
  { isUntyped, isLiteral }: Pick<AddonSources, 'isUntyped' | 'isLiteral'>,
): AddonSources => {
  const texts = new Map<string, string | undefined>();
  const textOf = (path: string): string | undefined => {
    if (!texts.has(path)) texts.set(path, tree.read([path]).get(path));
    return texts.get(path);
  };
  const objects = new Map<string, readonly JsonObject[]>();
  const objectsOf = (path: string): readonly JsonObject[] => {
    const known = objects.get(path) ?? readableObjects(textOf(path) ?? '');
    objects.set(path, known);
    return known;
  };
  const comments = new Map<string, readonly DocumentComments[]>();
  const commentsIn = (path: string): readonly DocumentComments[] => {
    const known = comments.get(path) ?? readComments(textOf(path) ?? '');
    comments.set(path, known);
    return known;
  };
  /** The name in the file may lack a prefix, or be a var. */
  const bestOf = <T>(
    all: readonly T[],
    of: (one: T) => { kind: string; name: string },
    { id }: ImportedObject,
  ): T | undefined => {
    const same = all.filter((one) => of(one).kind === id.kind);
    return same.find((one) => of(one).name === id.name) ?? (same.length === 1 ? same[0] : undefined);
  };
  return {
    findClass: openKindClasses(),
    schemas: openPackageSchemas(),
    textOf,
    objectsOf,
    commentsOf: (object) =>
      object.path === '' ? NO_COMMENTS : (bestOf(commentsIn(object.path), (one) => one, object)?.fields ?? NO_COMMENTS),
    modelOf: (object) =>
      object.path === '' ? undefined : bestOf(objectsOf(object.path), (json) => idOf(json), object),
    isUntyped,
    isLiteral,
  };
};

const idOf = (json: JsonObject): { kind: string; name: string } => tryReadId(json) ?? { kind: '', name: '' };
