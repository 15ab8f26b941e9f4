import { fieldsOf } from '../../json/as-shape.js';
import type { EffectRow, When } from '../form/effect.js';
import { ofValues } from '../form/helm-release.js';
import { addressOfService, balancerOfService, LOAD_BALANCER } from '../form/load-balancers.js';
import { both } from '../form/when.js';
import { isText } from './values.js';

const lostBalancer = {
  ...balancerOfService,
  effect: 'the load balancer of a Service is deleted with its addresses once the Service has another type or is gone',
} as const;

const isNotOff: When = (_, __, { holder }) => holder.every(({ enabled }) => enabled !== false);

/** A Service with `enabled` next to its type. */
const isOfBalancer: When = (_, __, { path, holder: [{ type }] }) =>
  type === LOAD_BALANCER || (type === undefined && /^service$/i.test(String(path.at(-2))));

/** A chart's Services whose load balancers go or get other addresses. */
export const services: readonly EffectRow[] = [
  {
    ...lostBalancer,
    ...ofValues('type', 'serviceType'),
    when: both((was) => was === LOAD_BALANCER, isNotOff),
  },
  {
    ...lostBalancer,
    ...ofValues('enabled'),
    when: both(
      (was, _, { holder }) => was === true || (was === undefined && holder[0]['type'] === LOAD_BALANCER),
      (_, is, { holder }) => is === false || (is === null && holder[1]['type'] !== null),
      isOfBalancer,
    ),
  },
  {
    ...lostBalancer,
    ...ofValues('*.enabled'),
    when: (was, is, { holder }) => {
      const service = fieldsOf(holder[0]['service']);
      return was === true && is === false && service['type'] === LOAD_BALANCER && service['enabled'] !== false;
    },
  },
  { ...addressOfService, ...ofValues('loadBalancerIP'), when: isText },
];
