import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { objectsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import { placeIn } from '../rules/context/place-in.js';
import { type Pods, podsIn, selects } from '../rules/context/pods.js';
import type { RuleState, StateObject } from '../rules/context/rule-state.js';
import { indexState, specOf } from '../rules/context/state-index.js';
import { unmatchedSelector } from '../rules/objects/pod-selector.js';
import { targetPort } from '../rules/objects/target-port.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import type { MayBeMade } from './names/lonely-names.js';
import { nearness } from './names/near-names.js';

/**
 * Services next to workloads in the same Kustomization that they miss by a label or a port that is almost right. Rules
 * say nothing where a part of the cluster isn't seen, which may have the pods.
 */
export const serviceFindings = (
  state: RuleState,
  mayBeMade: MayBeMade,
  isTold: (one: Diagnostic) => boolean,
): readonly Diagnostic[] => {
  const index = indexState(state);
  const services = index.byKind.get('/Service') ?? [];
  if (services.length === 0) return [];
  const all = podsIn(index);
  return services.flatMap((service) => {
    const { selector, type } = specOf(service);
    if (type === 'ExternalName' || !isObject(selector) || holdsExpression(JSON.stringify(selector))) return [];
    const there = all.filter(({ object }) => object.namespace === service.namespace);
    const own = there.filter(({ object }) => object.unit === service.unit);
    const selected = there.filter(({ labels }) => selects({ matchLabels: selector }, labels) !== false);
    const isClosed = !mayBeMade(
      { group: 'apps', kind: 'Deployment', name: '', namespace: service.namespace },
      new Set(),
    );
    const isAlone = (key: string, pods: Pods) => isOnlyOne(key, selector, pods, there) && isClosed;
    const found =
      selected.length === 0
        ? misspeltLabel(service, selector, own, isAlone, isClosed)
        : missingPorts(service, selected);
    return found.filter((one) => !isTold(one));
  });
};

/** Labels that name an application. */
const NAMES: ReadonlySet<string> = new Set([
  'app',
  'name',
  'k8s-app',
  'app.kubernetes.io/name',
  'app.kubernetes.io/instance',
]);

/** What a program in the pods may change while they run. */
const CHANGING = /role|primary|master|leader|active|status|state/i;

/** Whether no other workload of the namespace has the other labels, so that the Service can be meant for this one alone. */
const isOnlyOne = (
  key: string,
  { [key]: _, ...others }: Readonly<Record<string, unknown>>,
  { object, labels }: Pods,
  there: readonly Pods[],
): boolean =>
  Object.keys(others).some((other) => NAMES.has(other)) &&
  Object.hasOwn(labels, key) &&
  !CHANGING.test(key) &&
  there.every((one) => one.object === object || selects({ matchLabels: others }, one.labels) === false);

/** The one workload of the folder that has the Service's own name. */
const namesake = (service: StateObject, own: readonly Pods[]): Pods | undefined => {
  const [only, ...more] = own.filter(({ object }) => object.name === service.name);
  return more.length > 0 ? undefined : only;
};

const misspeltLabel = (
  service: StateObject,
  selector: Readonly<Record<string, unknown>>,
  own: readonly Pods[],
  isAlone: (key: string, pods: Pods) => boolean,
  isClosed: boolean,
): readonly Diagnostic[] =>
  own
    .flatMap((pods) => {
      const { object, labels } = pods;
      const isSameName = pods === namesake(service, own);
      const [only, ...more] = Object.entries(selector).filter(([key, value]) => labels[key] !== value);
      if (only === undefined || more.length > 0) return [];
      const [key, value] = only;
      const is = labels[key];
      /** Another label says that these are the pods, as where half of a switch from blue to green is done. */
      const isOfSameApp = (but: string): boolean =>
        !NAMES.has(but) && Object.keys(selector).some((other) => other !== but && NAMES.has(other));
      const near =
        typeof is === 'string'
          ? nearness(is, String(value)) === undefined && !isOfSameApp(key) && !(isSameName && isClosed)
            ? undefined
            : ([key, is] as const)
          : // The same value under another label: app in place of app.kubernetes.io/name.
            Object.entries(labels).find(([other, one]) => one === value && NAMES.has(other) && NAMES.has(key));
      if (near === undefined) return [];
      return [
        diagnose(unmatchedSelector, {
          message: `${service.title} selects ${key}: ${String(value)}, which no pod in its folder has`,
          at: placeIn(service, `spec.selector.${key}`),
          ...(isAlone(key, pods) || (isSameName && NAMES.has(key)) ? { severity: 'warning' as const } : {}),
          notes: [`the pods of ${object.title} have ${near[0]}: ${String(near[1])}`],
          fix: `select by labels that the pods have; did you mean ${near[0] === key ? `"${String(near[1])}"` : `${near[0]}: ${String(near[1])}`}?`,
        }),
      ];
    })
    .slice(0, 1);

const missingPorts = (service: StateObject, selected: readonly Pods[]): readonly Diagnostic[] => {
  if (selected.some(({ isOpen, object }) => isOpen || object.unit !== service.unit)) return [];
  const there = selected.flatMap(({ containers }) => containers.flatMap(({ json }) => objectsOf(json['ports'])));
  const names = there.map(({ name }) => String(name));
  if (names.some((name) => holdsExpression(name))) return [];
  return objectsOf(specOf(service)['ports']).flatMap(({ targetPort: port }, at) =>
    typeof port !== 'string' || /^\d+$/.test(port) || holdsExpression(port) || names.includes(port)
      ? []
      : [
          diagnose(targetPort, {
            message: `${service.title} sends traffic to the port "${port}", which no container of ${selected.map(({ object }) => object.title).join(', ')} has`,
            at: placeIn(service, `spec.ports[${at}].targetPort`),
            fix:
              names.length === 0
                ? 'name the port of the container'
                : `use one of ${names.map((name) => `"${name}"`).join(', ')}`,
          }),
        ],
  );
};
