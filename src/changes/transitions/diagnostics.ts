import { defineDiagnostic } from '../../diagnostics/index.js';

export const riskyChange = defineDiagnostic({
  code: 'FX559',
  name: 'risky-change',
  severity: 'warning',
  summary:
    'A change of an object that stays does harm, although it deletes nothing: it stops or disconnects something, or makes an object use another place, resource or identity than before. It is a notice if only a later change would destroy something, if it is a switch that says what it does or is often intended, or if a var or a patch decides.',
  page: {
    example: 'a change sets spec.force: true on a Kustomization',
    flux: 'nothing: where a field is immutable, Flux deletes the object, such as a claim, and creates it again',
    right:
      'set the annotation kustomize.toolkit.fluxcd.io/force: enabled on the object that needs it; or, if you intend the change, merge it: the warning is gone when the base has the change',
  },
});
