import { defineDiagnostic } from '../../diagnostics/index.js';

export const riskyChange = defineDiagnostic({
  code: 'FX559',
  name: 'risky-change',
  severity: 'warning',
  summary:
    'A change of an object that stays does harm without destroying anything itself: it opens the object to everyone, stops something that ran, or lets go of something that the object managed. It is a notice if only a later change would do harm, or if that depends on a var.',
  page: {
    example: 'a change removes spec.loadBalancerSourceRanges: [10.0.0.0/8] from a Service of type LoadBalancer',
    flux: 'nothing: the load balancer accepts requests from everywhere',
    right: 'keep the ranges; or, if you intend the change, merge it: the warning is gone when the base has the change',
  },
});
