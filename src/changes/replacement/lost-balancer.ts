import { applySettings } from '../../applied/apply-settings.js';
import { asApplied } from '../../applied/as-applied.js';
import type { ClusterState } from '../../applied/cluster-state.js';
import { fieldsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import type { JsonObject } from '../../json/json-value.js';
import { annotationsOf } from '../../json/manifest-fields.js';
import { readField } from '../../json/read-field.js';
import { isReach, type Reach } from '../../knowledge/form/balancer-reach.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { betweenAnnotations, effectOf } from '../losses/balancer-annotations.js';
import { albOf, classOfIngress, findClass } from '../losses/balancer-of-ingress.js';
import type { ReplacementCause } from '../model/replacement-cause.js';
import { pairOf } from '../updates/refused-update.js';
import { inWords } from '../words/in-words.js';
import type { Change } from './change.js';

/** Describes a load balancer that its controller deletes, or recreates for another network, while the object stays. */
export const lostBalancer = (change: Change): ReplacementCause | undefined => {
  const { object, before, next, after } = change;
  const find = finders[`${object.id.group}/${object.id.kind}`];
  if (find === undefined) return undefined;
  const [held, holds] = pairOf(object, next);
  const settings = applySettings(after, holds);
  const [from, to] = [asApplied(held.json, applySettings(before, held)), asApplied(holds.json, settings)];
  if (settings.isLeftAlone || equalJson(from, to)) return undefined;
  const cause = find(from, to, change);
  return cause && { ...cause, certain: cause.certain && !settings.isTransformed };
};

type Find = (
  from: JsonObject,
  to: JsonObject,
  change: Pick<Change, 'before' | 'after'>,
) => ReplacementCause | undefined;

const ALL = 'its load balancer and its addresses';

const insteadOf = (kind: string): string => `to keep it, leave this ${kind} as it is, and add a second one`;

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
    const differences = [`its group ${inWords(old.group, now.group)}`];
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
    differences: [`its scheme ${inWords(old.scheme, now.scheme)}`],
    destroys: 'its ALB and its address',
    effect: effectOf(is),
    instead,
    // The default is a flag of the controller, and all Ingresses of a group must agree.
    certain:
      old.scheme !== undefined && now.scheme !== undefined && (now.group === undefined || agrees(now.group, is, after)),
  };
};

const agrees = (group: string, scheme: Reach, state: ClusterState): boolean =>
  state.index.ofKind('networking.k8s.io', 'Ingress').every(({ holdings }) => {
    const its = albOf(holdings[0].json, state);
    return its?.group !== group || its.scheme === undefined || its.scheme === scheme;
  });

/** The Service made for the Gateway gets the Gateway's annotations. */
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

const ofScheme: Find = (from, to) => {
  const [was, is] = [readField(from, 'spec.scheme'), readField(to, 'spec.scheme')];
  if (!isReach(was) || !isReach(is) || was === is) return undefined;
  return {
    differences: [`spec.scheme ${inWords(was, is)}`],
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
  'elbv2.k8s.aws/IngressClassParams': ofScheme,
  'eks.amazonaws.com/IngressClassParams': ofScheme,
  'gateway.k8s.aws/LoadBalancerConfiguration': ofScheme,
};
