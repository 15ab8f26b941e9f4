import { diagnose, failure, type Result, success } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { JsonBudgetError, JsonFault } from '../../json/json-scanner.js';
import { MOST_YAML_VALUES } from '../../yaml/yaml-budget.js';
import { artifactBudget, unreadableArtifact } from '../diagnostics.js';
import { looksLikeObjects, parseYamlObjects } from './parse-yaml-objects.js';
import { MOST_KEPT_MEGABYTES, MOST_KEPT_VALUES, pruneArtifact } from './prune-artifact.js';
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

/** What a file may weigh; its bytes are read as they are, and little of them becomes values. */
export const MOST_ARTIFACT_MEGABYTES = 512;

/** YAML becomes values as a whole. */
const MOST_YAML_MEGABYTES = 32;

const overBudget = (file: string, what: string, fix: string): Result<never> =>
  failure(diagnose(artifactBudget, { message: `${file} ${what}`, at: { file }, fix }));

/** Bytes in UTF-8, without the mark of it; PowerShell's `>` writes UTF-16. */
const asUtf8 = (bytes: Uint8Array): Buffer => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return Buffer.from(buffer.toString('utf16le', 2));
  return buffer.subarray(buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0);
};

const HEAD = 4096;

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
  if (bytes.length > MOST_ARTIFACT_MEGABYTES * 2 ** 20) return artifactTooLarge(file, bytes.length);
  const utf8 = asUtf8(bytes);
  if (utf8.length < HEAD && utf8.toString().trim() === '') {
    return refuse(file, 'is empty: what should have made it failed', makeOne);
  }
  let json: unknown;
  try {
    json = pruneArtifact(utf8);
  } catch (error) {
    if (error instanceof JsonBudgetError) {
      return overBudget(
        file,
        `holds more than ${MOST_KEPT_MEGABYTES} MB or ${MOST_KEPT_VALUES} values of ConfigMaps, outputs and what else may tell of a contract, which is all that is kept of a file`,
        'give less of it: terraform output -json flux_contract, or kubectl get configmaps of a namespace or label',
      );
    }
    if (!(error instanceof JsonFault)) throw error;
    const head = utf8.toString('utf8', 0, HEAD);
    if (!looksLikeObjects(head)) return notJson(utf8, head, error, file);
    if (utf8.length > MOST_YAML_MEGABYTES * 2 ** 20) {
      return overBudget(
        file,
        `has ${megabytes(utf8.length)} MB of YAML, more than the ${MOST_YAML_MEGABYTES} MB that are read`,
        'give it as JSON: kubectl get configmaps -A -o json',
      );
    }
    const parsed = parseYamlObjects(utf8.toString());
    if (!('json' in parsed)) {
      const where = parsed.line === undefined ? '' : ` at line ${parsed.line}`;
      if (parsed.isTooLarge === true) {
        return overBudget(
          file,
          `holds more than the ${MOST_YAML_VALUES} keys and values of YAML that are read`,
          'give it as JSON: kubectl get configmaps -A -o json',
        );
      }
      return refuse(file, `begins as an object of Kubernetes, and is not YAML${where}`, makeOne);
    }
    json = parsed.json;
  }
  const form = formOf(json);
  if (form !== undefined) return success({ form, json });
  const keys = fieldsOf(json);
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

const notJson = (utf8: Buffer, head: string, { at }: JsonFault, file: string): Result<never> => {
  const first = head.split('\n', 1)[0]!;
  if (/^\s*\{"@level"/.test(first)) return streamed(file);
  // https://github.com/hashicorp/setup-terraform#inputs
  if (first.startsWith('[command]')) {
    return refuse(
      file,
      'begins with a line of the wrapper of setup-terraform',
      'set terraform_wrapper: false where the pipeline calls hashicorp/setup-terraform',
    );
  }
  if (/^\s*[[{"]/.test(first) && at >= endOf(utf8)) {
    return refuse(file, 'is JSON that is cut off', 'make it again, and see that what makes it ends well');
  }
  return refuse(file, `is not JSON at line ${lineOf(utf8, at)}`, makeOne);
};

/** Without the blanks at the end. */
const endOf = (utf8: Buffer): number => {
  let end = utf8.length;
  while (end > 0 && utf8[end - 1]! <= 0x20) end--;
  return end;
};

const lineOf = (utf8: Buffer, at: number): number => {
  let line = 1;
  for (let next = utf8.indexOf(10); next >= 0 && next < at; next = utf8.indexOf(10, next + 1)) line++;
  return line;
};

const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

/** What weighs more than is read. */
export const artifactTooLarge = (file: string, bytes?: number): Result<never> =>
  overBudget(
    file,
    `${bytes === undefined ? 'is' : `has ${megabytes(bytes)} MB,`} more than the ${MOST_ARTIFACT_MEGABYTES} MB that are read`,
    'give the outputs alone, which weigh less: terraform output -json',
  );
