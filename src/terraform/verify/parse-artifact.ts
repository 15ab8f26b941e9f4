import { diagnose, failure, type Result, success } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { JsonBudgetError, JsonFault } from '../../json/json-scanner.js';
import { MOST_YAML_VALUES } from '../../yaml/yaml-budget.js';
import { artifactBudget } from '../diagnostics.js';
import {
  asUtf8,
  HEAD,
  refuseArtifact,
  refuseBytes,
  refuseKeys,
  refuseText,
} from '../read/artifacts/artifact-faults.js';
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

/** What a file may weigh; its bytes are read as they are, and little of them becomes values. */
export const MOST_ARTIFACT_MEGABYTES = 512;

/** YAML becomes values as a whole. */
const MOST_YAML_MEGABYTES = 32;

const overBudget = (file: string, what: string, fix: string): Result<never> =>
  failure(diagnose(artifactBudget, { message: `${file} ${what}`, at: { file }, fix }));

/**
 * Reads what Terraform or kubectl printed, and finds out what it is. Nothing of the text is in a message: it may be a
 * secret.
 *
 * @param file its name for messages
 */
export const parseArtifact = (bytes: Uint8Array, file: string): Result<Artifact> => {
  const refused = refuseBytes(bytes, file, makeOne);
  if (refused !== undefined) return refused;
  if (bytes.length > MOST_ARTIFACT_MEGABYTES * 2 ** 20) return artifactTooLarge(file, bytes.length);
  const utf8 = asUtf8(bytes);
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
    if (!looksLikeObjects(head)) return refuseText(utf8, error, file, makeOne);
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
      return refuseArtifact(file, `begins as an object of Kubernetes, and is not YAML${where}`, makeOne);
    }
    json = parsed.json;
  }
  const form = formOf(json);
  if (form !== undefined) return success({ form, json });
  const keys = fieldsOf(json);
  const known = refuseKeys(keys, file);
  if (known !== undefined) return known;
  const otherTool =
    'deployment' in keys
      ? 'the export of a Pulumi stack'
      : 'Resources' in keys
        ? 'a template of CloudFormation'
        : undefined;
  if (otherTool !== undefined) {
    return refuseArtifact(
      file,
      `is ${otherTool}, which says nothing of a contract`,
      `see what it and the tree both manage: fluxspan owners CLUSTER --terraform ${file}`,
    );
  }
  if ('contract' in keys && 'cluster' in keys) {
    return refuseArtifact(
      file,
      'is the contract itself',
      `give what Terraform made of it, and the contract by --contract; ${makeOne}`,
    );
  }
  return refuseArtifact(file, 'is none of the forms that can be checked', makeOne);
};

const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

/** What weighs more than is read. */
export const artifactTooLarge = (file: string, bytes?: number): Result<never> =>
  overBudget(
    file,
    `${bytes === undefined ? 'is' : `has ${megabytes(bytes)} MB,`} more than the ${MOST_ARTIFACT_MEGABYTES} MB that are read`,
    'give the outputs alone, which weigh less: terraform output -json',
  );
