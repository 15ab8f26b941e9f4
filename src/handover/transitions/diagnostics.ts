import { defineDiagnostic } from '../../diagnostics/index.js';

export const riskyChange = defineDiagnostic({
  code: 'FX559',
  name: 'risky-change',
  severity: 'warning',
  summary:
    'A change of an object that stays lets in whoever could not reach it, stops what ran, or gives up what the object stood for: a warning; a notice where it only makes a later change destroy something, or where a var decides.',
  page: {
    example: 'spec.loadBalancerSourceRanges: [10.0.0.0/8] goes from a Service of type LoadBalancer',
    flux: 'nothing: the load balancer takes requests from everywhere',
    right: 'the ranges stay; or you meant it, and merge: the base has it then, and nothing is said any more',
  },
});
