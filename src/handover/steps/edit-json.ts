import { PRUNE_MARK } from '../../applied/cluster-state.js';
import type { JsonObject } from '../../json/json-value.js';

/** How an owner gives up objects: with its own settings, or with a mark on the object. */
export type Edit =
  /** A Kustomization that will go: it no longer prunes, and its removal deletes nothing. */
  | { readonly how: 'owner-goes'; readonly file: string; readonly key: string }
  /** A Kustomization that stays: its own file marks everything that it applies. */
  | { readonly how: 'owner-stays'; readonly file: string; readonly key: string }
  /** A mark on one object that moves. */
  | { readonly how: 'object'; readonly file: string; readonly key: string };

/** The fields that an edit sets, by path. */
export const fieldsOf = (
  how: Edit['how'],
): readonly (readonly [path: readonly string[], value: string | boolean])[] => {
  switch (how) {
    case 'owner-goes':
      return [
        [['spec', 'prune'], false],
        [['spec', 'deletionPolicy'], 'Orphan'],
      ];
    case 'owner-stays':
      return [[['spec', 'commonMetadata', 'annotations', PRUNE_MARK], 'disabled']];
    case 'object':
      return [[['metadata', 'annotations', PRUNE_MARK], 'disabled']];
  }
};

/** The same object with the fields of an edit. */
export const editJson = (json: JsonObject, how: Edit['how']): JsonObject =>
  fieldsOf(how).reduce((edited, [path, value]) => withField(edited, path, value), json);

const withField = (json: JsonObject, [key, ...rest]: readonly string[], value: unknown): JsonObject => ({
  ...json,
  [key!]: rest.length === 0 ? value : withField((json[key!] ?? {}) as JsonObject, rest, value),
});
