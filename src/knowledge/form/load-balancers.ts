import { readField } from '../../json/read-field.js';
import type { EffectRow, When } from './effect.js';
import { leaves } from './when.js';

/** The type of a Service with a load balancer. */
export const LOAD_BALANCER = 'LoadBalancer';

/** Whether a Service has type LoadBalancer on both sides. */
export const isBalancer: When = (_, __, { from, to }) =>
  [from, to].every((one) => readField(one, 'spec.type') === LOAD_BALANCER);

/** What is lost with the load balancer of a Service or an Ingress. */
export const ALL_BALANCER = 'its load balancer and its address';
export const addSecond = (kind: string): string => `to keep it, leave this ${kind} as it is, and add a second one`;

/** The effect if an operator changes or deletes a Service that it created. */
export const losesBalancer = {
  destroys: 'the load balancer of a Service that it makes, with its addresses',
  effect:
    'the operator changes or deletes the Service, and its load balancer goes, to which DNS records and clients point',
  instead: 'to keep it, leave this as it is, and add a second one',
};

/** The field with the type of a Service that an operator creates; the default is ClusterIP. */
export const leavesBalancer = (on: string, at: string): EffectRow => ({
  on,
  at,
  when: leaves(LOAD_BALANCER),
  severity: 'error',
  ...losesBalancer,
});

/** The effect if a Service or Gateway requests another address, or no longer requests its own. */
export const requestedAddress = {
  severity: 'warning',
  destroys: 'its address',
  effect: 'the load balancer takes another address, to which no DNS record points yet',
  instead: 'to keep it, leave the address as it is, or add a second Service and move over',
} as const;

/** The Service of a chart, which the tree doesn't show. */
export const balancerOfService = {
  severity: 'warning',
  destroys: 'the load balancer of a Service with its addresses',
  instead: 'to keep it, leave this Service as it is, and add a second one',
} as const;

/** The same for another address. */
export const addressOfService = {
  severity: 'warning',
  destroys: 'the address of a Service',
  effect: 'the load balancer takes another address, to which no DNS record points yet',
  instead: 'to keep it, leave the address as it is',
} as const;
