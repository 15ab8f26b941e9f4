import { outputObjectOf } from '../../contract/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { CompiledAddon } from '../compiled-cluster.js';

/** Whether an addon reads an output by the name of its object and its key, such as in a volume of a pod. */
export type NamedReads = (output: { readonly id: string; readonly key: string }, addon?: string) => boolean;

/**
 * Finds what reads outputs by name: `secretKeyRef`, a volume, in the object itself or in values of a chart. Flux reads none
 * of it, so no value gets into the text of an object.
 */
export const findNamedReads = (addons: readonly CompiledAddon[]): NamedReads => {
  const found = new Map<string, Set<string>>();
  const outputs = addons.flatMap(({ built }) =>
    built.outputs.map((one) => ({ ...one, id: outputObjectOf(one), producer: built.name })),
  );
  const names = new Set(outputs.map(({ name }) => name));
  for (const { objects } of outputs.length === 0 ? [] : addons) {
    for (const { addon, namespace = '', json } of objects) {
      for (const { name, texts } of mapsNaming(names, fieldsOf(json)['spec'])) {
        for (const one of outputs) {
          // What writes it names it, too.
          if (one.producer === addon || one.name !== name || one.namespace !== namespace) continue;
          if (!texts.has(one.key)) continue;
          const id = `${one.id} ${one.key}`;
          found.set(id, (found.get(id) ?? new Set()).add(addon));
        }
      }
    }
  }
  return ({ id, key }, addon) => {
    const readers = found.get(`${id} ${key}`);
    return readers !== undefined && (addon === undefined || readers.has(addon));
  };
};

/** The maps with a field that is one of the names, and all texts in them. */
const mapsNaming = (
  names: ReadonlySet<string>,
  value: unknown,
): readonly { readonly name: string; readonly texts: ReadonlySet<string> }[] => {
  if (Array.isArray(value)) return value.flatMap((one) => mapsNaming(names, one));
  if (!isObject(value)) return [];
  const inner = Object.values(value);
  const name = inner.find((one): one is string => typeof one === 'string' && names.has(one));
  return [
    ...(name === undefined ? [] : [{ name, texts: new Set(textsIn(value)) }]),
    ...inner.flatMap((one) => mapsNaming(names, one)),
  ];
};

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
};
