import { type ContractChange, orderOf } from '../../contract/index.js';
import type { DiffResult, LabelledDiff } from '../run-diff.js';
import { namesOf } from './group-clusters.js';

/** What changes in the contract of several clusters alike. */
export interface ContractBlock {
  /** `Terraform must supply`, or `Addons supply to each other`. */
  readonly title: string;
  /** Those that it is about; empty where there is only one. */
  readonly names: string;
  /** `+ vars.TF_HOST (addon web)`. */
  readonly lines: readonly string[];
}

/** A block for each set of clusters whose contracts change alike. */
export const contractBlocks = (clusters: readonly LabelledDiff[]): readonly ContractBlock[] => {
  const places = new Map<string, { readonly title: string; readonly line: string; readonly names: string[] }>();
  const add = (cluster: string, title: string, line: string): void => {
    const known = places.get(title + line);
    if (known === undefined) places.set(title + line, { title, line, names: [cluster] });
    else known.names.push(cluster);
  };
  for (const { cluster, contract, isNew } of clusters) {
    const inputs = isNew ? contract.filter(({ isTerraforms }) => isTerraforms).length : 0;
    if (inputs > 0) add(cluster, TERRAFORM, `+ ${inputs} ${inputs === 1 ? 'input' : 'inputs'} of a new cluster`);
    for (const one of isNew ? [] : contract) add(cluster, one.isTerraforms ? TERRAFORM : ADDONS, lineOf(one));
  }
  const blocks = new Map<string, { title: string; names: string; lines: string[] }>();
  for (const { title, line, names } of places.values()) {
    const shown = clusters.length === 1 ? '' : namesOf(names);
    const key = `${title}\0${names.join('\0')}`;
    const known = blocks.get(key);
    if (known === undefined) blocks.set(key, { title, names: shown, lines: [line] });
    else known.lines.push(line);
  }
  return [...blocks.values()];
};

const TERRAFORM = 'Terraform must supply';
const ADDONS = 'Addons supply to each other';

const lineOf = ({ mark, input, addons, details }: ContractChange): string =>
  `${mark} ${input} (addon${addons.length === 1 ? '' : 's'} ${addons.join(', ')})${details.length === 0 ? '' : `: ${details.join('; ')}`}`;

/** What to do in which order: a sentence for each set of clusters of which it is true. */
export const contractOrders = ({
  clusters,
  isBeside,
}: Pick<DiffResult, 'clusters' | 'isBeside'>): readonly string[] => {
  const orders = new Map<string, string[]>();
  for (const { cluster, contract, isNew } of clusters) {
    const order = isNew || isBeside ? undefined : orderOf(contract);
    if (order !== undefined) orders.set(ORDERS[order], [...(orders.get(ORDERS[order]) ?? []), cluster]);
  }
  return [...orders].map(([text, names]) => (clusters.length === names.length ? text : `${namesOf(names)}: ${text}`));
};

const ORDERS = {
  'apply-first': 'Apply Terraform before this is merged.',
  'merge-first': 'Merge this before Terraform is applied.',
  'two-changes':
    'Split this change: in either order of apply and merge, Flux lacks an input in between. First declare the new input beside the old one, apply Terraform, and merge; then change what reads it, and take the old one out.',
} as const;
