import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { listOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { type Pods, podsIn, selects } from '../context/pods.js';
import { openPodFinder } from '../context/selected-pods.js';
import { isTwin } from '../references/is-twin.js';
import { defineRule, placeIn, type StateObject, specOf } from '../rule.js';

// Notices: whether the pods that are missing, or too many, are wanted is for the author to say.
export const unmatchedSelector = defineDiagnostic({
  code: 'FX692',
  name: 'unmatched-selector',
  severity: 'notice',
  summary: 'A selector matches the pods of no workload, so a Service has no endpoints, or a policy protects nothing.',
  page: {
    example: 'a Service with selector: { app: "wbe" }, and the pods have app: web',
    flux: 'nothing: the object is applied, and selects nothing',
    right: 'selector: { app: "web" }',
  },
  exceptable: true,
});

const sharedPods = defineDiagnostic({
  code: 'FX693',
  name: 'shared-pods',
  severity: 'notice',
  summary:
    'A Service selects pods of two workloads, and only one of them has its port, so part of the traffic is refused.',
  page: {
    example: 'a Service with selector: { app: "web" }, and a Job whose pods have app: web, too',
    flux: 'nothing: while the Job runs, part of the traffic goes to its pods, which refuse it',
    right: 'give the pods of the Job a label of their own, such as app: web-migration',
  },
  exceptable: true,
});

/** The label of cdk8s-plus, which only its pods have. */
const ADDRESS = 'cdk8s.io/metadata.addr';
/** FX312 reports one that ends in the hash of a path. */
const isAddress = (value: unknown): boolean => typeof value === 'string' && !/c8[0-9a-f]{6}$/.test(value);

/** A selector of pods in the namespace of its object. */
interface Selector {
  readonly object: StateObject;
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A label that a controller gives the pods of a Job, StatefulSet or Deployment. */
const isAdded = (label: string): boolean =>
  /^(?:(?:batch|apps|statefulset)\.kubernetes\.io\/.*|job-name|controller-uid|controller-revision-hash|pod-template-hash)$/.test(
    label,
  );

const isEmpty = (selector: unknown): boolean => !isObject(selector) || Object.keys(selector).length === 0;

/** A selector matches pods, and a Service only pods that have its ports. */
export const podSelectorRule = defineRule(
  [unmatchedSelector, sharedPods],
  ({ units }, report, { index, references: { makers } }) => {
    const services = (index.byKind.get('/Service') ?? []).flatMap((object): Selector[] => {
      const { selector, type } = specOf(object);
      if (type === 'ExternalName' || isEmpty(selector) || Object.keys(Object(selector)).some(isAdded)) return [];
      return [{ object, path: 'spec.selector', value: { matchLabels: selector } }];
    });
    const policies = (index.byKind.get('networking.k8s.io/NetworkPolicy') ?? []).flatMap((object): Selector[] => {
      const { podSelector } = specOf(object);
      return isObject(podSelector) && !isEmpty(podSelector)
        ? [{ object, path: 'spec.podSelector', value: podSelector }]
        : [];
    });
    if (services.length + policies.length === 0) return;
    const finder = openPodFinder(index);
    const selected = ({ object, value }: Selector) =>
      finder.candidates(object.namespace, value).filter(({ labels }) => selects(value, labels) === true);

    const open = new Set(podsIn(index).flatMap(({ isOpen, object }) => (isOpen ? [object.namespace] : [])));

    // Pods that couldn't be made aren't missing.
    const isWhole = units.every(({ isPartial }) => !isPartial);
    for (const selector of [...services, ...policies]) {
      const { object, path, value } = selector;
      const { namespace } = object;
      // What isn't seen may have the pods, but hardly labels that are almost the same.
      if (!isWhole && !finder.inNamespace(namespace).some(({ labels }) => isMisspelt(value, labels))) continue;
      const there = finder.inNamespace(namespace);
      if (open.has(namespace)) continue;
      if (finder.candidates(namespace, value).some(({ labels }) => selects(value, labels) !== false)) continue;
      // Others may create pods, but none with this label. A namespace without pods gets them from elsewhere.
      const isSure =
        !isWhole ||
        isAddress(Object(value['matchLabels'])[ADDRESS]) ||
        (there.length > 0 &&
          !Object.hasOwn(Object(value['matchLabels']), ADDRESS) &&
          makers.isOwnNamespace(namespace) &&
          !makers.mayMake({ group: 'apps', kind: 'Deployment', name: '', namespace }));
      if (!isSure) continue;
      report(
        diagnose(unmatchedSelector, {
          message: `${object.title} selects ${printLabels(value)}, which no pod in namespace "${namespace}" has`,
          at: placeIn(object, path),
          notes: there
            .slice(0, MOST_NAMED)
            .map((pods) => `the pods of ${pods.object.title} have ${printLabels({ matchLabels: pods.labels })}`),
          fix: 'select by labels that the pods have',
        }),
      );
    }

    for (const service of services) {
      const pods = selected(service);
      if (pods.length < 2) continue;
      // Of a named port, each pod without it is left out.
      const ports = objectsOf(specOf(service.object)['ports'])
        .map(({ port, targetPort = port }) => targetPort)
        .filter((port) => typeof port === 'number');
      const [fitting, others] = [
        pods.filter((one) => hasPorts(one, ports)),
        pods.filter((one) => !hasPorts(one, ports)),
      ];
      const [first] = fitting;
      if (first === undefined) continue;
      for (const other of others) {
        report(
          diagnose(sharedPods, {
            message: `${service.object.title} selects pods of ${first.object.title}, and of ${other.object.title}, which don't have its port ${ports.join(', ')}`,
            at: placeIn(service.object, service.path),
            fix: `select by a label that the pods of ${other.object.title} don't have`,
          }),
        );
      }
    }
  },
);

/** Whether pods have all labels of a selector, but for one of almost that value. */
const isMisspelt = (
  selector: Readonly<Record<string, unknown>>,
  labels: Readonly<Record<string, unknown>>,
): boolean => {
  const others = Object.entries(Object(selector['matchLabels'])).filter(([key, value]) => labels[key] !== value);
  const [only, ...more] = others;
  return only !== undefined && more.length === 0 && isTwin(String(labels[only[0]]), String(only[1]));
};

const MOST_NAMED = 3;

const printLabels = ({ matchLabels = {}, matchExpressions }: Readonly<Record<string, unknown>>): string => {
  const labels = Object.entries(Object(matchLabels)).map(([key, value]) => `${key}: ${String(value)}`);
  const expressions = listOf(matchExpressions).map((one) => JSON.stringify(one));
  return [...labels, ...expressions].join(', ') || 'no labels';
};

/** Whether containers have all ports, as far as they declare them. */
const hasPorts = ({ containers }: Pods, wanted: readonly unknown[]): boolean => {
  const there = containers
    .flatMap(({ json }) => objectsOf(json['ports']))
    .flatMap((one) => [one['name'], one['containerPort']]);
  return wanted.every((port) => there.includes(port));
};
