import { keyOf, type ObjectId, titleOf, tryReadId } from '../applied/object-id.js';
import { fieldsOf } from '../json/as-shape.js';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import { joinPath } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { metadataOf, specOf } from '../json/manifest-fields.js';
import { substituteObject, type Variables } from '../substitution/index.js';
import { asFluxReads } from './flux-defaults.js';

/** What differs of one object. */
export interface ObjectDifference {
  readonly title: string;
  /** `is missing`, or the fields with both values. */
  readonly what: readonly string[];
}

/** One side of a comparison: what a Kustomization applies. */
export interface AppliedSide {
  readonly kustomization: JsonObject;
  readonly objects: readonly JsonObject[];
}

/** More would fill the screen, and the first ones show what is wrong. */
const MOST_FIELDS = 6;

/**
 * Compares what two Kustomizations apply, after substitution, as Flux and the API server understand it.
 *
 * @param samples of the vars that others supply
 */
export const compareObjects = (
  before: AppliedSide,
  after: AppliedSide,
  samples: Variables,
): readonly ObjectDifference[] => {
  const [from, to] = [applied(before, samples), applied(after, samples)];
  const keys = [...new Set([...from.keys(), ...to.keys()])].sort();
  return keys.flatMap((key): readonly ObjectDifference[] => {
    const [old, made] = [from.get(key), to.get(key)];
    const title = titleOf((old ?? made)!.id);
    if (made === undefined) return [{ title, what: ['is missing'] }];
    if (old === undefined) return [{ title, what: ['is new'] }];
    // Once nothing is left to substitute, the mark says nothing more.
    const json = old.isMarked ? made.json : withoutMark(made.json);
    if (equalJson(old.json, json)) return [];
    const what = differing(old.json, json, '').slice(0, MOST_FIELDS);
    return [{ title, what: old.id.kind === 'Secret' ? what.map((one) => one.replace(/: .*$/s, ' differs')) : what }];
  });
};

const SUBSTITUTE = 'kustomize.toolkit.fluxcd.io/substitute';

const applied = ({ kustomization, objects }: AppliedSide, samples: Variables) => {
  const postBuild = specOf(kustomization)['postBuild'];
  const inline = fieldsOf(fieldsOf(postBuild)['substitute']) as Variables;
  const vars = { ...samples, ...inline };
  return new Map(
    objects.flatMap((json) => {
      const outcome =
        isObject(postBuild) && json['sops'] === undefined
          ? substituteObject(json, vars, { strict: false, strategy: 'Always' })
          : undefined;
      const made = outcome === undefined || outcome.kind === 'error' ? json : (outcome.object as JsonObject);
      const id = tryReadId(made);
      return id === undefined ? [] : [[keyOf(id), asRead(id, made)] as const];
    }),
  );
};

const asRead = (id: ObjectId, made: JsonObject) => {
  const json = asFluxReads(made);
  const isMarked = fieldsOf(metadataOf(json)['annotations'])[SUBSTITUTE] === 'disabled';
  // In an encrypted file, nothing is substituted anyway.
  const isEncrypted = json['sops'] !== undefined;
  return { id, json: isEncrypted ? withoutMark(json) : json, isMarked: isMarked && !isEncrypted };
};

/** Without the annotation that fluxspan gives to objects whose text isn't for Flux. */
const withoutMark = (json: JsonObject): JsonObject => {
  const metadata = metadataOf(json);
  const { [SUBSTITUTE]: mark, ...annotations } = fieldsOf(metadata['annotations']);
  if (mark !== 'disabled') return json;
  const { annotations: _, ...rest } = metadata;
  return { ...json, metadata: Object.keys(annotations).length === 0 ? rest : { ...rest, annotations } };
};

const differing = (from: unknown, to: unknown, path: string): readonly string[] => {
  if (equalJson(from, to)) return [];
  if (isObject(from) && isObject(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
    return keys.flatMap((key) => differing(from[key], to[key], path === '' ? key : joinPath(path, key)));
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return from.flatMap((item, at) => differing(item, to[at], joinPath(path, at)));
  return [`${path}: ${show(from)} in the YAML, ${show(to)} in the code`];
};

const show = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};
