import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const removalUnmatched = defineDiagnostic({
  code: 'FX503',
  name: 'removal-unmatched',
  severity: 'notice',
  summary:
    'A `removed(…)` or `replaced(…)` of a cluster matches nothing in the change: it is no longer needed, or names something else.',
  page: {
    example: ".removed('database', { reason: '…' })   // and the last change removed it",
    right: 'remove the line',
  },
});

export const foreignOwner = defineDiagnostic({
  code: 'FX506',
  name: 'foreign-owner',
  severity: 'error',
  summary:
    "An object of the plan is also in the files of a Kustomization or ResourceSet that fluxspan didn't write, or the Flux Operator makes it for a FluxInstance: it has two owners.",
  page: {
    example: 'k8s/clusters/dev/legacy.yaml applies HelmRelease/web, and so does an addon',
    flux: "nothing; each keeps overwriting the other's object",
    right: 'npx fluxspan handover --from k8s/clusters/dev',
  },
});

export const uncertainOwner = defineDiagnostic({
  code: 'FX548',
  name: 'uncertain-owner',
  severity: 'warning',
  summary:
    "An object may already be applied by a Kustomization that fluxspan didn't write, whose path has a var with an unknown value. As a notice: synth finds nothing that applies it, so somebody may have applied it by hand.",
  page: {
    example:
      'Kustomization shop has path: ./apps/shop/${CLUSTER}, CLUSTER comes from a Secret, and apps/shop/dev has HelmRelease/shop as an addon does',
    flux: "nothing; each keeps overwriting the other's object",
    right:
      "set CLUSTER: dev in postBuild.substitute of Flux's root; then run npx fluxspan handover --from k8s/clusters/dev",
  },
});

export const danglingReference = defineDiagnostic({
  code: 'FX523',
  name: 'dangling-reference',
  severity: 'error',
  summary: 'The change deletes an object that another object of the tree still refers to.',
  page: {
    example: "the ConfigMap web-settings becomes web-config, and the Deployment's envFrom still names web-settings",
    flux: 'pods that start from then on wait: Error: configmap "web-settings" not found',
    right: 'envFrom: [{ configMapRef: { name: "web-config" } }]; or keep web-settings',
  },
});

export const rootNotBuilt = defineDiagnostic({
  code: 'FX530',
  name: 'root-not-built',
  severity: 'error',
  summary:
    "With this change, a Kustomization that fluxspan didn't write no longer builds, so Flux no longer applies any of it.",
  page: {
    example: 'clusters/dev/web-hand-written.yaml has Kustomization web, and an addon is called web, too',
    flux: 'kustomize build failed: may not add resource with an already registered id: Kustomization.v1.kustomize.toolkit.fluxcd.io/web.flux-system',
    right: 'give the addon another name, or run npx fluxspan handover --from k8s/clusters/dev',
  },
});

export const notListed = defineDiagnostic({
  code: 'FX531',
  name: 'not-listed',
  severity: 'error',
  summary:
    "A kustomization file doesn't list a generated file, so Flux never applies it; or it no longer lists a file that still exists, and Flux deletes the objects in that file.",
  page: {
    example: 'k8s/clusters/dev/kustomization.yaml lists only flux-system, and synth writes web.yaml beside it',
    flux: 'nothing: the file is never read',
    right: 'resources: [flux-system, web.yaml]',
  },
});
