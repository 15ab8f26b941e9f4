import { type ContractOutput, type ContractProperty, outputObjectOf } from '../../contract/index.js';
import { compareText } from '../../json/compare-text.js';
import type { BuiltAddon } from '../built-cluster.js';
import type { OutputReads } from './output-reads.js';

/** The ConfigMaps and Secrets that addons produce for each other, as the contract lists them. */
export const planOutputs = (
  addons: readonly Pick<BuiltAddon, 'name' | 'outputs'>[],
  reads: OutputReads,
): readonly ContractOutput[] => {
  const objects = new Map<string, ContractOutput & { readonly keys: Record<string, ContractProperty> }>();
  for (const { name: addon, outputs } of addons) {
    for (const one of [...outputs].sort((a, b) => compareText(a.key, b.key))) {
      const id = outputObjectOf(one);
      const { kind, namespace, name } = one;
      const object = objects.get(id) ?? { addon, kind, namespace, name, keys: {} };
      objects.set(id, object);
      object.keys[one.key] = { schema: one.input.schema, readBy: reads.get(id)?.get(one.key) ?? [] };
    }
  }
  return [...objects].sort(([a], [b]) => compareText(a, b)).map(([, object]) => object);
};
