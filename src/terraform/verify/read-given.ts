import { fieldsOf, listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import {
  asProof,
  configMapTypes,
  type Given,
  type GivenConfigMap,
  type GivenIdentity,
  givenIdentity,
  givenSecret,
  IDENTITY_TYPE,
  kubernetesConfigMap,
  markUnknown,
  type Proof,
  resourceConfigMap,
} from './given.js';

/** What `fluxspan contract check` can read. */
export type Form = 'plan' | 'state' | 'output' | 'config-maps' | 'secrets';

/** How each form is made, for messages. */
export const formNames: Readonly<Record<Form, string>> = {
  plan: 'a plan (terraform show -json PLANFILE)',
  state: 'a state (terraform show -json)',
  output: 'outputs (terraform output -json)',
  'config-maps': 'ConfigMaps (kubectl get configmaps -A -o json)',
  secrets: 'Secrets (kubectl get secrets -A -o json), of which only names and keys are read',
};

/**
 * The form of an artifact, by what every instance of it has; undefined where it is none.
 * https://developer.hashicorp.com/terraform/internals/json-format
 */
export const formOf = (json: unknown): Form | undefined => {
  if (!isObject(json)) return undefined;
  if (typeof json['kind'] === 'string') {
    if (json['kind'] === 'ConfigMap' || json['kind'] === 'ConfigMapList') return 'config-maps';
    const items = json['items'];
    if (Array.isArray(items) && items.some((one) => isObject(one) && one['kind'] === 'Secret')) return 'secrets';
    const isList =
      Array.isArray(items) && (items.length === 0 || items.some((one) => isObject(one) && one['kind'] === 'ConfigMap'));
    return isList ? 'config-maps' : undefined;
  }
  if (typeof json['format_version'] === 'string') {
    if ('resource_changes' in json || 'planned_values' in json) return 'plan';
    // A state without anything in it has neither `values` nor anything else but the version.
    return 'values' in json || Object.keys(json).every((key) => key.endsWith('_version')) ? 'state' : undefined;
  }
  const outputs = Object.values(json);
  return outputs.every((one) => isObject(one) && 'value' in one && 'sensitive' in one) ? 'output' : undefined;
};

/** Everything of contracts in an artifact of a form. One pass. */
export const readGiven = (form: Form, json: unknown): Given => {
  const artifact = json as Readonly<Record<string, unknown>>;
  return form === 'plan'
    ? readPlan(artifact)
    : form === 'state'
      ? readState(artifact)
      : form === 'output'
        ? readOutput(artifact)
        : readConfigMaps(artifact);
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const isProofResource = (resource: Readonly<Record<string, unknown>>): boolean =>
  resource['type'] === 'terraform_data' && resource['name'] === 'contract';

const readPlan = (plan: Readonly<Record<string, unknown>>): Given => {
  const proofs: Proof[] = [];
  const configMaps: GivenConfigMap[] = [];
  const destroyed: string[] = [];
  const identities: GivenIdentity[] = [];
  for (const change of listOf(plan['resource_changes'])) {
    if (!isObject(change)) continue;
    if (change['type'] === IDENTITY_TYPE) {
      const identity = givenIdentity(fieldsOf(change['change'])['after'], text(change['address']));
      if (identity !== undefined) identities.push(identity);
    }
    if (change['mode'] !== 'managed') continue;
    const isProof = isProofResource(change);
    if (!isProof && !configMapTypes.has(change['type'])) continue;
    const { before, after, after_unknown: unknown } = fieldsOf(change['change']);
    const place = text(change['address']);
    const module = text(change['module_address']);
    if (after === null || after === undefined) {
      if (isProof && isObject(before) && asProof(before['input'], place, module) !== undefined) destroyed.push(place);
      continue;
    }
    const marked = markUnknown(after, unknown);
    if (isProof) {
      const proof = asProof(isObject(marked) ? marked['input'] : undefined, place, module);
      if (proof !== undefined) proofs.push(proof);
    } else {
      const configMap = resourceConfigMap(marked, place, module);
      if (configMap !== undefined) configMaps.push(configMap);
    }
  }
  return { proofs, configMaps, identities, destroyed };
};

const readState = (state: Readonly<Record<string, unknown>>): Given => {
  const proofs: Proof[] = [];
  const configMaps: GivenConfigMap[] = [];
  const identities: GivenIdentity[] = [];
  const open: unknown[] = [isObject(state['values']) ? state['values']['root_module'] : undefined];
  while (open.length > 0) {
    const module = open.pop();
    if (!isObject(module)) continue;
    const address = text(module['address']);
    for (const resource of listOf(module['resources'])) {
      if (!isObject(resource)) continue;
      const place = text(resource['address']);
      const identity = resource['type'] === IDENTITY_TYPE ? givenIdentity(resource['values'], place) : undefined;
      if (identity !== undefined) identities.push(identity);
      if (resource['mode'] !== 'managed') continue;
      if (isProofResource(resource) && isObject(resource['values'])) {
        const proof = asProof(resource['values']['input'], place, address);
        if (proof !== undefined) proofs.push(proof);
      } else if (configMapTypes.has(resource['type'])) {
        const configMap = resourceConfigMap(resource['values'], place, address);
        if (configMap !== undefined) configMaps.push(configMap);
      }
    }
    open.push(...listOf(module['child_modules']).toReversed());
  }
  return { proofs, configMaps, identities, destroyed: [] };
};

/** The module's outputs, or a root module's that hands them on, one by one or all in one. */
const readOutput = (outputs: Readonly<Record<string, unknown>>): Given => {
  const proofs: Proof[] = [];
  const configMaps: GivenConfigMap[] = [];
  const take = (value: unknown, place: string, module: string): void => {
    const proof = asProof(value, place, module);
    if (proof !== undefined) proofs.push(proof);
    for (const item of listOf(value)) {
      const configMap = kubernetesConfigMap(item, place, module);
      if (configMap !== undefined) configMaps.push(configMap);
    }
  };
  for (const [name, output] of Object.entries(outputs)) {
    const value = (output as Readonly<Record<string, unknown>>)['value'];
    take(value, name, '');
    if (!isObject(value) || asProof(value, name, '') !== undefined) continue;
    for (const [inner, one] of Object.entries(value)) take(one, `${name}.${inner}`, name);
  }
  return { proofs, configMaps, destroyed: [] };
};

const readConfigMaps = (list: Readonly<Record<string, unknown>>): Given => {
  const items = list['kind'] === 'ConfigMap' ? [list] : listOf(list['items']);
  // The items of the API's own list do not repeat what they are.
  const isOwn = list['kind'] === 'ConfigMapList';
  const configMaps: GivenConfigMap[] = [];
  const secrets = items.flatMap((item) => givenSecret(item) ?? []);
  for (const item of items) {
    const configMap = kubernetesConfigMap(isOwn && isObject(item) ? { kind: 'ConfigMap', ...item } : item, '', '');
    if (configMap !== undefined) configMaps.push(configMap);
  }
  return { proofs: [], configMaps, secrets, destroyed: [] };
};
