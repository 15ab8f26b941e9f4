import { defineDiagnostic } from '../diagnostics/index.js';

export const duplicateName = defineDiagnostic({
  code: 'FX201',
  name: 'duplicate-name',
  severity: 'error',
  summary: 'Two stages, addons, external Kustomizations, releases or clusters have the same name.',
  page: {
    example: "stage('system', [metricsServer()]) and stage('apps', [metricsServer()])   // of one cluster",
    right: 'use an addon once per cluster; for two of a kind, write two definitions with names of their own',
  },
});

export const mirrorMismatch = defineDiagnostic({
  code: 'FX210',
  name: 'mirror',
  severity: 'error',
  summary:
    "No mirror covers a source although the cluster requires one, or the mirror doesn't fit the kind of the source.",
  page: {
    example: 'requireMirrors: true, and a chart of a registry that no entry of `mirrors` covers',
    right: "mirrors: { 'oci://ghcr.io': 'oci://registry.example.org/ghcr' }",
  },
});
