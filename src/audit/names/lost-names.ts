import type { FluxView } from '../../applied/view/flux-view.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { RuleState } from '../../rules/context/rule-state.js';
import type { FolderTree } from '../folder-tree.js';
import type { KnownData } from '../known-data.js';
import { placeOf } from '../rule-findings.js';
import type { ComparedTerraform } from '../terraform/compared-terraform.js';
import { cnpgNames } from './cnpg-names.js';
import { lostNamespaces } from './lost-namespaces.js';
import { freeData, type MadeSecret, namesInValues } from './names-in-values.js';
import { releaseAccounts } from './release-accounts.js';
import { renamedData, renamedObjects } from './renamed-data.js';

interface LostOptions {
  readonly view: FluxView;
  readonly tree: FolderTree;
  readonly known: KnownData;
  readonly terraform: ComparedTerraform;
  readonly cluster: string;
  /** Whether Terraform's side of a place is reported already. */
  readonly isTold: (place: string) => boolean;
}

/** Names that no rule knows a field for, and namespaces, which nothing makes while what else is made shows which one is meant. */
export const lostNames = (
  state: RuleState,
  { view, tree, known, terraform: { written, made }, cluster, isTold }: LostOptions,
): readonly Diagnostic[] => {
  let found: readonly MadeSecret[] | undefined;
  const free = () => {
    found ??= freeData(state, written);
    return found;
  };
  const inValues = namesInValues(state, known, free, written).filter((one) => !isTold(placeOf(one)));
  return [
    ...inValues,
    ...renamedData(state, known, free, (one) => isTold(placeOf(one))),
    ...renamedObjects(state, (one) => isTold(placeOf(one))),
    ...cnpgNames(state, known.isMade),
    ...releaseAccounts(state, made),
    ...lostNamespaces(state, { tree, view, made, cluster }),
  ];
};
