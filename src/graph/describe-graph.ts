import type { ClusterGraph, GraphCarrier, GraphInput, GraphReader } from './cluster-graph.js';

/** What each addon reads of Terraform, and its fields that do; addons and inputs in the order of the graph. */
export const inputsByAddon = ({
  nodes,
  inputs,
}: ClusterGraph): ReadonlyMap<string, ReadonlyMap<GraphInput, readonly GraphReader[]>> => {
  const found = new Map<string, Map<GraphInput, GraphReader[]>>(nodes.map(({ id }) => [id, new Map()]));
  for (const input of inputs) {
    for (const reader of input.readBy) {
      const all = found.get(reader.addon);
      const there = all?.get(input);
      if (there === undefined) all?.set(input, [reader]);
      else there.push(reader);
    }
  }
  return new Map([...found].filter(([, all]) => all.size > 0));
};

/** `TF_WEB_HOST`; `karpenter: settings.clusterName`; `headlamp: clientID`. */
export const inputTitle = ({ of, name }: GraphInput): string => (of === undefined ? name : `${of}: ${name}`);

/** `ConfigMap flux-system/cluster-vars-terraform, key TF_WEB_HOST`. */
export const carrierTitle = (carrier: GraphCarrier): string =>
  carrier.kind === 'ConfigMap'
    ? `ConfigMap ${carrier.namespace}/${carrier.name}, key ${carrier.key}`
    : `remote secret whose name is in ${carrier.nameIn}`;

/** `HTTPRoute/web spec.hostnames[0]`. */
export const readerTitle = ({ addon, object = addon, path }: GraphReader): string =>
  path === undefined ? object : `${object} ${path}`;
