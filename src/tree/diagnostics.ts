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
    'A file cannot be written where it belongs: a file that fluxspan did not write there, a symlink or a folder is in the way, or two files have one path.',
});

export const fileEdited = defineDiagnostic({
  code: 'FX004',
  name: 'file-edited',
  severity: 'warning',
  summary: 'A generated file was changed by hand. It is kept as it is; `--force` rewrites it.',
});

export const undeclaredCluster = defineDiagnostic({
  code: 'FX006',
  name: 'undeclared-cluster',
  severity: 'notice',
  summary:
    'The tree has generated files of a cluster that the app does not declare. synth leaves them as they are, since another app may share the tree.',
});

export const unprintableValue = defineDiagnostic({
  code: 'FX311',
  name: 'unprintable',
  severity: 'error',
  summary: 'A value cannot be carried by YAML through kustomize unchanged.',
});
