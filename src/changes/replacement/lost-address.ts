import { applySettings } from '../../applied/apply-settings.js';
import { asApplied } from '../../applied/as-applied.js';
import type { OwnedObject } from '../../applied/cluster-state.js';
import { titleOf } from '../../applied/object-id.js';
import { nameSome } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { ReplacementCause } from '../model/replacement-cause.js';
import { pairOf } from '../updates/refused-update.js';
import type { Change } from './change.js';
import { textDifference } from './replacement-differences.js';

/** Describes a Service or Gateway that stays but loses the address that clients use. */
export const lostAddress = (change: Change): ReplacementCause | undefined => {
  const { object, before, next, after } = change;
  const find = finders.find(({ group, kinds }) => group === object.id.group && kinds.includes(object.id.kind));
  if (find === undefined) return undefined;
  const [held, holds] = pairOf(object, next);
  const settings = applySettings(after, holds);
  if (settings.isLeftAlone) return undefined;
  const specs = [
    specOf(asApplied(held.json, applySettings(before, held))),
    specOf(asApplied(holds.json, settings)),
  ] as const;
  const cause = find.cause(change, ...specs);
  return cause === undefined ? undefined : { ...cause, certain: cause.certain && !settings.isTransformed };
};

type Find = (change: Change, from: JsonObject, to: JsonObject) => ReplacementCause | undefined;

const ofService: Find = (_, from, to) => {
  if (from['type'] !== 'LoadBalancer' || to['type'] === 'LoadBalancer') return undefined;
  const type = typeof to['type'] === 'string' ? to['type'] : 'ClusterIP';
  return {
    differences: [`spec.type "LoadBalancer" → "${type}"`],
    destroys: 'its load balancer and its addresses',
    effect: 'the load balancer is deleted; a Service that gets one again gets other addresses',
    instead: 'to keep it, leave this Service as it is and add a second one of the other type',
    certain: !holdsExpression(type),
  };
};

const ofGateway: Find = (change, from, to) => ofClass(change, from, to) ?? ofListeners(change, from, to);

/**
 * Another class means another controller, or another setup of the same one: the old controller removes what it runs for
 * the Gateway.
 */
const ofClass: Find = ({ object, before, after }, from, to) => {
  const [old, now] = [from, to].map(({ gatewayClassName }) => String(gatewayClassName ?? ''));
  const [difference] = textDifference('spec.gatewayClassName', old!, now!);
  const routes = before.index.ofGateway(object.id);
  if (difference === undefined || routes.length === 0) return undefined;
  const classes = [
    [old, before],
    [now, after],
  ] as const;
  const [was, is] = classes.map(([name, state]) => {
    const all = state.index.ofKind(GATEWAY_API, 'GatewayClass');
    const found = all.find(({ id }) => id.name === name);
    return found === undefined ? undefined : specOf(found.holdings[0].json);
  });
  const isOfOneController = was !== undefined && is !== undefined && was['controllerName'] === is['controllerName'];
  const keepsAddress =
    Array.isArray(to['addresses']) && to['addresses'].length > 0 && equalJson(from['addresses'], to['addresses']);
  return {
    differences: [difference.words],
    destroys: `its address, and what reaches the cluster through it until it has another one: ${named(routes)}`,
    effect:
      'the controller of the old class takes down what it runs for the Gateway; that of the new one starts from nothing',
    instead: 'to keep serving, add a second Gateway of the new class, let the routes name both, and move over',
    certain: difference.certain && !isOfOneController && !keepsAddress,
  };
};

/** Listeners that the change removes, unless the remaining routes have another listener there. */
const ofListeners: Find = ({ object, before, after }, from, to) => {
  const [old, now] = [listenersOf(from), listenersOf(to)];
  if (old === undefined || now === undefined) return undefined;
  const gone = old.flatMap((listener) => {
    if (now.some((one) => servesAs(one, listener))) return [];
    const isOther = (one: Listener) => one.port === listener.port && one.protocol === listener.protocol;
    const routes = before.index
      .ofGateway(object.id)
      .filter((route) => after.objects.has(route.key) && names(route, object, listener));
    return routes.length === 0 ? [] : [{ listener, routes, certain: !now.some(isOther) }];
  });
  if (gone.length === 0) return undefined;
  const routes = [...new Set(gone.flatMap((one) => one.routes))];
  const words = gone.map(({ listener }) => wordsOf(listener));
  return {
    differences: gone.map(({ listener }) => `no listener ${wordsOf(listener)}`),
    destroys: `what reaches the cluster through ${words.join(' and ')}: ${named(routes)}`,
    effect: 'nothing is served there any more, as soon as the controller has seen the change',
    instead: 'to keep it, leave the listener as it is until no route needs it',
    certain: gone.every((one) => one.certain),
  };
};

interface Listener {
  readonly name: string;
  readonly port: unknown;
  readonly protocol: unknown;
  readonly hostname: string;
}

/** `undefined` if the listeners come from a var. */
const listenersOf = ({ listeners }: JsonObject): readonly Listener[] | undefined => {
  const all = objectsOf(listeners);
  if (all.some(({ port, protocol }) => isOpen(port) || isOpen(protocol))) return undefined;
  return all.map(({ name, port, protocol, hostname }) => ({
    name: String(name),
    port,
    protocol,
    hostname: typeof hostname === 'string' ? hostname : '',
  }));
};

const isOpen = (value: unknown): boolean => typeof value === 'string' && holdsExpression(value);

const servesAs = (now: Listener, old: Listener): boolean =>
  now.port === old.port && now.protocol === old.protocol && (now.hostname === '' || now.hostname === old.hostname);

/** Whether a route attaches to a listener: to every one, unless the route names one. */
const names = ({ holdings, id }: OwnedObject, gateway: OwnedObject, { name, port }: Listener): boolean => {
  const { parentRefs, parentRef } = specOf(holdings[0].json);
  const parents = [parentRefs ?? parentRef].flat().filter(isObject);
  return parents.some((parent) => {
    const isIts = parent['name'] === gateway.id.name && (parent['namespace'] ?? id.namespace) === gateway.id.namespace;
    const { sectionName = name, port: only = port } = parent;
    return isIts && sectionName === name && only === port;
  });
};

const wordsOf = ({ name, port, hostname }: Listener): string =>
  `"${name}" (port ${String(port)}${hostname === '' ? '' : `, ${hostname}`})`;

const GATEWAY_API = 'gateway.networking.k8s.io';

const finders: readonly { readonly group: string; readonly kinds: readonly string[]; readonly cause: Find }[] = [
  { group: '', kinds: ['Service'], cause: ofService },
  { group: GATEWAY_API, kinds: ['Gateway'], cause: ofGateway },
  { group: GATEWAY_API, kinds: ['ListenerSet'], cause: ofListeners },
  { group: 'gateway.networking.x-k8s.io', kinds: ['XListenerSet'], cause: ofListeners },
];

/** A sentence names this many objects, then counts the rest. */
const NAMED = 6;

const named = (objects: readonly OwnedObject[]): string => nameSome(objects.map(({ id }) => titleOf(id)).sort(), NAMED);
