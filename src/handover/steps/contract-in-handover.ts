import type { AppLayout } from '../../compile/layout.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { TreePlan } from '../../tree/check-plan.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { handoverBlocked } from '../diagnostics.js';

/**
 * Which contract stands between the two steps. The planned one, unless old owners still need what it no longer has: then
 * the one that Flux's branch has, as long as nothing else needs the planned one. That one stays, too, where only names of
 * addons differ that give or take objects.
 *
 * @param addons those addons
 */
export const contractInHandover = (
  layout: AppLayout,
  plan: ClusterPlan,
  base: TreePlan,
  addons: ReadonlySet<string>,
): { readonly keepsBase: boolean; readonly problems: readonly Diagnostic[] } => {
  const path = `${plan.layout.contract}/contract.json`;
  const [had, has] = [base, plan.files].map((files) => needsOf(files.get(path)));
  const gone = [...had!.keys()].filter((key) => !has!.has(key));
  if (gone.length === 0) {
    const [now, planned] = [base, plan.files].map((files) => withoutNames(files.get(path), addons));
    return { keepsBase: now !== undefined && equalJson(now, planned), problems: [] };
  }
  const waits = (addons: readonly string[]): boolean =>
    addons.length > 0 && addons.every((addon) => !base.has(plan.layout.entry(addon)));
  const news = [...has!].filter(([key, addons]) => !had!.has(key) && !waits(addons)).map(([key]) => key);
  if (news.length === 0) return { keepsBase: true, problems: [] };
  return {
    keepsBase: true,
    problems: [
      diagnose(handoverBlocked, {
        message: `cluster "${plan.cluster}" is in a handover, whose old owners still need ${gone.join(', ')} of Terraform, and this change needs ${news.join(', ')}: the contract can't have both`,
        at: { cluster: plan.cluster, file: layout.inProject(path) },
        fix: `finish the handover first, in a change of its own: npx fluxspan handover --finish --cluster ${plan.cluster}`,
      }),
    ],
  };
};

/** What Terraform must supply, with the addons that declare it. */
const needsOf = (text: string | undefined): ReadonlyMap<string, readonly string[]> => {
  const needs = new Map<string, readonly string[]>();
  if (text === undefined) return needs;
  const contract = JSON.parse(text) as {
    vars?: Record<string, { declaredBy?: readonly string[] }>;
    secrets?: Record<string, unknown>;
    namespaces?: readonly { name: string; creator: string }[];
    configMaps?: readonly { namespace: string; name: string }[];
  };
  for (const [name, { declaredBy = [] }] of Object.entries(contract.vars ?? {}))
    needs.set(`the var ${name}`, declaredBy);
  for (const name of Object.keys(contract.secrets ?? {})) needs.set(`the secret ${name}`, []);
  for (const { namespace, name } of contract.configMaps ?? []) needs.set(`ConfigMap/${name} in ${namespace}`, []);
  for (const { name, creator } of contract.namespaces ?? [])
    if (creator === 'terraform') needs.set(`Namespace/${name}`, []);
  return needs;
};

/** A contract without what names these addons. */
const withoutNames = (text: string | undefined, addons: ReadonlySet<string>): unknown => {
  const isNamed = (value: unknown): boolean =>
    typeof value === 'string'
      ? addons.has(value.replace(/^Kustomization\//, ''))
      : isObject(value) && isNamed(value['addon']);
  const reduce = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((one) => !isNamed(one)).map(reduce);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([key, one]) => key !== 'addon' || !isNamed(one));
    return Object.fromEntries(kept.map(([key, one]) => [key, reduce(one)]));
  };
  return text === undefined ? undefined : reduce(JSON.parse(text));
};
