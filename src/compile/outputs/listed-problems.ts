import { outputObjectOf } from '../../contract/index.js';
import { type Diagnostic, diagnose, nearest } from '../../diagnostics/index.js';
import { listNames } from '../../diagnostics/list-names.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { dataWrittenFor } from '../../knowledge/written-data.js';
import type { CompiledAddon, CompiledObject } from '../compiled-cluster.js';
import { listedNotWaited, listedNotWritten } from './diagnostics.js';

/** An object that another object asks an operator to write. */
interface Written {
  readonly keys: readonly string[];
  readonly writer: CompiledObject;
}

/** Vars that `postBuild.substituteFrom` lists, of objects that operators write for other addons. */
export const listedProblems = (addons: readonly CompiledAddon[]): readonly Diagnostic[] => {
  const sources = addons.flatMap((addon) =>
    // What `uses` derives is right.
    addon.built.instance.definition.uses !== undefined
      ? []
      : objectsOf(fieldsOf(addon.built.settings['postBuild'])['substituteFrom']).map(
          (source, index) => ({ addon, source, index }) as const,
        ),
  );
  if (sources.length === 0) return [];
  const written = writtenIn(addons);
  const byName = new Map(addons.map(({ built }) => [built.name, built]));
  const waitsFor = (name: string, other: string, seen = new Set<string>()): boolean =>
    (byName.get(name)?.dependsOn ?? []).some((one) => {
      if (one === other) return true;
      if (seen.has(one)) return false;
      seen.add(one);
      return waitsFor(one, other, seen);
    });
  return sources.flatMap(({ addon: { built }, source, index }): readonly Diagnostic[] => {
    const { kind, name, vars } = source;
    const id = outputObjectOf({ kind: String(kind), namespace: built.kustomizationNamespace, name: String(name) });
    const all = written.get(id);
    const [first] = all ?? [];
    if (all === undefined || first === undefined || first.writer.addon === built.name) return [];
    const at = { addon: built.name, path: `kustomization.postBuild.substituteFrom[${index}]` };
    const title = `${String(kind)} "${String(name)}"`;
    const found: Diagnostic[] = [];
    if (!waitsFor(built.name, first.writer.addon)) {
      found.push(
        diagnose(listedNotWaited, {
          message: `addon "${built.name}" reads ${title}, which ${first.writer.title} of addon "${first.writer.addon}" has written, and doesn't wait for it`,
          at,
          fix: `let it require '${first.writer.addon}'; or declare \`outputs\` there, and \`uses\` here, which waits by itself`,
        }),
      );
    }
    const keys = all.flatMap((one) => one.keys);
    // Without keys, a writer writes all that it has.
    if (all.some((one) => one.keys.length === 0)) return found;
    for (const one of Array.isArray(vars) ? vars.map(String) : Object.keys(fieldsOf(vars))) {
      if (keys.includes(one)) continue;
      const near = nearest(one, keys);
      found.push(
        diagnose(listedNotWritten, {
          message: `addon "${built.name}" reads the var "${one}" from ${title}, and ${first.writer.title} of addon "${first.writer.addon}" writes only ${listNames(keys.map((key) => `"${key}"`))}`,
          at,
          fix: near === undefined ? 'let the producer write it, or read what it writes' : `did you mean "${near}"?`,
        }),
      );
    }
    return found;
  });
};

const writtenIn = (addons: readonly CompiledAddon[]): ReadonlyMap<string, readonly Written[]> => {
  const found = new Map<string, Written[]>();
  for (const { objects } of addons) {
    for (const writer of objects) {
      for (const one of dataWrittenFor(`${writer.group}/${writer.kind}`, fieldsOf(writer.json['spec']), writer.json)) {
        const { kind = 'Secret', namespace = writer.namespace ?? '', name = writer.name, keys = [] } = one;
        const id = outputObjectOf({ kind, namespace, name });
        found.set(id, [...(found.get(id) ?? []), { keys, writer }]);
      }
    }
  }
  return found;
};
