import type { ClusterState } from '../../../applied/cluster-state.js';
import type { ContractNamespace } from '../../../contract/index.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { compareText } from '../../../json/compare-text.js';
import { defineChangeRule } from '../../change-rule.js';

export const namespaceCreator = defineDiagnostic({
  code: 'FX511',
  name: 'namespace-creator',
  severity: 'warning',
  summary:
    "A namespace changes its creator between Flux and Terraform. Terraform fails or destroys it, unless you change Terraform's state or code first.",
  page: {
    example: 'an addon that made its own namespace gets infra.values, so Terraform writes into it and creates it',
    right: 'paste the import block, or run terraform state rm, as the message says, before you merge the change',
  },
});

/** A namespace whose creator changes between Terraform and another tool. */
export interface CreatorChange {
  readonly name: string;
  readonly to: 'terraform' | 'other';
}

/** Finds the namespaces that move from another creator to Terraform, and those that leave Terraform. Pure. */
export const compareCreators = (
  before: readonly ContractNamespace[],
  after: readonly ContractNamespace[],
): readonly CreatorChange[] => {
  const creators = new Map(before.map(({ name, creator }) => [name, creator]));
  const later = new Map(after.map(({ name, creator }) => [name, creator]));
  const changes: CreatorChange[] = [];
  for (const [name, creator] of creators) {
    const next = later.get(name);
    if (creator === 'terraform' && next !== 'terraform') changes.push({ name, to: 'other' });
    if (creator !== 'terraform' && next === 'terraform') changes.push({ name, to: 'terraform' });
  }
  return changes.sort((a, b) => compareText(a.name, b.name));
};

/**
 * The block to paste into the root module, or the command to run, before Terraform is applied with the new contract.
 */
export const terraformSteps = ({ name, to }: CreatorChange): readonly string[] => {
  const address = `module.flux_contract.kubernetes_namespace_v1.this["${name}"]`;
  return to === 'terraform'
    ? ['import {', `  to = ${address}`, `  id = "${name}"`, '}']
    : // A `removed` block doesn't accept an instance key.
      [`terraform state rm '${address}'`];
};

export const namespaceCreatorRule = defineChangeRule(
  [namespaceCreator],
  ({ base, before, cluster, plan, contractBefore }, report) => {
    const hadNone = base.own.length > 0 && !base.own.includes(`${base.layout.contract}/contract.json`);
    if (contractBefore === undefined && !hadNone) return;
    const had = contractBefore === undefined ? namespacesOf(before) : namespacesIn(contractBefore);
    const problems = compareCreators(had, plan.contract.namespaces).map((change) =>
      diagnose(namespaceCreator, {
        message:
          change.to === 'terraform'
            ? `the namespace "${change.name}" becomes Terraform's, and is there already`
            : `the namespace "${change.name}" is no longer Terraform's, whose plan fails on prevent_destroy; without that, it would destroy it with all that is in it`,
        at: { cluster, object: `Namespace/${change.name}` },
        fix:
          change.to === 'terraform'
            ? `before you apply the new contract, put this into the root module (the address is that of a module called flux_contract):\n\n${terraformSteps(change).join('\n')}\n`
            : `run ${terraformSteps(change).join('; ')} before you apply the new contract (the address is that of a module called flux_contract)`,
      }),
    );
    for (const problem of problems) report(problem);
  },
);

/** Of a cluster that needed nothing from Terraform, and had no contract. */
const namespacesOf = ({ objects }: ClusterState): readonly ContractNamespace[] =>
  [...objects.values()].flatMap(({ id: { group, kind, name } }) =>
    group === '' && kind === 'Namespace' ? [{ name, creator: 'addon' as const }] : [],
  );

const namespacesIn = (text: string): readonly ContractNamespace[] => {
  try {
    const { namespaces } = JSON.parse(text) as { namespaces?: unknown };
    return Array.isArray(namespaces) ? (namespaces as ContractNamespace[]) : [];
  } catch {
    // The contract may contain merge conflicts. It has no owners, so this doesn't block anything.
    return [];
  }
};
