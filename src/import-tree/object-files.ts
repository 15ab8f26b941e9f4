import { posix } from 'node:path';
import { fieldsOf } from '../json/as-shape.js';
import { equalJson } from '../json/equal-json.js';
import type { JsonObject } from '../json/json-value.js';
import { createYamlPrinter } from '../yaml/print-yaml.js';
import type { ImportedObject, WrittenFile } from './imported-object.js';

/** A file that the addon includes in place of code. */
export interface IncludedFile extends WrittenFile {
  readonly objects: readonly ImportedObject[];
  /** Encrypted by SOPS, and copied byte for byte. */
  readonly isEncrypted: boolean;
}

/** Larger objects are read as YAML rather than as code. */
const LARGE = 12_000;
/** Lines of a text of a ConfigMap. */
const LONG_TEXT = 40;
/** Others name a generated ConfigMap by its hash, which code keeps up to date. */
const LONG_GENERATED = 300;

const hasLongText = ({ data }: JsonObject, most: number): boolean =>
  Object.values(fieldsOf(data)).some((value) => typeof value === 'string' && value.split('\n').length > most);

/** Whether an object is best left as YAML. */
export const staysYaml = (object: ImportedObject): boolean => {
  const { id, json, path } = object;
  return (
    mustStayYaml(object) ||
    (id.kind === 'ConfigMap' && hasLongText(json, path === '' ? LONG_GENERATED : LONG_TEXT)) ||
    (id.kind !== 'HelmRelease' && id.kind !== 'ConfigMap' && JSON.stringify(json).length > LARGE)
  );
};

/** Whether code can't or shouldn't say an object. */
export const mustStayYaml = ({ id, json }: ImportedObject): boolean =>
  json['sops'] !== undefined || id.kind === 'CustomResourceDefinition' || id.kind === 'Secret';

interface SourceFiles {
  textOf(path: string): string | undefined;
  objectsOf(path: string): readonly JsonObject[];
}

/**
 * The files for the objects that stay YAML: a copy of the original where its objects are applied as they stand in it,
 * otherwise a new one with what kustomize makes of them.
 *
 * @param folder of the addon's files, from the project
 */
export const planFiles = (
  objects: readonly ImportedObject[],
  folder: string,
  { textOf, objectsOf }: SourceFiles,
): readonly IncludedFile[] => {
  const printYaml = createYamlPrinter();
  const byPath = new Map<string, ImportedObject[]>();
  for (const one of objects) byPath.set(one.path, [...(byPath.get(one.path) ?? []), one]);
  const taken = new Set<string>();
  const nameFor = (path: string, otherwise: string): string => {
    const base = (path === '' ? otherwise : posix.basename(path)).replace(/[^\w.-]+/g, '-').replace(/\.yml$/, '.yaml');
    const stem = base.replace(/\.yaml$/, '');
    let name = `${stem}.yaml`;
    for (let number = 2; taken.has(name); number++) name = `${stem}-${number}.yaml`;
    taken.add(name);
    return `${folder}/${name}`;
  };
  return [...byPath].flatMap(([path, ofFile]): readonly IncludedFile[] => {
    const original = path === '' ? undefined : textOf(path);
    const written = path === '' ? [] : objectsOf(path);
    const isCopied = ofFile.some(({ json }) => json['sops'] !== undefined);
    if (original !== undefined && (isCopied || isSame(written, ofFile)))
      return [{ path: nameFor(path, ''), text: original, objects: ofFile, isEncrypted: isCopied }];
    return ofFile.map((one) => ({
      path: nameFor(ofFile.length === 1 ? path : '', `${one.id.kind.toLowerCase()}-${one.id.name}`),
      text: printYaml(one.json as never),
      objects: [one],
      isEncrypted: false,
    }));
  });
};

const isSame = (written: readonly JsonObject[], objects: readonly ImportedObject[]): boolean =>
  written.length === objects.length && written.every((json) => objects.some((one) => equalJson(one.json, json)));
