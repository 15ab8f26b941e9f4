import { defineDiagnostic } from '../../diagnostics/index.js';

export const riskyChange = defineDiagnostic({
  code: 'FX559',
  name: 'risky-change',
  severity: 'warning',
  summary:
    'A change of an object that stays does harm, although it deletes nothing: it opens something to everyone, stops or disconnects something, or makes an object use another place, resource or identity than before; or a policy is removed while what it guards stays. It is a notice if only a later change would destroy something, if it is a switch that says what it does or is often intended, or if a var or a patch decides.',
  page: {
    example: 'a change removes spec.loadBalancerSourceRanges: [10.0.0.0/8] from a Service of type LoadBalancer',
    flux: 'nothing: the load balancer accepts requests from everywhere',
    right: 'keep the ranges; or, if you intend the change, merge it: the warning is gone when the base has the change',
  },
});
