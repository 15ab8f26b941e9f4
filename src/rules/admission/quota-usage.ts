import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { parseQuantity } from '../../schema/update/quantity.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { AdmissionRequest } from './requests.js';

/** Billionths, in which quantities are counted. */
const ONE = 10n ** 9n;
/** Kinds that quotas also count by the name of the resource alone. */
const SHORT: ReadonlySet<string> = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
]);

/**
 * What a quota counts of an object when it's created: by the name of the resource, in billionths. Pods and what they take
 * aren't counted here.
 * https://kubernetes.io/docs/concepts/policy/resource-quotas/
 */
export const quotaUsage = ({ target, object, isPod }: AdmissionRequest): ReadonlyMap<string, bigint> => {
  const { group, resource } = target;
  const used = new Map<string, bigint>();
  if (isPod || resource === 'pods') return used;
  used.set(`count/${resource}${group === '' ? '' : `.${group}`}`, ONE);
  if (group !== '') return used;
  if (SHORT.has(resource)) used.set(resource, ONE);
  const spec = fieldsOf(object.json['spec']);
  if (resource === 'services' && !holdsExpression(String(spec['type']))) countService(spec, used);
  if (resource === 'persistentvolumeclaims') countClaim(spec, used);
  return used;
};

const countService = ({ type, ports, allocateLoadBalancerNodePorts }: Fields, used: Map<string, bigint>): void => {
  const isBalanced = type === 'LoadBalancer';
  if (isBalanced) used.set('services.loadbalancers', ONE);
  const all = objectsOf(ports);
  const own = all.filter(({ nodePort }) => nodePort !== undefined);
  if (type === 'NodePort' || (isBalanced && allocateLoadBalancerNodePorts !== false))
    used.set('services.nodeports', BigInt(all.length) * ONE);
  else if (isBalanced && own.length > 0) used.set('services.nodeports', BigInt(own.length) * ONE);
};

const countClaim = ({ resources, storageClassName }: Fields, used: Map<string, bigint>): void => {
  const amount = parseQuantity(fieldsOf(fieldsOf(resources)['requests'])['storage']);
  if (amount !== undefined) used.set('requests.storage', amount);
  if (typeof storageClassName !== 'string' || storageClassName === '' || holdsExpression(storageClassName)) return;
  const ofClass = `${storageClassName}.storageclass.storage.k8s.io`;
  used.set(`${ofClass}/persistentvolumeclaims`, ONE);
  if (amount !== undefined) used.set(`${ofClass}/requests.storage`, amount);
};

type Fields = Readonly<Record<string, unknown>>;

/** Whether a quota with these keys may count a resource. */
export const isCounted = (keys: ReadonlySet<string>, group: string, resource: string): boolean => {
  if (keys.has(`count/${resource}${group === '' ? '' : `.${group}`}`)) return true;
  return group === '' && [...keys].some((key) => key.split('.')[0] === resource || isOfClaims(key, resource));
};

const isOfClaims = (key: string, resource: string): boolean =>
  resource === 'persistentvolumeclaims' &&
  (key === 'requests.storage' || key.includes('.storageclass.storage.k8s.io/'));
