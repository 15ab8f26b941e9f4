import type { FoundReference } from './find-references.js';

/** `Secret/db in namespace "web"`. */
export const nameOf = ({ kind, name, namespace }: Pick<FoundReference, 'kind' | 'name' | 'namespace'>): string =>
  `${kind}/${name}${namespace === undefined ? '' : ` in namespace "${namespace}"`}`;

/** Where a reference is, for a diagnostic. */
export const placeOf = ({ object, path }: Pick<FoundReference, 'object' | 'path'>) => ({
  addon: object.addon,
  object: object.title,
  path,
});
