import { diagnose, failure, type Result, success } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { unreadableArtifact } from '../diagnostics.js';
import { looksLikeObjects, parseYamlObjects } from './parse-yaml-objects.js';
import { type Form, formOf } from './read-given.js';

export interface Artifact {
  readonly form: Form;
  readonly json: unknown;
}

const forms = [
  'terraform show -json PLANFILE',
  'terraform show -json',
  'terraform output -json',
  'kubectl get configmaps -A -o json',
];
const makeOne = `make it with one of: ${forms.join(' | ')}`;

const refuse = (file: string, what: string, fix: string): Result<never> =>
  failure(diagnose(unreadableArtifact, { message: `${file} ${what}`, at: { file }, fix }));

/** The longest text that V8 holds. */
const LONGEST = 0x1fffffe8;

/** Bytes as text; PowerShell's `>` writes UTF-16. */
const decode = (bytes: Uint8Array): string => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return buffer.toString('utf16le', 2);
  return buffer.toString('utf8', buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0);
};

/**
 * Reads what Terraform or kubectl printed, and finds out what it is. Nothing of the text is in a message: it may be a
 * secret.
 *
 * @param file its name for messages
 */
export const parseArtifact = (bytes: Uint8Array, file: string): Result<Artifact> => {
  // https://developer.hashicorp.com/terraform/internals/json-format: a plan file itself is a zip archive.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return refuse(file, 'is a plan file, which only Terraform reads', 'print it: terraform show -json PLANFILE');
  }
  if (bytes.length > LONGEST) {
    return refuse(
      file,
      'is larger than 512 MB, which is more than can be read',
      'split the root module, or check its outputs: terraform output -json',
    );
  }
  const text = decode(bytes);
  if (text.trim() === '') return refuse(file, 'is empty: what should have made it failed', makeOne);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (!looksLikeObjects(text)) return notJson(text, error, file);
    const parsed = parseYamlObjects(text);
    if (!('json' in parsed)) {
      const where = parsed.line === undefined ? '' : ` at line ${parsed.line}`;
      return refuse(file, `begins as an object of Kubernetes, and is no YAML${where}`, makeOne);
    }
    json = parsed.json;
  }
  const form = formOf(json);
  if (form !== undefined) return success({ form, json });
  const keys = isObject(json) ? json : {};
  if ('version' in keys && 'resources' in keys && 'lineage' in keys) {
    return refuse(file, 'is a raw state file, whose form belongs to Terraform', 'print it: terraform show -json');
  }
  if ('@level' in keys) return streamed(file);
  if ('contract' in keys && 'cluster' in keys) {
    return refuse(
      file,
      'is the contract itself',
      `give what Terraform made of it, and the contract by --contract; ${makeOne}`,
    );
  }
  return refuse(file, 'is none of the forms that can be checked', makeOne);
};

const streamed = (file: string): Result<never> =>
  refuse(
    file,
    'is the log of terraform plan -json, which holds no plan',
    'terraform plan -out PLANFILE, then terraform show -json PLANFILE',
  );

const notJson = (text: string, error: unknown, file: string): Result<never> => {
  const first = text.slice(0, 4096).split('\n', 1)[0]!;
  if (/^\s*\{"@level"/.test(first)) return streamed(file);
  // https://github.com/hashicorp/setup-terraform#inputs
  if (first.startsWith('[command]')) {
    return refuse(
      file,
      'begins with a line of the wrapper of setup-terraform',
      'say terraform_wrapper: false where the pipeline calls hashicorp/setup-terraform',
    );
  }
  if (/^\s*[[{"]/.test(first) && isCutOff(text, error)) {
    return refuse(file, 'is JSON that is cut off', 'make it anew, and see that what makes it ends well');
  }
  const at = positionOf(error);
  const where = at === undefined ? '' : ` at line ${text.slice(0, at).split('\n').length}`;
  return refuse(file, `is no JSON${where}`, makeOne);
};

const positionOf = (error: unknown): number | undefined => {
  // The rest of V8's message quotes the text.
  const found = /at position (\d+)/.exec(error instanceof Error ? error.message : '');
  return found === null ? undefined : Number(found[1]);
};

const isCutOff = (text: string, error: unknown): boolean => {
  const message = error instanceof Error ? error.message : '';
  if (/^(Unexpected end|Unterminated string)/.test(message)) return true;
  const at = positionOf(error);
  return at !== undefined && at >= text.trimEnd().length;
};
