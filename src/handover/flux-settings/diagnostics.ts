import { defineDiagnostic } from '../../diagnostics/define-diagnostic.js';

export const settingsNotIncluded = defineDiagnostic({
  code: 'FX019',
  name: 'flux-settings-not-included',
  severity: 'error',
  summary:
    "The cluster declares settings of Flux, and Flux's own kustomization file does not include the folder that applies them, or would include it when it is gone. synth never edits that file.",
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
    'The folder `flux-system` of a cluster does not build with the settings of Flux, so that Flux could not update itself, or any addon. Where kubectl is missing, it is a notice.',
  page: {
    example: 'flux-system/kustomization.yaml names a file that is not there',
    flux: 'kustomize build failed: accumulating resources: …',
    right: 'a flux-system/kustomization.yaml that kubectl kustomize builds',
  },
});

export const settingOverridden = defineDiagnostic({
  code: 'FX707',
  name: 'flux-setting-overridden',
  severity: 'error',
  summary:
    'A controller of Flux would not run as the settings say: a patch in flux-system/kustomization.yaml sets the same flag to something else, or one that the settings do not have.',
  page: {
    example: "flux: { version: '2.9', concurrency: 10 }, beside a patch by hand with --concurrent=20",
    right: 'the flag in the settings alone, and the patch taken out',
  },
});

export const fluxDiffers = defineDiagnostic({
  code: 'FX708',
  name: 'flux-differs',
  severity: 'error',
  summary:
    'What is installed in flux-system is not the Flux that the settings are for: a controller is missing, or its release does not know a feature gate. A newer or older release alone is a notice.',
  page: {
    example: "components: [..., 'image-reflector-controller'], and gotk-components.yaml without it",
    right: 'flux bootstrap … --components-extra=image-reflector-controller,image-automation-controller',
  },
});

export const rootNotWatched = defineDiagnostic({
  code: 'FX709',
  name: 'root-not-watched',
  severity: 'error',
  summary:
    "watchLabelSelector leaves out Flux's root or its source, so that no commit would ever reach the cluster again.",
  page: {
    example: "flux: { version: '2.9', watchLabelSelector: 'team=platform' }, and a gotk-sync.yaml without that label",
    right:
      "watchLabelSelector: '!sharding.fluxcd.io/key', or the label on the GitRepository and the Kustomization flux-system",
  },
});
