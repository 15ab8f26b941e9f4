import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import { arrivingText } from '../context/arriving-text.js';
import { kustomizationSpecOf } from '../context/pods.js';
import { defineRule, placeIn, type StateIndex, type StateObject, specOf } from '../rule.js';

const scaledReplicas = defineDiagnostic({
  code: 'FX676',
  name: 'scaled-replicas',
  severity: 'warning',
  summary: 'An autoscaler scales a workload that also sets its replicas: Flux resets them each time it reconciles.',
  page: {
    example: 'a HorizontalPodAutoscaler for a Deployment with replicas: 2',
    flux: 'nothing: the number of pods returns to 2 at each interval, whatever the load',
    right: 'remove replicas from the Deployment, after another field manager has taken them over if it runs already',
  },
  exceptable: true,
});

export const twoAutoscalers = defineDiagnostic({
  code: 'FX677',
  name: 'two-autoscalers',
  severity: 'error',
  summary: 'Two autoscalers have the same target, so neither scales it; KEDA refuses the second one.',
  page: {
    example: 'a HorizontalPodAutoscaler for CPU, and one for memory, of one Deployment',
    flux: 'nothing: the autoscaler reports: AmbiguousSelector: pods by selector app=web are controlled by multiple HPAs',
    right: 'use one HorizontalPodAutoscaler with both metrics',
  },
  exceptable: true,
});

/** The `group/Kind` and name of the workload that an autoscaler scales, with the vars that are known. */
const targetOf = (autoscaler: StateObject, textOf: TextOf): { readonly kind: string; readonly name: string } => {
  const { apiVersion = 'apps/v1', kind = 'Deployment', name } = fieldsOf(specOf(autoscaler)['scaleTargetRef']);
  const [group] = String(apiVersion).includes('/') ? String(apiVersion).split('/') : [''];
  return { kind: `${group}/${textOf(String(kind), autoscaler)}`, name: textOf(String(name), autoscaler) };
};

/** As its manifest has it. */
const targetTitle = (autoscaler: StateObject): string => {
  const { kind = 'Deployment', name } = fieldsOf(specOf(autoscaler)['scaleTargetRef']);
  return `${String(kind)}/${String(name)}`;
};

type TextOf = (text: string, object: StateObject) => string;

/** Whether marks keep Flux from resetting an existing object. */
const isLeftAlone = ({ json }: StateObject): boolean =>
  Object.entries(fieldsOf(valueAt(json, ['metadata', 'annotations']))).some(
    ([key, value]) =>
      /\.(fluxcd\.io|controlplane\.io)\/(ssa|reconcile)$/.test(key) &&
      /^(ifnotpresent|ignore|disabled)$/i.test(String(value)),
  );

/** Whether the unit's Kustomization may remove `replicas` from what Flux applies. */
const mayDrop = (index: StateIndex, unit: string): boolean => {
  const { patches, ignore } = kustomizationSpecOf(index, unit);
  return patches !== undefined || ignore !== undefined;
};

/** Exactly one autoscaler, and nothing else, sets the replicas of a workload. */
export const autoscalingRule = defineRule([scaledReplicas, twoAutoscalers], (_, report, { index }) => {
  const targets = new Map<string, StateObject>();
  const textOf: TextOf = (text, { unit }) => {
    const of = index.unitOf.get(unit);
    return of === undefined ? text : arrivingText(text, of);
  };
  const byKind = new Map<string, ReadonlyMap<string, StateObject>>();
  /** By namespace and name, the first object of each. */
  const targetsOf = (kind: string): ReadonlyMap<string, StateObject> => {
    const known = byKind.get(kind);
    if (known !== undefined) return known;
    const found = new Map<string, StateObject>();
    for (const one of index.byKind.get(kind) ?? []) {
      const key = `${one.namespace ?? ''}\0${textOf(one.name, one)}`;
      if (!found.has(key)) found.set(key, one);
    }
    byKind.set(kind, found);
    return found;
  };
  for (const from of ['autoscaling/HorizontalPodAutoscaler', 'keda.sh/ScaledObject']) {
    for (const autoscaler of index.byKind.get(from) ?? []) {
      const { title, namespace, json } = autoscaler;
      const { kind, name } = targetOf(autoscaler, textOf);
      const key = `${textOf(namespace ?? '', autoscaler)}\0${kind}\0${name}`;
      const first = targets.get(key);
      const takesOver = valueAt(json, ['metadata', 'annotations', 'scaledobject.keda.sh/transfer-hpa-ownership']);
      const at = placeIn(autoscaler, 'spec.scaleTargetRef');
      if (first === undefined) targets.set(key, autoscaler);
      else if (takesOver === undefined && (first.kind !== autoscaler.kind || first.name !== autoscaler.name)) {
        report(
          diagnose(twoAutoscalers, {
            message: `${title} and ${first.title} both scale ${targetTitle(autoscaler)}, so neither can`,
            at,
            fix: 'keep one of them, with the metrics of both',
          }),
        );
      }
      const target = targetsOf(kind).get(`${namespace ?? ''}\0${name}`);
      const replicas = target && specOf(target)['replicas'];
      if (target === undefined || typeof replicas !== 'number' || replicas === 0) continue;
      if (isLeftAlone(target) || mayDrop(index, target.unit)) continue;
      const { minReplicas = 1, maxReplicas } = specOf(autoscaler);
      if (minReplicas === replicas && maxReplicas === replicas) continue;
      report(
        diagnose(scaledReplicas, {
          message: `${title} scales ${target.title}, and Flux resets it to ${replicas} replicas each time it reconciles`,
          at: placeIn(target, 'spec.replicas'),
          notes: [
            'the API server sets replicas to 1 when Flux leaves out what it alone owns, until the autoscaler has scaled it again: https://kubernetes.io/docs/reference/using-api/server-side-apply/#transferring-ownership',
          ],
          fix: 'remove spec.replicas; where it runs already, first let another field manager apply them (kubectl apply --server-side --field-manager=handover-to-hpa, with spec.replicas alone)',
        }),
      );
    }
  }
});
