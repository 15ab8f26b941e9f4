import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const importTreeNothing = defineDiagnostic({
  code: 'FX860',
  name: 'import-tree-nothing',
  severity: 'error',
  summary:
    "`fluxspan import tree` finds nothing to import: there is no git repository or no commit, the folder isn't one that Flux reads, or no Kustomization has the name.",
  page: {
    example: 'npx fluxspan import tree clusters/prodution',
    right: 'npx fluxspan import tree clusters/production',
  },
});

export const importTreeInTheWay = defineDiagnostic({
  code: 'FX861',
  name: 'import-tree-in-the-way',
  severity: 'error',
  summary: '`fluxspan import tree` would write over a file of yours, so it writes nothing.',
  page: {
    example: 'npx fluxspan import tree --kustomization podinfo   # src/addons/podinfo.ts is there, with other content',
    right: 'git mv src/addons/podinfo.ts src/addons/podinfo-before.ts',
  },
});

export const importLeftOut = defineDiagnostic({
  code: 'FX862',
  name: 'import-left-out',
  severity: 'warning',
  summary:
    "`fluxspan import tree` leaves something as it is: a Kustomization that doesn't build, or whose objects are in another repository, or an object in which Flux can't substitute.",
  page: {
    example:
      '# clusters/dev/apps.yaml reads ./apps, and apps/kustomization.yaml names a file that is not there\nresources: [shop.yaml]',
    right: '# Name the file that is there, commit, and import the Kustomization by its name.\nresources: [web.yaml]',
  },
});

export const importDiffers = defineDiagnostic({
  code: 'FX863',
  name: 'import-differs',
  severity: 'error',
  summary:
    "The tree that the code of `fluxspan import tree` makes differs from the YAML: an object is missing, is new, or has other fields after kustomize and substitution. It is a bug of fluxspan, or the code can't say it.",
  page: {
    example: '# ConfigMap/settings in web: data.mode is "fast" in the YAML, and missing in the tree of the code',
    right:
      '# Correct src/addons/web.ts, or import the other Kustomizations alone: npx fluxspan import tree --kustomization shop',
  },
});

export const importSettings = defineDiagnostic({
  code: 'FX864',
  name: 'import-settings',
  severity: 'notice',
  summary:
    "A Kustomization of the tree that `fluxspan import tree` makes has other settings than the one in the YAML: fluxspan's defaults where the YAML gives none, or dependencies that fluxspan derives.",
  page: {
    example: '# The YAML gives no timeout, so Flux takes the interval; the addon gets 15m.',
    right: "kustomization: { timeout: '10m' }",
  },
});

export const importApart = defineDiagnostic({
  code: 'FX865',
  name: 'import-apart',
  severity: 'notice',
  summary:
    '`fluxspan import tree` writes an addon of its own for some clusters, since they differ in more than options of one addon say well: in too many values, in a file, or in what they depend on.',
  page: {
    example: '# apps/production has 20 values that apps/staging has not, and both are Kustomization "apps".',
    right: '# Nothing, or write one addon by hand, with options for what differs.',
  },
});
