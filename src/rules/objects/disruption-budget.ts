import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { type Pods, selects } from '../context/pods.js';
import { openPodFinder } from '../context/selected-pods.js';
import { defineRule, placeIn, type StateObject, specOf } from '../rule.js';

const blockedEviction = defineDiagnostic({
  code: 'FX678',
  name: 'blocked-eviction',
  severity: 'warning',
  summary:
    "A PodDisruptionBudget never allows an eviction, so a node that runs such a pod can't be drained or replaced.",
  page: {
    example: 'minAvailable: 1   // for a Deployment with replicas: 1',
    flux: "nothing: kubectl drain and every upgrade of nodes fail: Cannot evict pod as it would violate the pod's disruption budget",
    right: 'maxUnavailable: 1, or two replicas',
  },
  exceptable: true,
});

const twoBudgets = defineDiagnostic({
  code: 'FX679',
  name: 'two-budgets',
  severity: 'error',
  summary: "Two PodDisruptionBudgets select the same pods, so they can't be evicted.",
  page: {
    example: 'a PodDisruptionBudget for app: web, and one for part-of: shop, and the pods have both labels',
    flux: 'nothing: every eviction fails: This pod has more than one PodDisruptionBudget, which the eviction subresource does not support',
    right: 'use one PodDisruptionBudget for these pods',
  },
  exceptable: true,
});

/** The number of pods that a budget requires out of all replicas; undefined if a var sets it. */
const wantedOf = (minAvailable: unknown, replicas: number): number | undefined => {
  if (typeof minAvailable === 'number') return minAvailable;
  const percent = /^(\d+)%$/.exec(String(minAvailable));
  return percent === null ? undefined : Math.ceil((replicas * Number(percent[1])) / 100);
};

/** Budgets allow evictions, and each pod has only one budget. */
export const disruptionBudgetRule = defineRule(
  [blockedEviction, twoBudgets],
  (_, report, { index, references: { makers } }) => {
    const budgets = index.byKind.get('policy/PodDisruptionBudget') ?? [];
    if (budgets.length === 0) return;
    const finder = openPodFinder(index);
    const scalers = ['autoscaling/HorizontalPodAutoscaler', 'keda.sh/ScaledObject'].flatMap(
      (kind) => index.byKind.get(kind) ?? [],
    );
    const isScaled = ({ kind, name, namespace }: StateObject): boolean =>
      scalers.some((one) => {
        const { kind: scaled = 'Deployment', name: of } = fieldsOf(specOf(one)['scaleTargetRef']);
        return one.namespace === namespace && scaled === kind && (of === name || holdsExpression(String(of)));
      });
    const taken = new Map<Pods, StateObject>();
    for (const budget of budgets) {
      const { title, namespace } = budget;
      const { selector, maxUnavailable, minAvailable } = specOf(budget);
      const selected = finder
        .candidates(namespace, selector)
        .filter(({ labels }) => selects(selector, labels) !== false);
      const block = (path: string, because: string) =>
        report(
          diagnose(blockedEviction, {
            message: `${title} never allows an eviction: ${because}`,
            at: placeIn(budget, `spec.${path}`),
            fix: 'set maxUnavailable: 1 instead, and run two replicas if one must always be there',
          }),
        );
      if (maxUnavailable === 0 || maxUnavailable === '0%') block('maxUnavailable', 'maxUnavailable is 0');
      else if (minAvailable === '100%') block('minAvailable', 'minAvailable is 100%');
      else if (minAvailable !== undefined && selected.length === 1) {
        const [{ object, isOpen, labels }] = selected as [Pods];
        const replicas = specOf(object)['replicas'];
        const wanted = typeof replicas === 'number' ? wantedOf(minAvailable, replicas) : undefined;
        if (
          wanted !== undefined &&
          wanted >= (replicas as number) &&
          replicas !== 0 &&
          !isOpen &&
          selects(selector, labels) === true &&
          !isScaled(object) &&
          !makers.mayMake({ group: 'apps', kind: 'Deployment', name: '', namespace })
        )
          block('minAvailable', `it keeps ${wanted} of ${object.title}, which has replicas: ${String(replicas)}`);
      }
      for (const pods of selected) {
        if (selects(selector, pods.labels) !== true || pods.isOpen) continue;
        const first = taken.get(pods);
        if (first === undefined) taken.set(pods, budget);
        else if (first.name !== budget.name) {
          report(
            diagnose(twoBudgets, {
              message: `${title} and ${first.title} both select the pods of ${pods.object.title}, so nothing can evict them`,
              at: placeIn(budget, 'spec.selector'),
              fix: 'keep one of them, or narrow its selector',
            }),
          );
        }
      }
    }
  },
);
