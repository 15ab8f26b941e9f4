import { characterLength, hasStrayBytes, toBytes, wellFormed } from './byte-text.js';
import { composeYaml } from './compose-yaml.js';
import { type DecodedYaml, decodeYaml, type JsonValue } from './decode-yaml.js';
import { YamlError } from './yaml-error.js';

// Anything but tab, line feed, carriage return, NEL and the printable characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/**
 * Reads the first document of a YAML text as Flux does (sigs.k8s.io/yaml over go-yaml v2: YAML 1.1), and gives
 * it as JSON. Integers beyond 2^53 are rounded, as they are when Flux reads that JSON. An empty text is null.
 *
 * @throws YamlError with Go's own message, such as `yaml: line 2: did not find expected key`
 */
export function parseYaml11(text: string): JsonValue {
  return readYaml(wellFormed(text), false).value;
}

/** As {@link parseYaml11}, for text that may carry stray bytes, with the depth and, if asked for, exact integers. */
export function readYaml(text: string, exactIntegers: boolean): DecodedYaml {
  if (hasStrayBytes(text)) refuseStrayBytes(text);
  if (FORBIDDEN.test(text)) throw new YamlError('yaml: control characters are not allowed');
  const root = composeYaml(text.startsWith('\ufeff') ? text.slice(1) : text);
  return root === undefined ? { value: null, depth: 0 } : decodeYaml(root, exactIntegers);
}

function refuseStrayBytes(text: string): never {
  const bytes = Buffer.from(toBytes(text), 'latin1');
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length === 0) throw new YamlError(`yaml: ${strayProblem(bytes, at)}`);
    if (FORBIDDEN.test(bytes.toString('utf8', at, at + length))) break;
    at += length;
  }
  throw new YamlError('yaml: control characters are not allowed');
}

function strayProblem(bytes: Uint8Array, at: number): string {
  const lead = bytes[at]!;
  const length = lead < 0xc0 || lead >= 0xf8 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (length === 0) return 'invalid leading UTF-8 octet';
  if (at + length > bytes.length) return 'incomplete UTF-8 octet sequence';
  return 'invalid trailing UTF-8 octet';
}
