import { characterLength, hasStrayBytes, toBytes, wellFormed } from './byte-text.js';
import { composeYaml, composeYamlDocuments } from './compose-yaml.js';
import { type DecodedYaml, decodeYaml, type YamlValue } from './decode-yaml.js';
import { openYamlBudget } from './yaml-budget.js';
import type { SecondKey, YamlDialect } from './yaml-dialect.js';
import { YamlError } from './yaml-error.js';
import type { YamlNode } from './yaml-node.js';

// Anything but tab, line feed, carriage return, NEL and the printable characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/**
 * Reads the first document of a YAML text as Helm does, and Flux after substitution (sigs.k8s.io/yaml over go-yaml v2:
 * YAML 1.1), and gives it as JSON. Integers beyond 2^53 are rounded, as they are when Flux reads that JSON. An empty text is null.
 *
 * @throws YamlError with Go's own message, such as `yaml: line 2: did not find expected key`
 */
export const parseYaml = (text: string): YamlValue => readYaml(wellFormed(text), false).value;

/** As {@link parseYaml}, for text that may carry stray bytes, with the depth and, if asked for, exact integers. */
export const readYaml = (text: string, exactIntegers: boolean): DecodedYaml => {
  const root = composeYaml(checked(text));
  return root === undefined ? { value: null, depth: 0 } : decodeYaml(root, exactIntegers);
};

/**
 * Reads every document of a text, by default in the dialect in which kustomize reads manifests for Flux.
 *
 * @returns null for an empty document; nothing for a text of comments alone
 * @throws YamlError
 */
export const parseYamlDocuments = (
  text: string,
  dialect: YamlDialect = 'kyaml',
  secondKey: SecondKey = 'refused',
): readonly YamlValue[] => {
  const budget = openYamlBudget();
  const roots = composeYamlDocuments(checked(wellFormed(text)), dialect, secondKey);
  return roots.map((root) => decodeYaml(root, false, budget).value);
};

/** The documents of a text, by default of manifests, as they are written, with the line of each value. @throws YamlError */
export const parseYamlNodes = (text: string, dialect: YamlDialect = 'kyaml'): readonly YamlNode[] =>
  composeYamlDocuments(checked(wellFormed(text)), dialect);

/** The text without its byte order mark. */
const checked = (text: string): string => {
  if (hasStrayBytes(text)) refuseStrayBytes(text);
  if (FORBIDDEN.test(text)) throw controlCharacters();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
};

const controlCharacters = (): YamlError => new YamlError('yaml: control characters are not allowed');

const refuseStrayBytes = (text: string): never => {
  const bytes = Buffer.from(toBytes(text), 'latin1');
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length === 0) throw new YamlError(`yaml: ${strayProblem(bytes, at)}`);
    if (FORBIDDEN.test(bytes.toString('utf8', at, at + length))) break;
    at += length;
  }
  throw controlCharacters();
};

const strayProblem = (bytes: Uint8Array, at: number): string => {
  const lead = bytes[at]!;
  const length = lead < 0xc0 || lead >= 0xf8 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (length === 0) return 'invalid leading UTF-8 octet';
  if (at + length > bytes.length) return 'incomplete UTF-8 octet sequence';
  return 'invalid trailing UTF-8 octet';
};
