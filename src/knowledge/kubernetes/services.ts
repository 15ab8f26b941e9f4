import { readField } from '../../json/read-field.js';
import { addressAnnotations } from '../balancer-annotations.js';
import type { EffectRow, When } from '../form/effect.js';
import { isBalancer, requestedAddress } from '../form/load-balancers.js';
import { annotationAt } from '../form/path.js';
import { both, changed, left, not } from '../form/when.js';

/** Whether another annotation requests the same address instead. */
const isAskedElsewhere: When = (was, _, { to }) => {
  const all = readField(to, 'metadata.annotations') as Readonly<Record<string, unknown>> | undefined;
  return [...addressAnnotations.map((key) => all?.[key]), readField(to, 'spec.loadBalancerIP')].includes(was);
};

/** Addresses that Services request, with a field or with annotations of load balancer controllers. */
export const services: readonly EffectRow[] = [
  // https://kubernetes.io/docs/concepts/services-networking/service/#loadbalancer
  {
    ...requestedAddress,
    on: '/Service',
    at: 'spec.loadBalancerIP',
    when: both(changed, not(isAskedElsewhere), isBalancer),
  },
  ...addressAnnotations.map(
    (key): EffectRow => ({
      ...requestedAddress,
      on: '/Service',
      at: annotationAt(key),
      when: both(left, not(isAskedElsewhere), isBalancer),
    }),
  ),
];
