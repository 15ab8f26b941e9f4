import { posix } from 'node:path';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import type { RuleState } from '../../rules/context/rule-state.js';
import { referencesOf } from '../../rules/references/find-references.js';
import { misnamedData } from '../diagnostics.js';
import { dataTitle } from './missing-key.js';
import { objectsOfClusters } from './seen-cluster.js';
import { textsIn } from './texts-in.js';
import type { AllWrittenData, WrittenData } from './written-data.js';

/**
 * What one root writes into a namespace in which nothing reads it, while the same block of another root, such as that of
 * another region, writes it where the tree reads it.
 */
export const otherRootFindings = (
  clusters: readonly { readonly state: RuleState }[],
  { all }: AllWrittenData,
): readonly Diagnostic[] => {
  const objects = clusters.flatMap(({ state }) => objectsOfClusters([{ state }]).map((object) => ({ object, state })));
  const isRead = ({ kind, namespace, name }: WrittenData): boolean =>
    objects.some(
      ({ object, state }) =>
        (object.namespace === namespace && textsIn(object.json).includes(name)) ||
        referencesOf(object, state.scopeOf).some(
          (one) => one.kind === kind && one.name === name && one.namespace === namespace,
        ),
    );
  const blocks = new Map<string, WrittenData[]>();
  for (const one of all.values()) {
    const key = `${one.address} ${one.kind}/${one.name}`;
    const there = blocks.get(key);
    if (there === undefined) blocks.set(key, [one]);
    else there.push(one);
  }
  return [...blocks.values()].flatMap((same): readonly Diagnostic[] => {
    const read = same.length < 2 ? [] : same.filter(isRead);
    const [right, ...others] = read;
    if (right === undefined || others.length > 0) return [];
    return same.flatMap((one) =>
      one === right || one.isCopied === true || folderOf(one) === folderOf(right)
        ? []
        : [
            diagnose(misnamedData, {
              message: `Terraform writes ${dataTitle(one)}, where nothing reads it, and in ${folderOf(right)} into "${right.namespace}"`,
              at: { file: one.place },
              notes: [`${one.address} is in both`],
              fix: `did you mean namespace "${right.namespace}"?`,
              severity: 'warning',
            }),
          ],
    );
  });
};

const folderOf = ({ place }: WrittenData): string => posix.dirname(place);
