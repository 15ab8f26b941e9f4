import { fieldsOf, textOf } from '../../../json/as-shape.js';
import { isObject } from '../../../json/is-object.js';
import type { TerraformResource } from '../terraform.js';
import { HIDDEN, UNKNOWN } from '../unknown.js';

const resource = (
  address: string,
  type: string,
  name: string,
  attributes: Readonly<Record<string, unknown>>,
): TerraformResource => ({
  address,
  mode: 'managed',
  type,
  name,
  module: '',
  attributes,
  partialTexts: new Map(),
  assumed: new Map(),
  lineOf: () => undefined,
});

/** The mark of a secret in a state of Pulumi: https://www.pulumi.com/docs/iac/concepts/secrets/ */
const PULUMI_SECRET = '4dabf18193072939515e22adb298388d';

/**
 * The resources of `pulumi stack export`, as those of Terraform that mean the same: an object of Kubernetes is a
 * `kubernetes_manifest`, a release a `helm_release`. Of others, the type is Pulumi's own (`aws:rds/instance:Instance`).
 */
export const pulumiResources = (resources: readonly unknown[]): readonly TerraformResource[] =>
  resources.filter(isObject).flatMap((one) => {
    const { urn, type, custom, inputs, outputs, delete: isDeleted } = one;
    if (typeof urn !== 'string' || typeof type !== 'string' || custom !== true || isDeleted === true) return [];
    const name = urn.slice(urn.lastIndexOf('::') + 2);
    const kept = fieldsOf(withoutSecrets(inputs));
    if (/^kubernetes:helm\.sh\/v\d\w*:Release$/.test(type)) return [resource(urn, 'helm_release', name, kept)];
    if (type.startsWith('kubernetes:')) return [resource(urn, 'kubernetes_manifest', name, { manifest: kept })];
    const id = textOf(one['id']);
    return [
      resource(urn, type, name, { ...kept, ...fieldsOf(withoutSecrets(outputs)), ...(id === undefined ? {} : { id }) }),
    ];
  });

const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  if (PULUMI_SECRET in value) return HIDDEN;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSecrets(one)]));
};

/**
 * The resources of a CloudFormation template. The AWS CDK writes objects of Kubernetes as JSON in `Manifest`, a list in
 * each, and releases with their own properties: https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_eks-readme.html
 */
export const cloudFormationResources = (resources: ReadonlyMap<string, unknown>): readonly TerraformResource[] =>
  [...resources].flatMap(([id, one]) => {
    const { Type: type, Properties: given } = fieldsOf(one);
    const properties = fieldsOf(given);
    if (typeof type !== 'string') return [];
    if (type === 'Custom::AWSCDK-EKS-HelmChart') {
      const {
        Release: name,
        Namespace: namespace,
        Chart: chart,
        Repository: repository,
        Version: version,
      } = properties;
      const attributes = { name, namespace, chart, repository, version };
      return [resource(id, 'helm_release', id, fieldsOf(settle(attributes)))];
    }
    if (type === 'Custom::AWSCDK-EKS-KubernetesResource') {
      return manifestsOf(properties['Manifest']).map((manifest, at) =>
        resource(`${id}[${at}]`, 'kubernetes_manifest', id, { manifest }),
      );
    }
    return [resource(id, type, id, fieldsOf(settle(properties)))];
  });

/** References to other resources are unknown. */
const settle = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(settle);
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && (keys[0] === 'Ref' || keys[0]!.startsWith('Fn::'))) return UNKNOWN;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === undefined || one === null ? [] : [[key, settle(one)]])),
  );
};

/** Stands for a reference inside of a text of JSON. */
const REFERENCE = '\u0000unknown\u0000';

/** `Manifest` is a text of JSON, in parts where it refers to other resources. */
const manifestsOf = (manifest: unknown): readonly unknown[] => {
  let text: string;
  if (typeof manifest === 'string') text = manifest;
  else {
    const join: unknown = fieldsOf(manifest)['Fn::Join'];
    if (!Array.isArray(join) || join[0] !== '' || !Array.isArray(join[1])) return [];
    text = join[1].map((part: unknown) => (typeof part === 'string' ? part : REFERENCE)).join('');
  }
  try {
    const json = JSON.parse(text.replaceAll(REFERENCE, '\\u0000unknown\\u0000')) as unknown;
    const known = (value: unknown): unknown => {
      if (typeof value === 'string') return value.includes(REFERENCE) ? UNKNOWN : value;
      if (Array.isArray(value)) return value.map(known);
      if (!isObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, known(one)]));
    };
    return Array.isArray(json) ? json.map(known) : [known(json)];
  } catch {
    return [];
  }
};
