import { defineDiagnostic } from '../../diagnostics/define-diagnostic.js';

export const settingsNotIncluded = defineDiagnostic({
  code: 'FX019',
  name: 'flux-settings-not-included',
  severity: 'error',
  summary:
    "The cluster declares Flux settings, but Flux's own kustomization file doesn't include the folder that applies them, or still includes it after the settings are removed. synth never edits that file.",
  page: {
    example:
      "flux: { version: '2.9', requeueDependency: '5s' }, and flux-system/kustomization.yaml as flux bootstrap wrote it",
    right:
      'the lines that the fix shows, in flux-system/kustomization.yaml:\n\ncomponents:\n  - ../../../flux-settings/dev',
  },
});

export const fluxNotBuilt = defineDiagnostic({
  code: 'FX706',
  name: 'flux-not-built',
  severity: 'error',
  summary:
    "The folder `flux-system` of a cluster doesn't build with the Flux settings, so Flux couldn't update itself or any addon. A notice if kubectl is missing.",
  page: {
    example: 'flux-system/kustomization.yaml names a file that is not there',
    flux: 'kustomize build failed: accumulating resources: …',
    right: 'write a flux-system/kustomization.yaml that kubectl kustomize can build',
  },
});

export const settingOverridden = defineDiagnostic({
  code: 'FX707',
  name: 'flux-setting-overridden',
  severity: 'error',
  summary:
    "A controller of Flux would run with other flags than the settings have: a patch in flux-system/kustomization.yaml sets the same flag to another value, or one that the settings don't have.",
  page: {
    example: "flux: { version: '2.9', concurrency: 10 }, beside a patch by hand with --concurrent=20",
    right: 'set the flag only in the settings, and remove the patch',
  },
});

export const fluxDiffers = defineDiagnostic({
  code: 'FX708',
  name: 'flux-differs',
  severity: 'error',
  summary:
    "The Flux installed in flux-system doesn't match the settings: a controller is missing, or its release doesn't know a feature gate. A setting of a controller that isn't installed, which changes nothing, is a warning. A newer or older release alone is a notice.",
  page: {
    example: "components: [..., 'image-reflector-controller'], and gotk-components.yaml without it",
    right: 'flux bootstrap … --components-extra=image-reflector-controller,image-automation-controller',
  },
});

export const rootNotWatched = defineDiagnostic({
  code: 'FX709',
  name: 'root-not-watched',
  severity: 'error',
  summary: "watchLabelSelector excludes Flux's root or its source, so no commit would ever reach the cluster again.",
  page: {
    example: "flux: { version: '2.9', watchLabelSelector: 'team=platform' }, and a gotk-sync.yaml without that label",
    right:
      "watchLabelSelector: '!sharding.fluxcd.io/key', or the label on the GitRepository and the Kustomization flux-system",
  },
});
