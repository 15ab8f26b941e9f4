import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { readableObjects } from './parse-objects.js';

/** A place of a kustomization file, or of the configuration of a plugin, from which kustomize loads something. */
export interface Reference {
  /** `configMapGenerator.files`. */
  readonly field: string;
  readonly text: string;
}

/** Keys whose texts kustomize loads. Go's encoding/json ignores their case. */
const LOADED: ReadonlySet<string> = new Set([
  'resources',
  'bases',
  'components',
  'crds',
  'configurations',
  'generators',
  'transformers',
  'validators',
  'patchesstrategicmerge',
  'path',
  'paths',
  'file',
  'files',
  'env',
  'envs',
  'valuesfile',
  'additionalvaluesfiles',
  'targetfilepath',
  'argsfromfile',
]);
/** Keys with the user's own keys and texts, which kustomize doesn't load. */
const DATA: ReadonlySet<string> = new Set([
  'commonlabels',
  'commonannotations',
  'labels',
  'annotations',
  'options',
  'generatoroptions',
  'fieldspecs',
  'fields',
  'literals',
  'valuesinline',
]);

/** Everything that kustomize would load for a kustomization file or a plugin's configuration, which may be inline. */
export const referencesIn = (json: JsonObject): readonly Reference[] => {
  const found: Reference[] = [];
  const visit = (value: unknown, key: string, field: string): void => {
    if (typeof value === 'string') {
      if (!LOADED.has(key)) return;
      if (!value.includes('\n')) found.push({ field, text: value });
      else for (const inner of readableObjects(value)) visit(inner, '', field);
    } else if (Array.isArray(value)) for (const item of value) visit(item, key, field);
    else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        const inner = name.toLowerCase();
        if (!DATA.has(inner)) visit(item, inner, field === '' ? name : `${field}.${name}`);
      }
    }
  };
  visit(json, '', '');
  return found;
};

/** References that kustomize always fetches as a file. */
const HTTP = /^https?:/i;
/** References that kustomize, or an older version, treats as a repository: with a scheme, a user, or GitHub. */
const REPOSITORY =
  /^git::|^(?:ssh|file|git|hg|s3|gcs):|^gh:|^[a-z][\w.-]*@[^/:]*[/:]|^github\.com[/:]|[?&](?:ref|version)=/i;

/**
 * Whether kustomize would fetch a reference.
 *
 * @param isFile whether it names an existing file, which takes precedence over a repository
 */
export const isRemote = (text: string, isFile: boolean): boolean => {
  // `configMapGenerator.files` may say `key=path`.
  const path = text.slice(text.indexOf('=') + 1);
  return HTTP.test(text) || HTTP.test(path) || (!isFile && (REPOSITORY.test(text) || REPOSITORY.test(path)));
};
