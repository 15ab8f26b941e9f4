import { applySettings } from '../../base/apply-settings.js';
import type { ClusterState } from '../../base/cluster-state.js';
import { withVars } from '../../base/with-vars.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import { joinPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { albOf, classOfIngress, findClass } from '../losses/balancer-of-ingress.js';
import { readField } from '../losses/keeps.js';
import { pairOf } from '../updates/refused-update.js';
import type { Change, ReplacementCause } from './replacement.js';

/** A load balancer that its controller takes down, or makes again for another network, while the object stays. */
export const lostBalancer = (change: Change): ReplacementCause | undefined => {
  const { object, before, next, after } = change;
  const find = finders[`${object.id.group}/${object.id.kind}`];
  if (find === undefined) return undefined;
  const [held, holds] = pairOf(object, next);
  const settings = applySettings(after, holds);
  if (settings.isLeftAlone || equalJson(held.json, holds.json)) return undefined;
  const cause = find(withVars(held.json, applySettings(before, held)), withVars(holds.json, settings), change);
  return cause && { ...cause, certain: cause.certain && !settings.isTransformed };
};

type Find = (
  from: JsonObject,
  to: JsonObject,
  change: Pick<Change, 'before' | 'after'>,
) => ReplacementCause | undefined;
type Annotations = Readonly<Record<string, unknown>>;
type Reach = 'internal' | 'internet-facing';

interface Provider {
  /** The first that is set counts. */
  readonly keys: readonly string[];
  /** What a value asks for. @returns `undefined` where the load balancer stays as it is, or nobody knows */
  readonly reachOf: (value: unknown) => Reach | undefined;
  /** Whether the controller that reads it has a Service, for certain. */
  readonly isOf: (annotations: Annotations, loadBalancerClass: unknown) => boolean;
}

const AWS = 'service.beta.kubernetes.io/aws-load-balancer-';
const isReach = (value: unknown): value is Reach => value === 'internal' || value === 'internet-facing';
const hasNoClass: Provider['isOf'] = (_, loadBalancerClass) => loadBalancerClass === undefined;

const providers: readonly Provider[] = [
  {
    keys: [`${AWS}scheme`],
    reachOf: (value) => (isReach(value) ? value : undefined),
    isOf: (annotations, loadBalancerClass) =>
      loadBalancerClass === 'service.k8s.aws/nlb' || ['external', 'nlb-ip'].includes(String(annotations[`${AWS}type`])),
  },
  {
    keys: ['service.beta.kubernetes.io/azure-load-balancer-internal'],
    reachOf: (value) => (value === 'true' ? 'internal' : 'internet-facing'),
    isOf: hasNoClass,
  },
  {
    keys: ['networking.gke.io/load-balancer-type', 'cloud.google.com/load-balancer-type'],
    reachOf: (value) => (String(value).toLowerCase() === 'internal' ? 'internal' : 'internet-facing'),
    isOf: hasNoClass,
  },
];

/** How other annotations change what may reach a load balancer; of no provider that neither side names. */
const betweenAnnotations = (from: Annotations, to: Annotations, loadBalancerClass: unknown) => {
  for (const { keys, reachOf, isOf } of providers) {
    const named = (one: Annotations) => keys.find((key) => one[key] !== undefined);
    const [was, is] = [named(from), named(to)];
    const key = is ?? was;
    if (key === undefined) continue;
    const [old, now] = [from[was ?? key], to[is ?? key]];
    if ([old, now].some((value) => typeof value === 'string' && holdsExpression(value))) return undefined;
    const [one, other] = [reachOf(old), reachOf(now)];
    if (one === undefined || other === undefined || one === other) continue;
    return { key, words: wordsOf(old, now), to: other, isTheirs: isOf(to, loadBalancerClass) };
  }
  return undefined;
};

const wordsOf = (from: unknown, to: unknown): string =>
  [from, to].map((value) => (value === undefined ? 'not set' : JSON.stringify(value))).join(' → ');

const ALL = 'its load balancer and its addresses';

const effectOf = (to: Reach): string =>
  to === 'internal'
    ? 'the controller deletes the load balancer, and makes an internal one at another address'
    : 'the controller deletes the load balancer, and makes one at another address that the internet can reach';

const insteadOf = (kind: string): string => `to keep it, leave this ${kind} as it is, and add a second one`;

const annotationsOf = (json: JsonObject): Annotations => fieldsOf(readField(json, 'metadata.annotations'));

const ofService: Find = (from, to) => {
  const [old, now] = [fieldsOf(from['spec']), fieldsOf(to['spec'])];
  if (old['type'] !== 'LoadBalancer' || now['type'] !== 'LoadBalancer') return undefined;
  const [was, is] = [annotationsOf(from), annotationsOf(to)];
  const found = betweenAnnotations(was, is, now['loadBalancerClass']);
  if (found !== undefined) {
    return {
      differences: [`${found.key} ${found.words}`],
      destroys: ALL,
      effect: effectOf(found.to),
      instead: insteadOf('Service'),
      certain: found.isTheirs,
    };
  }
  const { loadBalancerIP } = old;
  const isKept =
    now['loadBalancerIP'] !== undefined ||
    Object.values(is).some((one) => String(one).includes(String(loadBalancerIP)));
  if (typeof loadBalancerIP !== 'string' || loadBalancerIP === '' || isKept) return undefined;
  return {
    differences: [`spec.loadBalancerIP "${loadBalancerIP}" → not set`],
    destroys: 'its address',
    effect: 'some controllers take another address once none is asked for',
    instead: 'to keep it, leave spec.loadBalancerIP, or set the annotation that your controller has for it',
    certain: false,
  };
};

const ofIngress: Find = (from, to, { before, after }) => {
  const old = albOf(from, before);
  if (old === undefined || old.isOpen) return undefined;
  const now = albOf(to, after);
  const effect =
    'the controller takes this Ingress out of its load balancer, and deletes that once no other Ingress is in it';
  const instead = insteadOf('Ingress');
  if (now === undefined) {
    const [was, is] = [classOfIngress(from), classOfIngress(to)];
    if (was === is || holdsExpression(is)) return undefined;
    return {
      differences: [`its class "${was}" → "${is}"`],
      destroys: 'its ALB and its address',
      effect,
      instead,
      certain: findClass(is, after) !== undefined,
    };
  }
  if (now.isOpen) return undefined;
  if (old.group !== now.group) {
    if ([old.group, now.group].some((one) => holdsExpression(one ?? ''))) return undefined;
    const differences = [`its group ${wordsOf(old.group, now.group)}`];
    return {
      differences,
      destroys: 'its address',
      effect: `${effect}; that of its new group has another address`,
      instead,
      certain: true,
    };
  }
  const [was, is] = [old.scheme ?? 'internal', now.scheme ?? 'internal'];
  if (!isReach(was) || !isReach(is) || was === is) return undefined;
  return {
    differences: [`its scheme ${wordsOf(old.scheme, now.scheme)}`],
    destroys: 'its ALB and its address',
    effect: effectOf(is),
    instead,
    // The default is a flag of the controller's, and a group must agree.
    certain:
      old.scheme !== undefined && now.scheme !== undefined && (now.group === undefined || agrees(now.group, is, after)),
  };
};

const agrees = (group: string, scheme: Reach, state: ClusterState): boolean =>
  state.index.ofKind('networking.k8s.io', 'Ingress').every(({ holdings }) => {
    const its = albOf(holdings[0].json, state);
    return its?.group !== group || its.scheme === undefined || its.scheme === scheme;
  });

/** Its annotations become those of the Service that is made for it. */
const ofGateway: Find = (from, to) => {
  const [was, is] = [from, to].map((json) => fieldsOf(readField(json, 'spec.infrastructure.annotations')));
  const found = betweenAnnotations(was!, is!, undefined);
  return (
    found && {
      differences: [`${found.key} ${found.words}`],
      destroys: ALL,
      effect: effectOf(found.to),
      instead: insteadOf('Gateway'),
      certain: found.isTheirs && readField(to, 'spec.gatewayClassName') === 'istio',
    }
  );
};

/** The annotations of Services, wherever the chart has them among its values. */
const ofRelease: Find = (from, to) => {
  const all: { readonly path: string; readonly found: NonNullable<ReturnType<typeof betweenAnnotations>> }[] = [];
  const compare = (was: unknown, is: unknown, path: string): void => {
    if (was === is) return;
    if (!isObject(was) || !isObject(is)) {
      for (const [at, one] of objectsOf(was).entries()) compare(one, objectsOf(is)[at], joinPath(path, at));
      return;
    }
    const found = betweenAnnotations(was, is, undefined);
    if (found !== undefined) all.push({ path, found });
    for (const key of Object.keys(was)) compare(was[key], is[key], joinPath(path, key));
  };
  compare(readField(from, 'spec.values'), readField(to, 'spec.values'), 'spec.values');
  if (all.length === 0) return undefined;
  return {
    differences: all.map(({ path, found }) => `${joinPath(path, found.key)} ${found.words}`),
    destroys: 'the load balancer of a Service, and its addresses',
    effect: effectOf(all[0]!.found.to),
    instead: 'to keep it, leave these annotations as they are, and add a second Service',
    certain: false,
  };
};

const ofScheme: Find = (from, to) => {
  const [was, is] = [readField(from, 'spec.scheme'), readField(to, 'spec.scheme')];
  if (!isReach(was) || !isReach(is) || was === is) return undefined;
  return {
    differences: [`spec.scheme ${wordsOf(was, is)}`],
    destroys: 'the load balancers that use it, and their addresses',
    effect: effectOf(is),
    instead: 'to keep them, add a second object with the other scheme',
    certain: true,
  };
};

/** By group and kind. */
const finders: Readonly<Record<string, Find>> = {
  '/Service': ofService,
  'networking.k8s.io/Ingress': ofIngress,
  'gateway.networking.k8s.io/Gateway': ofGateway,
  'helm.toolkit.fluxcd.io/HelmRelease': ofRelease,
  'elbv2.k8s.aws/IngressClassParams': ofScheme,
  'eks.amazonaws.com/IngressClassParams': ofScheme,
  'gateway.k8s.aws/LoadBalancerConfiguration': ofScheme,
};
