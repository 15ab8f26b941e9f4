import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { podSpecs } from '../../knowledge/kubernetes/pod-specs.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { StateObject } from './rule-state.js';
import { type StateIndex, specOf } from './state-index.js';

type Json = Readonly<Record<string, unknown>>;

interface Container {
  /** Its path in the object: `spec.template.spec.containers[0]`. */
  readonly path: string;
  readonly name: string;
  readonly json: Json;
}

/** The pods that an object creates. */
export interface Pods {
  readonly object: StateObject;
  /** The path of their spec. */
  readonly path: string;
  readonly spec: Json;
  readonly labels: Json;
  /** Init containers too. */
  readonly containers: readonly Container[];
  /** The pods may differ from these: the Kustomization has patches, or the object is encrypted. */
  readonly isOpen: boolean;
}

/** The spec of the Kustomization that applies a unit's objects. */
export const kustomizationSpecOf = ({ unitOf }: StateIndex, unit: string): Json => {
  const own = unitOf.get(unit)?.entry.find(({ kind }) => kind === 'Kustomization');
  return own === undefined ? {} : specOf(own);
};

/** All pods that objects of the tree create. */
export const podsIn = (index: StateIndex): readonly Pods[] =>
  Object.entries(podSpecs).flatMap(([kind, path]) => {
    const steps = path.split('.');
    return (index.byKind.get(kind) ?? []).flatMap((object): readonly Pods[] => {
      const spec = valueAt(object.json, steps);
      if (!isObject(spec)) return [];
      const isOpen =
        object.json['sops'] !== undefined || listOf(kustomizationSpecOf(index, object.unit)['patches']).length > 0;
      const labels = fieldsOf(valueAt(object.json, [...steps.slice(0, -1), 'metadata', 'labels']));
      const containers = ['initContainers', 'containers'].flatMap((list) =>
        listOf(spec[list]).flatMap((json, at) =>
          isObject(json) ? [{ path: `${path}.${list}[${at}]`, name: String(json['name']), json }] : [],
        ),
      );
      return [{ object, path, spec, labels, containers, isOpen }];
    });
  });

/** Pods that run as written, with at least one replica. */
export const runningPods = (index: StateIndex): readonly Pods[] =>
  podsIn(index).filter(({ object, isOpen }) => !isOpen && specOf(object)['replicas'] !== 0);

const isVar = (value: unknown): boolean => typeof value === 'string' && holdsExpression(value);

/** Whether a label selector selects pods; undefined if that depends on a var. */
export const selects = (selector: unknown, labels: Json): boolean | undefined => {
  if (!isObject(selector)) return false;
  let isSure = true;
  for (const [key, wanted] of Object.entries(fieldsOf(selector['matchLabels']))) {
    const value = labels[key];
    if (value === wanted) continue;
    if (!isVar(value) && !isVar(wanted)) return false;
    isSure = false;
  }
  for (const { key, operator, values } of objectsOf(selector['matchExpressions'])) {
    const [value, list] = [labels[String(key)], listOf(values)];
    const fits =
      operator === 'Exists' || operator === 'DoesNotExist'
        ? (operator === 'Exists') === (value !== undefined)
        : (operator === 'In') === list.includes(value);
    if ([value, ...list].some(isVar)) isSure = false;
    else if (!fits) return false;
  }
  return isSure || undefined;
};

const mutators =
  /^(kyverno\.io\/(Cluster)?Policy|policies\.kyverno\.io\/.*Mutating.*|mutations\.gatekeeper\.sh\/.*|admissionregistration\.k8s\.io\/Mutating.*)$/;

/** Whether something in the tree may fill in fields that pods leave out, before the API server validates them. */
export const mayFillPods = ({ byKind }: StateIndex): boolean => [...byKind.keys()].some((kind) => mutators.test(kind));
