import { textFieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';

/** Changes an image; the same text if no entry is for it. */
type SetImage = (image: string) => string;

/**
 * The `images` of a Kustomization, as kustomize 5.8 applies them after the patches: in every list `containers` and
 * `initContainers`, then once more where pods and templates of pods have images, image volumes included.
 * https://fluxcd.io/flux/components/kustomize/kustomizations/#images
 *
 * @returns undefined where kustomize can't read an entry
 */
export const openImages = (images: readonly unknown[]): ((json: JsonObject) => JsonObject) | undefined => {
  const setters: SetImage[] = [];
  for (const entry of images) {
    const set = isObject(entry) ? setterOf(textFieldsOf(entry)) : undefined;
    if (set === undefined) return undefined;
    setters.push(set);
  }
  return (json) => {
    if (json['kind'] === 'CustomResourceDefinition') return json;
    return setters.reduce((now, set) => atFields(inLists(now, set) as JsonObject, set), json);
  };
};

/** A domain may have a port, so what counts comes after its slash. The tag ends where a digest begins. */
const PARTS = /^([^/]+\/[^:@]*|[^:@]*)(?::([^@]*))?(?:@(.*))?$/s;

const setterOf = ({ name, newName, newTag, digest }: Readonly<Record<string, string>>): SetImage | undefined => {
  if (name === undefined) return undefined;
  let pattern: RegExp;
  try {
    // kustomize takes the name for a regular expression, and so does this: a dot fits any character.
    pattern = new RegExp(`^${name}(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`);
  } catch {
    return undefined;
  }
  return (image) => {
    if (!pattern.test(image)) return image;
    const [, own = image, ownTag = '', ownDigest = ''] = PARTS.exec(image) ?? [];
    const [tag, sha] = newTag || digest ? [newTag ?? '', digest ?? ''] : [ownTag, ownDigest];
    return `${newName || own}${tag === '' ? '' : `:${tag}`}${sha === '' ? '' : `@${sha}`}`;
  };
};

/** With the image of each item in a list of containers, at any depth. The same value where none changes. */
const inLists = (node: unknown, set: SetImage): unknown => {
  if (Array.isArray(node)) return mapItems(node, (item) => inLists(item, set));
  if (!isObject(node)) return node;
  return mapMembers(node, (member, key) => {
    const below = inLists(member, set);
    if ((key !== 'containers' && key !== 'initContainers') || !Array.isArray(below)) return below;
    return mapItems(below, (item) => withImage(item, ['image'], set));
  });
};

/** The fields that kustomize knows; a list of one may also be the one itself. */
const atFields = (json: JsonObject, set: SetImage): JsonObject => {
  const inPod = (spec: unknown): unknown =>
    isObject(spec)
      ? mapMembers(spec, (member, key) => {
          const path = FIELDS[key];
          if (path === undefined) return member;
          return Array.isArray(member)
            ? mapItems(member, (item) => withImage(item, path, set))
            : withImage(member, path, set);
        })
      : spec;
  return mapMembers(json, (member, key) =>
    key !== 'spec' ? member : at(inPod(member), 'template', (template) => at(template, 'spec', inPod)),
  ) as JsonObject;
};

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  containers: ['image'],
  initContainers: ['image'],
  volumes: ['image', 'reference'],
};

const at = (node: unknown, name: string, change: (member: unknown) => unknown): unknown =>
  isObject(node) ? mapMembers(node, (member, key) => (key === name ? change(member) : member)) : node;

const withImage = (node: unknown, [first, ...rest]: readonly string[], set: SetImage): unknown => {
  if (first === undefined) return typeof node === 'string' ? set(node) : node;
  return at(node, first, (member) => withImage(member, rest, set));
};

const mapItems = (items: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] => {
  const made = items.map(change);
  return made.every((item, index) => item === items[index]) ? items : made;
};

const mapMembers = (
  node: Readonly<Record<string, unknown>>,
  change: (member: unknown, key: string) => unknown,
): Readonly<Record<string, unknown>> => {
  const made = Object.entries(node).map(([key, member]) => [key, change(member, key)] as const);
  return made.every(([key, member]) => member === node[key]) ? node : Object.fromEntries(made);
};
