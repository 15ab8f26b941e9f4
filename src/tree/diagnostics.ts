import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const unknownCluster = defineDiagnostic({
  code: 'FX002',
  name: 'unknown-cluster',
  severity: 'error',
  summary: 'A command names a cluster that the app does not have.',
});

export const pathRefused = defineDiagnostic({
  code: 'FX003',
  name: 'path-refused',
  severity: 'error',
  summary:
    "A file can't be written to its path: a file that fluxspan didn't write, a symlink or a folder is in the way, or two files have the same path.",
});

export const fileEdited = defineDiagnostic({
  code: 'FX004',
  name: 'file-edited',
  severity: 'warning',
  summary:
    'A generated file was edited by hand, or no list of checksums has it, as after `git checkout .` for a file that git does not know. synth keeps it; `--force` rewrites it.',
});

export const namesRemoved = defineDiagnostic({
  code: 'FX005',
  name: 'names-removed-file',
  severity: 'error',
  summary:
    "A kustomization file that synth keeps, or that you wrote, names a generated file that synth would remove; or an edited Kustomization reads a folder that synth would remove. kustomize, and so Flux, couldn't build it.",
  page: {
    example: `# k8s/addons/dev/web/kustomization.yaml, edited by hand and therefore kept
resources: [config-map.yaml, helm-release.yaml]
commonLabels: { team: web }
# and the addon's TypeScript code no longer makes the ConfigMap`,
    flux: `kustomize build failed: accumulating resources: accumulation err='accumulating resources from 'config-map.yaml': open config-map.yaml: no such file or directory'`,
    right: `the label in the TypeScript code, and then
npx fluxspan synth --force`,
  },
});

export const undeclaredCluster = defineDiagnostic({
  code: 'FX006',
  name: 'undeclared-cluster',
  severity: 'notice',
  summary:
    "The tree has generated files of a cluster that the app doesn't declare. synth leaves them, since another app may share the tree.",
});

export const uncomparedRemoval = defineDiagnostic({
  code: 'FX519',
  name: 'uncompared-removal',
  severity: 'warning',
  summary:
    "synth runs without a base, and would remove an addon that the tree has, but the app neither has nor declares as removed. In this way, two apps that write the same cluster remove each other's addons.",
  page: {
    example: "two apps with new FluxCluster(app, 'dev') and one root: npx fluxspan synth --no-base in each",
    flux: 'nothing: Flux prunes the Kustomizations of the other app, with everything that they applied',
    right:
      "give the clusters of one app other names, or give the app another root; if the removal is intended, add dev.removed('web', { reason: '…' })",
  },
});

export const unprintableValue = defineDiagnostic({
  code: 'FX311',
  name: 'unprintable',
  severity: 'error',
  summary: "A value doesn't pass through YAML and kustomize unchanged.",
});
