import { type Diagnostic, diagnose, failure, type Result, success } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import { JsonBudgetError, JsonFault, JsonScanner } from '../../../json/json-scanner.js';
import { artifactBudget } from '../../diagnostics.js';
import type { ResourceAction, TerraformRead, TerraformResource } from '../terraform.js';
import { asUtf8, refuseArtifact, refuseBytes, refuseKeys, refuseText } from './artifact-faults.js';
import { knownValues } from './known-values.js';
import { manifestIdentity } from './manifest-identity.js';
import { cloudFormationResources, pulumiResources } from './other-tools.js';
import { type ScannedArtifact, type ScannedResource, scanArtifact } from './scan-artifact.js';

/** What is kept of a file may weigh this. */
const MOST_KEPT_MEGABYTES = 128;
const MOST_KEPT_VALUES = 4_000_000;

const makeOne =
  'make it with one of: terraform show -json PLANFILE | terraform show -json | pulumi stack export | cdk synth, whose cdk.out has *.template.json';

/**
 * Reads a plan or state (`terraform show -json`), the export of a Pulumi stack, or a template of the AWS CDK. Walks over the
 * file once and keeps what says what a resource is: all attributes of Kubernetes' and Helm's resources, and of others those
 * that are short texts, numbers or booleans. Sensitive values are dropped here. Nothing of the text is in a problem.
 *
 * @param file its name, for problems
 */
export const readTerraformArtifact = (bytes: Uint8Array, file: string): Result<TerraformRead> => {
  const refused = refuseBytes(bytes, file, makeOne);
  if (refused !== undefined) return refused;
  const utf8 = asUtf8(bytes);
  const scanner = new JsonScanner(utf8, { bytes: MOST_KEPT_MEGABYTES * 2 ** 20, values: MOST_KEPT_VALUES });
  try {
    if (scanner.peek() !== '{') {
      scanner.skip();
      scanner.end();
      return refuseArtifact(file, 'is none of the forms that are read', makeOne);
    }
    const scanned = scanArtifact(scanner);
    scanner.end();
    return understand(scanned, file);
  } catch (error) {
    if (error instanceof JsonFault) return refuseText(utf8, error, file, makeOne);
    if (error instanceof JsonBudgetError) return failure(overBudget(file));
    // What V8 throws where the stack is full.
    if (error instanceof RangeError) return refuseArtifact(file, 'holds a value that is nested too deep', makeOne);
    throw error;
  }
};

const overBudget = (file: string): Diagnostic =>
  diagnose(artifactBudget, {
    message: `${file} holds more than ${MOST_KEPT_MEGABYTES} MB or ${MOST_KEPT_VALUES} values of Kubernetes objects and releases, which is all that is kept of a file`,
    at: { file },
    fix: 'give the plans or states of smaller root modules',
  });

const understand = (
  { root, changes, values, pulumi, cloudFormation }: ScannedArtifact,
  file: string,
): Result<TerraformRead> => {
  const version = root['format_version'];
  if (typeof version === 'string') {
    // https://developer.hashicorp.com/terraform/internals/json-format#format-version-history
    if (!/^1\.\d+$/.test(version) && !/^0\.[12]$/.test(version)) {
      return refuseArtifact(
        file,
        `has the format version "${version.slice(0, 20)}"; fluxspan reads version 1`,
        'make it with a release of Terraform or OpenTofu that writes version 1, or update fluxspan',
      );
    }
    if ('resource_changes' in root || 'planned_values' in root)
      return success(read('plan', file, changes.flatMap(changeOf)));
    if ('values' in root || Object.keys(root).every((key) => key.endsWith('_version'))) {
      return success(
        read(
          'state',
          file,
          values.map((one) => resourceOf(one, one.values, undefined, one.sensitive)),
        ),
      );
    }
  }
  if ('deployment' in root) return success(read('pulumi', file, pulumiResources(pulumi)));
  if ('Resources' in root) return success(read('cloudformation', file, cloudFormationResources(cloudFormation)));
  return refuseKeys(root, file) ?? refuseArtifact(file, 'is none of the forms that are read', makeOne);
};

const read = (form: TerraformRead['form'], name: string, resources: readonly TerraformResource[]): TerraformRead => ({
  form,
  name,
  resources,
  removed: [],
  moved: [],
  imports: [],
  outputs: new Map(),
  providers: [],
  calls: [],
  unseen: [],
  files: [],
  problems: [],
});

const ACTIONS: ReadonlySet<unknown> = new Set<ResourceAction>([
  'no-op',
  'create',
  'read',
  'update',
  'delete',
  'forget',
]);

const changeOf = (change: ScannedResource): readonly TerraformResource[] => {
  // An object that Terraform couldn't delete before; the resource itself is listed, too.
  if (typeof change.fields['deposed'] === 'string') return [];
  const actions = Array.isArray(change.actions)
    ? change.actions.filter((one): one is ResourceAction => ACTIONS.has(one))
    : [];
  const isGone = change.values === null || change.values === undefined;
  const resource = isGone
    ? resourceOf(change, change.before, undefined, change.beforeSensitive)
    : resourceOf(change, change.values, change.unknown, change.sensitive);
  const previous = change.fields['previous_address'];
  return [{ ...resource, actions, ...(typeof previous === 'string' ? { previousAddress: previous } : {}) }];
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const resourceOf = (
  { fields }: ScannedResource,
  values: unknown,
  unknown: unknown,
  sensitive: unknown,
): TerraformResource => {
  const type = text(fields['type']);
  const known = knownValues(values, unknown, sensitive);
  const address = text(fields['address']);
  return {
    address,
    mode: fields['mode'] === 'data' ? 'data' : 'managed',
    type,
    name: text(fields['name']),
    module: text(fields['module_address']) || moduleOf(address),
    ...(typeof fields['provider_name'] === 'string' ? { provider: fields['provider_name'] } : {}),
    attributes: type === 'kubectl_manifest' && isObject(values) ? { ...known, ...manifestIdentity(values) } : known,
    partialTexts: new Map(),
    assumed: new Map(),
    lineOf: () => undefined,
  };
};

/** A state's resource doesn't name its module. */
const moduleOf = (address: string): string =>
  /^(?:module\.[\w-]+(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?(?:\.(?=module\.))?)+(?=\.)/.exec(address)?.[0] ?? '';
