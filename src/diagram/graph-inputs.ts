import {
  type Contract,
  type ContractOutput,
  type ContractSecret,
  type ContractValues,
  type ContractVar,
  type JsonSchema,
  type Reader,
  schemaLeaves,
  typeInWords,
} from '../contract/index.js';
import type { GraphCarrier, GraphInput, GraphReader } from './cluster-graph.js';

/** All inputs of a contract, each with the fields that read it. */
export const graphInputs = (contract: Contract): readonly GraphInput[] => {
  const maps = contract.configMaps.filter(({ holds }) => holds === 'vars');
  return [
    ...Object.entries(contract.vars).map(([name, one]) =>
      varInput(
        name,
        one,
        maps.map((map) => ({ kind: 'ConfigMap', namespace: map.namespace, name: map.name, key: name })),
      ),
    ),
    ...Object.entries(contract.values).flatMap(([release, one]) => valueInputs(release, one)),
    ...Object.entries(contract.secrets).flatMap(([name, one]) => secretInputs(name, one)),
    ...(contract.outputs ?? []).flatMap(outputInputs),
  ];
};

const varInput = (name: string, { schema, required, readBy }: ContractVar, carriers: readonly GraphCarrier[]) =>
  ({
    channel: 'vars',
    name,
    ...described(schema),
    required,
    suppliedBy: 'terraform',
    carriers,
    readBy: readBy.map(readerOf),
  }) satisfies GraphInput;

/** A HelmRelease reads the whole document, and each value takes its place among the release's. */
const valueInputs = (release: string, one: ContractValues): readonly GraphInput[] =>
  schemaLeaves(one.schema).map(({ path, schema, required }) => ({
    channel: 'values',
    name: path,
    of: release,
    ...described(schema),
    required,
    suppliedBy: 'terraform',
    carriers: [{ kind: 'ConfigMap', namespace: one.namespace, name: one.configMap, key: one.key }],
    readBy: one.readBy.map((reader) => ({
      ...readerOf({ ...reader, path: path === '' ? 'spec.values' : `spec.values.${path}` }),
      ...(reader.path === undefined ? {} : { through: reader.path }),
    })),
  }));

const secretInputs = (secret: string, { key, managedBy, properties, readBy }: ContractSecret): readonly GraphInput[] =>
  Object.entries(properties).map(([name, property]) => ({
    channel: 'secrets',
    name,
    of: secret,
    ...described(property.schema),
    required: true,
    suppliedBy: managedBy,
    carriers: [{ kind: 'RemoteSecret', nameIn: key }],
    readBy: [...property.readBy, ...readBy].map(readerOf),
  }));

/** What an addon produces is supplied by the addon. */
const outputInputs = ({ addon, kind, namespace, name: object, keys }: ContractOutput): readonly GraphInput[] =>
  Object.entries(keys).map(([name, { schema, readBy }]) => ({
    channel: 'outputs',
    name,
    of: addon,
    ...described(schema),
    required: true,
    suppliedBy: 'addon',
    carriers: [{ kind, namespace, name: object, key: name }],
    readBy: readBy.map(readerOf),
  }));

const readerOf = ({ addon, object, path }: Reader): GraphReader => ({
  addon,
  ...(object === undefined ? {} : { object }),
  ...(path === undefined ? {} : { path }),
});

const described = (schema: JsonSchema): Pick<GraphInput, 'description' | 'type'> => ({
  ...(schema.description === undefined ? {} : { description: schema.description }),
  type: schema.enum?.map((value) => JSON.stringify(value)).join(' or ') ?? typeInWords(schema),
});
