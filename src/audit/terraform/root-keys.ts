import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { type FoundReference, referencesOf } from '../../rules/references/find-references.js';
import type { TerraformRead } from '../../terraform/read/index.js';
import { missingKey } from '../diagnostics.js';
import { objectsOfClusters, type SeenCluster } from './seen-cluster.js';
import { textsIn } from './texts-in.js';
import { type WrittenData, writtenDataOf } from './written-data.js';

interface OfRoot {
  readonly root: string;
  readonly data: WrittenData;
}

/**
 * Roots of several clusters write one ConfigMap or Secret each, by the same block. A key that objects read, that the others
 * write and one doesn't, was renamed in that one if it writes another key that nothing reads.
 */
export const rootKeyFindings = (
  reads: readonly TerraformRead[],
  clusters: readonly SeenCluster[],
): readonly Diagnostic[] => {
  const blocks = new Map<string, OfRoot[]>();
  for (const read of reads) {
    const { all, patterns } = writtenDataOf([read]);
    const anywhere = patterns.flatMap((one) => (one.namespace === undefined && one.isGiven !== true ? [one.data] : []));
    for (const data of [...all.values(), ...anywhere]) {
      const key = `${blockOf(data.address)} ${data.kind}/${data.namespace}/${data.name}`;
      const there = blocks.get(key);
      if (there === undefined) blocks.set(key, [{ root: read.name, data }]);
      else there.push({ root: read.name, data });
    }
  }
  return [...blocks.values()].flatMap((all) =>
    all.length < 2 || all.some(({ data }) => data.isOpen) ? [] : renamedIn(all, clusters),
  );
};

/** An address without instance keys. */
const blockOf = (address: string): string => address.replace(/\[(?:[^\]"]|"[^"]*")*\]/g, '');

const renamedIn = (all: readonly OfRoot[], clusters: readonly SeenCluster[]): readonly Diagnostic[] => {
  const readers = readersOf(all[0]!.data, clusters);
  if (readers === undefined) return [];
  return all.flatMap(({ root, data }): readonly Diagnostic[] => {
    const others = all.filter((one) => one.root !== root);
    const theirs = new Map(others.flatMap((one) => [...one.data.keys.keys()].map((key) => [key, one.root] as const)));
    const [lost, ...moreLost] = [...readers].filter(
      ([key, { isNeeded }]) => isNeeded && theirs.has(key) && !data.keys.has(key),
    );
    const [unread, ...moreUnread] = [...data.keys].filter(([key]) => !readers.has(key) && !theirs.has(key));
    if (lost === undefined || unread === undefined || moreLost.length > 0 || moreUnread.length > 0) return [];
    const [[key, reader], [written, place]] = [lost, unread];
    return [
      diagnose(missingKey, {
        message: `Terraform in ${root} writes "${written}" to ${data.kind} "${data.name}", which nothing reads, and not "${key}", which ${reader.title} reads and ${theirs.get(key)} writes`,
        at: { file: place },
        notes: [`${data.address} writes it`],
        fix: `did you mean "${key}"?`,
        severity: 'warning',
      }),
    ];
  });
};

interface Reader {
  readonly title: string;
  /** It fails without the key. */
  readonly isNeeded: boolean;
}

/** By key, what reads it in any cluster; undefined if something may read any key. */
const readersOf = (data: WrittenData, clusters: readonly SeenCluster[]): ReadonlyMap<string, Reader> | undefined => {
  const found = new Map<string, Reader>();
  for (const { state, reads } of clusters) {
    for (const object of objectsOfClusters([{ state }])) {
      if (object.group === '' && object.kind === data.kind && object.name === data.name) return undefined;
      const all = referencesOf(object, state.scopeOf);
      const own = all.filter((one) => isOf(one, data));
      for (const { row, parts, isOptional } of own) {
        const ofVars = row.isValues === true && object.kind === 'Kustomization';
        const keys = ofVars ? [...reads] : parts.flatMap(({ of, value }) => (of === 'data' ? [String(value)] : []));
        if (keys.length === 0) return undefined;
        for (const key of keys)
          if (found.get(key)?.isNeeded !== true)
            found.set(key, { title: ofVars ? 'a Kustomization' : object.title, isNeeded: !isOptional });
      }
      // A field whose references aren't known.
      const isNamed =
        own.length === 0 && isInNamespace(object.namespace, data) && textsIn(object.json).includes(data.name);
      if (isNamed && !all.some(({ name }) => name === data.name)) return undefined;
    }
  }
  return found;
};

const isOf = ({ group, kind, namespace, name }: FoundReference, data: WrittenData): boolean =>
  group === '' && kind === data.kind && name === data.name && isInNamespace(namespace, data);

/** Into which namespaces some are written, only Terraform knows. */
const isInNamespace = (namespace: string | undefined, data: WrittenData): boolean =>
  data.namespace === '' || data.namespace === namespace;
