import { outputObjectOf, type Reader } from '../../contract/index.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { printPath } from '../../json/json-path.js';
// Not through the index: synth needs the parser alone, not the whole of substitution.
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { variablesOf } from '../../substitution/variables-of.js';
import type { CompiledAddon } from '../compiled-cluster.js';

/** Who reads which output, by the object that has it, then by key. */
export type OutputReads = ReadonlyMap<string, ReadonlyMap<string, readonly Reader[]>>;

const KUSTOMIZATION = 'Kustomization';

/** Finds the texts and releases that read what addons produce. */
export const findOutputReads = (addons: readonly CompiledAddon[]): OutputReads => {
  const reads = new Map<string, Map<string, Reader[]>>();
  for (const { built } of addons) {
    for (const one of built.outputs) {
      const object = outputObjectOf(one);
      const keys = reads.get(object) ?? new Map<string, Reader[]>();
      reads.set(object, keys.set(one.key, []));
    }
  }
  if (reads.size === 0) return reads;
  for (const addon of addons) {
    readVars(addon, reads);
    for (const object of addon.objects) {
      if (object.kind !== 'HelmRelease') continue;
      for (const [index, one] of objectsOf(fieldsOf(object.json['spec'])['valuesFrom']).entries()) {
        const from = outputObjectOf({
          kind: String(one['kind']),
          namespace: object.namespace ?? '',
          name: String(one['name']),
        });
        reads
          .get(from)
          ?.get(String(one['valuesKey'] ?? 'values.yaml'))
          ?.push({ addon: object.addon, object: object.title, path: `spec.valuesFrom[${index}]` });
      }
    }
  }
  return reads;
};

const readVars = (
  { built, entry, objects, patched }: CompiledAddon,
  reads: ReadonlyMap<string, Map<string, Reader[]>>,
): void => {
  const own = entry.find(({ kind }) => kind === KUSTOMIZATION);
  const { substituteFrom } = fieldsOf(fieldsOf(own?.json['spec'])['postBuild']);
  const sources = objectsOf(substituteFrom).flatMap(({ kind, name }) => {
    const from = { kind: String(kind), namespace: built.kustomizationNamespace, name: String(name) };
    return reads.get(outputObjectOf(from)) ?? [];
  });
  if (sources.length === 0) return;
  const add = (title: string, path: string, template: unknown): void => {
    if (template instanceof SubstitutionError) return;
    for (const { name } of variablesOf(template as Parameters<typeof variablesOf>[0])) {
      for (const keys of sources) {
        const readers = keys.get(name);
        if (readers?.some((one) => one.object === title && one.path === path) === false)
          readers.push({ addon: built.name, object: title, path });
      }
    }
  };
  for (const object of objects)
    for (const { path, template } of object.sites) add(object.title, printPath(path), template);
  for (const { object, path, parts } of patched) for (const { site } of parts) add(object.title, path, site.template);
};
