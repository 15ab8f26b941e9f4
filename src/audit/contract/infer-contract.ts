import type { Contract, ContractBootstrap, ContractNamespace } from '../../contract/index.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import { compareText } from '../../json/compare-text.js';
import type { openSchemas } from '../../rules/schemas/find-schemas.js';
import { madeInTree } from '../made-data.js';
import type { TerraformData } from '../terraform/data-findings.js';
import type { ViewedState } from '../view-cluster.js';
import { outsideVars } from './outside-vars.js';
import { secretsOfContract } from './secrets-of-contract.js';
import { valuesOfContract } from './values-of-contract.js';
import { varsOfContract } from './vars-of-contract.js';

/** The contract of a cluster whose tree is YAML, and what a contract can't say of it. */
export interface InferredContract {
  readonly contract: Contract;
  /** In words, each with its reason. */
  readonly left: readonly string[];
}

/** Infers what a tree reads that something outside of it must supply. */
export const inferContract = (
  cluster: string,
  viewed: ViewedState,
  { written, remote }: TerraformData,
  schemas: ReturnType<typeof openSchemas>,
): InferredContract => {
  const { state } = viewed;
  const objects = state.units.flatMap(({ objects: own, entry }) => [...entry, ...own]);
  const isInTree = madeInTree(state);
  const found = schemas.of(state);
  const { vars, sources } = outsideVars(
    viewed,
    written,
    isInTree,
    (group, kind, version) => found.find(group, kind)?.versions[version],
  );
  const ofVars = varsOfContract(vars, sources, written);
  const ofValues = valuesOfContract(objects, isInTree, written);
  const ofSecrets = secretsOfContract(objects, remote);
  const configMaps = [...(ofVars.configMaps ?? []), ...(ofValues.configMaps ?? [])].sort(
    (a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name),
  );
  const secrets = new Map<string, ContractBootstrap & { keys: string[]; readBy: string[] }>();
  const bring = (namespace: string, name: string, key: string | undefined, reader: string): void => {
    const there = secrets.get(`${namespace}/${name}`) ?? { namespace, name, type: 'Opaque', keys: [], readBy: [] };
    secrets.set(`${namespace}/${name}`, there);
    if (key !== undefined && !there.keys.includes(key)) there.keys.push(key);
    if (!there.readBy.includes(reader)) there.readBy.push(reader);
  };
  for (const { source, name, isRequired, owner } of vars)
    if (source.kind === 'Secret') bring(source.namespace, source.name, isRequired ? name : undefined, owner);
  for (const { namespace, name, key, reader } of ofValues.outside) bring(namespace, name, key, reader);
  const bootstrap = [...secrets.values()]
    .map((one) => ({ ...one, keys: one.keys.sort(compareText), readBy: one.readBy.sort(compareText) }))
    .sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
  const made = new Set(
    objects.flatMap(({ group, kind, name }) => (group === '' && kind === 'Namespace' ? [name] : [])),
  );
  const namespaces = [...new Set(configMaps.map(({ namespace }) => namespace))].sort(compareText);
  return {
    contract: {
      contract: 1,
      cluster,
      vars: ofVars.vars ?? {},
      values: ofValues.values ?? {},
      secrets: ofSecrets.secrets,
      configMaps,
      ...(bootstrap.length === 0 ? {} : { bootstrap }),
      namespaces: namespaces.map((name): ContractNamespace => ({ name, creator: creatorOf(name, made) })),
    },
    left: [...ofVars.left, ...ofValues.left, ...ofSecrets.left],
  };
};

/** The module makes only what nothing else does. */
const creatorOf = (namespace: string, made: ReadonlySet<string>): ContractNamespace['creator'] => {
  if (namespace === FLUX_NAMESPACE) return 'flux';
  if (namespace === 'default' || namespace.startsWith('kube-')) return 'kubernetes';
  return made.has(namespace) ? 'external' : 'terraform';
};

/** Whether a contract asks for anything. */
export const asksForNothing = ({ vars, values, secrets, bootstrap = [] }: Contract): boolean =>
  [vars, values, secrets].every((one) => Object.keys(one).length === 0) && bootstrap.length === 0;
