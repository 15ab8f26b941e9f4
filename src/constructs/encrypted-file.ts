import { posix } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { diagnose, FluxspanError, formatValue, isFluxspanError } from '../diagnostics/index.js';
import { fieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { SUBSTITUTE_MARK } from '../substitution/is-disabled.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import { tryFindAddonScope } from './addon-scope.js';
import { badEncryptedFile } from './diagnostics.js';
import { readProjectFile, unreadReason } from './project-file.js';

/** What {@link encryptedFile} takes beside the path. */
export interface EncryptedFileOptions {
  /**
   * Lets Flux substitute vars in the decrypted objects. A `${` in a secret value is then Flux's to read, which nothing
   * can check before.
   *
   * @default false
   */
  readonly substitute?: boolean;
}

/** A file that the tree has byte for byte. */
export interface CopiedFile {
  /** Its name in the addon's folder. */
  readonly name: string;
  readonly text: string;
}

/** One object of such a file. */
export interface CopiedObject {
  readonly file: CopiedFile;
  /** Which of the file's objects it is. */
  readonly index: number;
  /** As the file has it. */
  readonly json: JsonObject;
}

const COPIED = Symbol.for('fluxspan.copiedObject');

/** The file that an object is copied from; undefined for all that the tree prints. */
export const copiedObjectOf = (object: object): CopiedObject | undefined =>
  (object as { readonly [COPIED]?: CopiedObject })[COPIED];

/**
 * Puts a YAML file that SOPS encrypted into the addon, byte for byte, so that its MAC and its comments stay valid. The
 * addon's Kustomization needs `decryption`. Flux substitutes nothing in the objects: a patch in the addon's
 * kustomization file says so, and gives them the addon's namespace where they have none.
 *
 * Encrypt it with an `encrypted_regex` such as `^(data|stringData)$`, so that its kind and name are plain text. Edit the
 * original, never the copy in the tree: synth keeps and reports an edited copy.
 *
 * Flux builds, decrypts, and then substitutes; it doesn't check the MAC. With `Include` of cdk8s instead, Flux can decrypt
 * the objects, but `sops` reports a wrong MAC.
 *
 * In a plain cdk8s chart, cdk8s prints the objects itself, and the MAC is lost.
 *
 * @param path relative to the project; 1 MB at most
 * @returns its objects, as others may name them; none where synth refuses the file
 * @throws FluxspanError in a plain cdk8s chart, where the file can't be read, or holds an object that isn't encrypted
 */
export const encryptedFile = (
  scope: Construct,
  path: string,
  options: EncryptedFileOptions = {},
): readonly ApiObject[] => {
  try {
    return copyFile(scope, path, options);
  } catch (error) {
    const addon = tryFindAddonScope(scope);
    if (addon === undefined || !isFluxspanError(error)) throw error;
    // The next file may be wrong, too.
    for (const problem of error.diagnostics) addon.reportMissing(problem);
    return [];
  }
};

const copyFile = (
  scope: Construct,
  path: string,
  { substitute = false }: EncryptedFileOptions,
): readonly ApiObject[] => {
  const text = readText(scope, path);
  const file: CopiedFile = { name: `encrypted.${posix.basename(path)}`, text };
  const others = (tryFindAddonScope(scope)?.root ?? Chart.of(scope)).node.findAll();
  if (others.some((one) => copiedObjectOf(one)?.file.name === file.name))
    throw refusal(path, 'has the name of another encrypted file of the addon', 'give one of them another name');
  return objectsOf(path, text).map((json, index) => {
    // No id of an addon's own is like that.
    const object = new ApiObject(scope, `fluxspan: ${path} ${index}`, (substitute ? json : withMark(json)) as never);
    Object.defineProperty(object, COPIED, { value: { file, index, json } satisfies CopiedObject });
    return object;
  });
};

const withMark = (json: JsonObject): JsonObject => {
  const metadata = json['metadata'] as JsonObject;
  const annotations = fieldsOf(metadata['annotations']);
  return { ...json, metadata: { ...metadata, annotations: { ...annotations, [SUBSTITUTE_MARK]: 'disabled' } } };
};

const refusal = (path: unknown, what: string, fix: string): FluxspanError =>
  new FluxspanError([diagnose(badEncryptedFile, { message: `encrypted file ${formatValue(path)} ${what}`, fix })]);

const readText = (scope: Construct, path: unknown): string => {
  const fix = 'give the path of a file that SOPS encrypted, relative to the project';
  if (typeof path !== 'string' || !/\.ya?ml$/.test(path)) throw refusal(path, "isn't a path that ends in .yaml", fix);
  if (!/^[\w.-]+$/.test(posix.basename(path)))
    throw refusal(
      path,
      "has a name that the tree doesn't take",
      'rename it: letters, digits, dots, dashes and underscores',
    );
  try {
    return readProjectFile(path, tryFindAddonScope(scope)?.project);
  } catch (error) {
    throw refusal(path, `cannot be read: ${unreadReason(error)}`, fix);
  }
};

/** No message has a text of the file: it may be one that no one encrypted. */
const objectsOf = (path: string, text: string): readonly JsonObject[] => {
  const encrypt = `encrypt it, with --age and your public key if no .sops.yaml names one: sops encrypt --in-place --encrypted-regex '^(data|stringData)$' ${path}`;
  let documents: readonly unknown[];
  try {
    documents = parseYamlDocuments(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const where = error.line === undefined ? '' : ` (line ${error.line})`;
    throw refusal(path, `isn't valid YAML${where}`, 'fix it, and encrypt it again');
  }
  const objects = documents.filter((one) => one !== null);
  if (objects.length === 0) throw refusal(path, 'is empty', 'give a file with objects');
  return objects.map((json, index) => {
    const which = objects.length === 1 ? '' : `has an object (${index + 1}) that `;
    if (!isObject(json)) throw refusal(path, `${which}isn't a Kubernetes object`, 'give a file with objects');
    const { apiVersion, kind, metadata, sops, ...rest } = json;
    if (!isObject(sops) || typeof sops['mac'] !== 'string' || !holdsEncrypted(rest))
      throw refusal(path, `${which}isn't encrypted with SOPS`, encrypt);
    const name = isObject(metadata) ? metadata['name'] : undefined;
    for (const [field, value] of Object.entries({ apiVersion, kind, 'metadata.name': name })) {
      if (typeof value === 'string' && value !== '' && !value.startsWith('ENC[')) continue;
      throw refusal(
        path,
        `${which}has no readable ${field}`,
        "encrypt only the values: sops encrypt --encrypted-regex '^(data|stringData)$' …",
      );
    }
    return json as JsonObject;
  });
};

/** https://github.com/getsops/sops/blob/main/aes/cipher.go: what SOPS takes for its own, and decrypts. */
export const isEncryptedText = (value: unknown): value is string =>
  typeof value === 'string' && /^ENC\[AES256_GCM,data:.+,iv:.+,tag:.+,type:.+\]/.test(value);

const holdsEncrypted = (value: unknown): boolean =>
  typeof value === 'string'
    ? isEncryptedText(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsEncrypted);
