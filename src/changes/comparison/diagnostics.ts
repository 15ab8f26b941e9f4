import { defineDiagnostic } from '../../diagnostics/index.js';

export const treeMoved = defineDiagnostic({
  code: 'FX518',
  name: 'tree-moved',
  severity: 'warning',
  summary:
    "The folder of a cluster has moved since the base, and with this change Flux's root reads the new one. The old folder stays, and Flux applies it until the change is reconciled.",
  page: {
    example: "new FluxCluster(app, 'dev', { path: 'flux/dev' }), where the tree had k8s/clusters/dev",
    flux: 'nothing; if k8s/clusters/dev is deleted too early: kustomization path not found',
    right: 'merge the change with both folders in the tree; when Flux has reconciled it, delete k8s/clusters/dev',
  },
});

export const folderMoved = defineDiagnostic({
  code: 'FX015',
  name: 'folder-moved',
  severity: 'error',
  summary:
    "The folder of a cluster has moved since the base: its `path` or the app's `root` changed, or the project moved. Flux's root still reads the old folder, so it would apply nothing of the new one, or delete what it no longer finds.",
  page: {
    example: "new FluxCluster(app, 'dev', { path: 'flux/dev' }), where the tree had k8s/clusters/dev",
    flux: 'nothing: it keeps applying the old folder, and if that is emptied, deletes every Kustomization of the cluster with all that it applied',
    right: `cp -r k8s/clusters/dev/flux-system flux/dev/
# in both copies of gotk-sync.yaml: spec.path: ./flux/dev
npx fluxspan synth                # writes flux/dev, and leaves k8s/clusters/dev
# merge; when Flux has reconciled it:
git rm -r k8s/clusters/dev`,
  },
});
