import type { FluxView } from '../applied/view/flux-view.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { cnpgNames } from './cnpg-names.js';
import type { FolderTree } from './folder-tree.js';
import { lostNamespaces } from './lost-namespaces.js';
import type { IsMade } from './made-data.js';
import { namesInValues } from './names-in-values.js';
import { releaseAccounts } from './release-accounts.js';
import { placeOf } from './rule-findings.js';
import type { ComparedTerraform } from './terraform/compared-terraform.js';

interface LostOptions {
  readonly view: FluxView;
  readonly tree: FolderTree;
  readonly isMade: IsMade;
  readonly terraform: ComparedTerraform;
  readonly cluster: string;
  /** Whether Terraform's side of a place is reported already. */
  readonly isTold: (place: string) => boolean;
}

/** Names that no rule knows a field for, and namespaces, which nothing makes while what else is made shows which one is meant. */
export const lostNames = (
  state: RuleState,
  { view, tree, isMade, terraform: { written, made }, cluster, isTold }: LostOptions,
): readonly Diagnostic[] => [
  ...namesInValues(state, isMade, written).filter((one) => !isTold(placeOf(one))),
  ...cnpgNames(state, isMade),
  ...releaseAccounts(state, made),
  ...lostNamespaces(state, { tree, view, made, cluster }),
];
