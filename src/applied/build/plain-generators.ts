import { posix } from 'node:path';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import type { ReadableTree } from '../base-tree.js';
import { NotPlain } from './not-plain.js';
import type { PlainObject } from './plain-object.js';
import { TOUCHED } from './plain-text.js';

/**
 * Makes the ConfigMaps of a kustomization file's `configMapGenerator` as kustomize does, from whole files of text.
 *
 * @throws NotPlain if kustomize must make them
 */
export const generatePlainly = (tree: ReadableTree, folder: string, file: JsonObject): readonly PlainObject[] => {
  const generators = file['configMapGenerator'] ?? [];
  if (!Array.isArray(generators)) throw new NotPlain("configMapGenerator that isn't a list");
  if (generators.length === 0) return [];
  const ofFile = optionsOf(file['generatorOptions']);
  return generators.map((generator): PlainObject => {
    if (!isObject(generator)) throw new NotPlain("a generator that isn't an object");
    const { name, files, options, ...more } = generator;
    const [other] = Object.keys(more);
    if (other !== undefined) throw new NotPlain(`configMapGenerator with ${other}`);
    if (typeof name !== 'string' || name === '') throw new NotPlain('configMapGenerator without a name');
    const own = optionsOf(options);
    const labels = { ...ofFile.labels, ...own.labels };
    const annotations = { ...ofFile.annotations, ...own.annotations };
    const metadata = {
      name,
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    };
    const json: JsonObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: dataOf(tree, folder, files) };
    const isFixed = ofFile.isFixed || own.isFixed;
    return { json, path: '', ...(isFixed ? {} : { needsHash: true as const }) };
  });
};

interface GeneratorOptions {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** The name gets no hash. */
  readonly isFixed: boolean;
}

const optionsOf = (options: unknown): GeneratorOptions => {
  if (options !== undefined && !isObject(options)) throw new NotPlain("generatorOptions that aren't an object");
  const { labels, annotations, disableNameSuffixHash = false, ...more } = options ?? {};
  const [other] = Object.keys(more);
  if (other !== undefined) throw new NotPlain(`generatorOptions with ${other}`);
  if (typeof disableNameSuffixHash !== 'boolean') throw new NotPlain('generatorOptions with an odd value');
  return { labels: marksIn(labels), annotations: marksIn(annotations), isFixed: disableNameSuffixHash };
};

const marksIn = (marks: unknown): Readonly<Record<string, string>> => {
  if (marks === undefined) return {};
  if (!isObject(marks)) throw new NotPlain('generatorOptions with an odd value');
  for (const [key, value] of Object.entries(marks))
    if (typeof value !== 'string' || TOUCHED.test(key)) throw new NotPlain('generatorOptions with an odd value');
  return marks as Readonly<Record<string, string>>;
};

const dataOf = (tree: ReadableTree, folder: string, files: unknown): Readonly<Record<string, string>> => {
  if (!Array.isArray(files) || files.length === 0) throw new NotPlain('configMapGenerator without files');
  const data: Record<string, string> = {};
  for (const source of files) {
    const [key = '', path, ...more] = typeof source === 'string' ? partsOf(source) : [];
    if (!KEY.test(key) || path === undefined || path === '' || more.length > 0 || Object.hasOwn(data, key))
      throw new NotPlain('configMapGenerator with an odd or repeated key');
    const place = posix.join(folder, path);
    const text = tree.read([place]).get(place);
    if (text === undefined || !isText(text)) throw new NotPlain('configMapGenerator with a file that is no plain text');
    data[key] = text;
  }
  return data;
};

const partsOf = (source: string): readonly string[] =>
  source.includes('=') ? source.split('=') : [posix.basename(source), source];

const KEY = /^(?!\.\.?$)(?!__proto__$)(?!\d+$)[-._a-zA-Z0-9]{1,253}$/;

/** Whether kustomize surely prints a text so that Flux reads the same: no control characters, and none that YAML escapes. */
const isText = (text: string): boolean =>
  text.isWellFormed() &&
  !/[^\t\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffc\u{10000}-\u{10ffff}]/u.test(text);
