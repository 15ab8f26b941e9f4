import { fieldsOf, textOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import { isClusterScoped } from '../knowledge/index.js';
import { HIDDEN, type TerraformRead, type TerraformResource, textWithMarks, UNKNOWN } from '../terraform/read/index.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { ToolClaim } from './claim.js';
import { cloudNames, type Found } from './cloud-names.js';
import { kubernetesType } from './kubernetes-types.js';

/** Tools in messages, by what was read. */
const TOOLS: Readonly<Record<TerraformRead['form'], string>> = {
  plan: "Terraform's",
  state: "Terraform's",
  hcl: "Terraform's",
  pulumi: "Pulumi's",
  cloudformation: "the AWS CDK's",
};

/** What the resources of one read own, each identity that is known. */
export const toolClaims = (read: TerraformRead): readonly ToolClaim[] =>
  read.resources.flatMap((resource) =>
    resource.mode !== 'managed'
      ? []
      : identitiesOf(resource).map(({ identity, from }): ToolClaim => {
          const doubt = doubtOf(resource, from);
          return {
            identity,
            resource,
            owner:
              read.runBy === undefined
                ? `${TOOLS[read.form]} ${resource.address}`
                : `${resource.address} of ${read.runBy}`,
            ...(doubt === undefined ? {} : { doubt }),
          };
        }),
  );

/** Why a claim isn't certain. */
const doubtOf = (resource: TerraformResource, from: readonly string[]): string | undefined => {
  if (resource.isPossible === true) return 'its count or for_each is known only to Terraform, so there may be none';
  if (resource.ignoresChanges === true) {
    return 'it has ignore_changes = all, so Terraform creates it once and changes nothing afterwards';
  }
  const variables = new Set(
    [...resource.assumed].flatMap(([path, names]) =>
      path === '' || from.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`))
        ? names
        : [],
    ),
  );
  return variables.size === 0
    ? undefined
    : `with the defaults of ${[...variables]
        .sort()
        .map((name) => `var.${name}`)
        .join(', ')}, which may be set to something else`;
};

const identitiesOf = (resource: TerraformResource): readonly Found[] => {
  const { type, attributes } = resource;
  if (type === 'helm_release') return release(attributes);
  if (type === 'kubernetes_manifest') return manifest(attributes['manifest'], 'manifest');
  if (type === 'kubectl_manifest') return kubectlManifest(resource);
  if (type === 'kustomization_resource') return jsonManifest(attributes['manifest']);
  if (type === 'flux_bootstrap_git') return [{ identity: { is: 'flux' }, from: [] }];
  const kind = kubernetesType(type);
  if (kind !== undefined) {
    const first: unknown = Array.isArray(attributes['metadata']) ? attributes['metadata'][0] : attributes['metadata'];
    return object(kind.group, kind.kind, kind.isNamespaced, fieldsOf(first), 'metadata');
  }
  return cloudNames(type, attributes);
};

const isOpen = (value: unknown): boolean => value === UNKNOWN || value === HIDDEN;

const release = (attributes: Readonly<Record<string, unknown>>): readonly Found[] => {
  const { name, namespace } = attributes;
  if (typeof name !== 'string' || isOpen(namespace)) return [];
  // https://registry.terraform.io/providers/hashicorp/helm/latest/docs/resources/release#namespace
  const found = { name, namespace: textOf(namespace) ?? 'default' };
  const from = ['name', 'namespace'];
  return [
    { identity: { is: 'release', ...found }, from },
    { identity: { is: 'installed', ...found }, from },
  ];
};

const object = (
  group: string,
  kind: string,
  isNamespaced: boolean,
  metadata: Readonly<Record<string, unknown>>,
  path: string,
): readonly Found[] => {
  const { name, namespace } = metadata;
  if (typeof name !== 'string' || (isNamespaced && isOpen(namespace))) return [];
  const place = isNamespaced ? (textOf(namespace) ?? 'default') : '';
  return [{ identity: { is: 'object', group, kind, namespace: place, name }, from: [path] }];
};

const manifest = (value: unknown, path: string): readonly Found[] => {
  if (!isObject(value)) return [];
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isObject(metadata)) return [];
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  // Of a kind whose scope isn't known, the namespace says it.
  const isNamespaced = !isClusterScoped(group, kind) && (isBuiltIn(group) || metadata['namespace'] !== undefined);
  return object(group, kind, isNamespaced, metadata, path);
};

/** Kubernetes' own groups have no dot, or end in k8s.io; `isClusterScoped` knows all their kinds. */
const isBuiltIn = (group: string): boolean =>
  !group.includes('.') || /^[^.]+\.(?:authorization\.)?k8s\.io$/.test(group);

/** Stands in YAML for what Terraform alone knows. */
const MARK = 'fluxspan-unknown-part';

const kubectlManifest = (resource: TerraformResource): readonly Found[] => {
  const { attributes } = resource;
  const { api_version: apiVersion, kind, name, namespace, override_namespace: override } = attributes;
  if (isOpen(override)) return [];
  const withNamespace = (metadata: Readonly<Record<string, unknown>>) => ({
    ...metadata,
    ...(textOf(override) === undefined ? {} : { namespace: override }),
  });
  if (typeof apiVersion === 'string') {
    return manifest(
      { apiVersion, kind, metadata: withNamespace({ name, ...(namespace === undefined ? {} : { namespace }) }) },
      '',
    );
  }
  const text = textWithMarks(resource, 'yaml_body', MARK);
  if (text === undefined) return [];
  return documentsOf(text).flatMap((one) => {
    const { metadata } = fieldsOf(one);
    const known = fieldsOf(withoutMarks({ ...fieldsOf(one), metadata: withNamespace(fieldsOf(metadata)) }));
    return manifest(known, 'yaml_body');
  });
};

const documentsOf = (text: string): readonly unknown[] => {
  try {
    return parseYamlDocuments(text).filter((one) => one !== null);
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
};

const withoutMarks = (value: unknown): unknown => {
  if (typeof value === 'string') return value.includes(MARK) ? UNKNOWN : value;
  if (!isObject(value)) return value;
  const { apiVersion, kind, metadata } = value;
  const { name, namespace } = fieldsOf(metadata);
  const open = (one: unknown): unknown => (typeof one === 'string' && one.includes(MARK) ? UNKNOWN : one);
  return {
    apiVersion: open(apiVersion),
    kind: open(kind),
    metadata: { name: open(name), ...(namespace === undefined ? {} : { namespace: open(namespace) }) },
  };
};

const jsonManifest = (text: unknown): readonly Found[] => {
  try {
    return typeof text === 'string' ? manifest(JSON.parse(text), 'manifest') : [];
  } catch {
    return [];
  }
};

/** Whether a resource of a type owns something in a cluster. */
export const ownsInCluster = (type: string): boolean => MANIFESTS.has(type) || kubernetesType(type) !== undefined;

const MANIFESTS: ReadonlySet<string> = new Set([
  'flux_bootstrap_git',
  'helm_release',
  'kubectl_manifest',
  'kubernetes_manifest',
  'kustomization_resource',
]);
