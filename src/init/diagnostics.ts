import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const initInTheWay = defineDiagnostic({
  code: 'FX007',
  name: 'init-in-the-way',
  severity: 'error',
  summary:
    '`fluxspan init` would write into a folder that has other files, or over a file of yours, so it writes nothing.',
  page: {
    example: 'cd ~/Downloads && npx fluxspan init',
    right: 'npx fluxspan init platform',
  },
});

export const initName = defineDiagnostic({
  code: 'FX008',
  name: 'init-name',
  severity: 'error',
  summary: 'npm refuses the name that `fluxspan init` would give the package.',
  page: {
    example: 'npx fluxspan init "My Platform" --name "My Platform"',
    right: 'npx fluxspan init "My Platform" --name my-platform',
  },
});

export const initNotInstalled = defineDiagnostic({
  code: 'FX012',
  name: 'init-not-installed',
  severity: 'error',
  summary:
    'The package manager that `fluxspan init` calls is missing, or could not install the packages. What init had written is removed again.',
  page: {
    example: 'npx fluxspan init platform   # without a network',
    right: 'npx fluxspan init platform --no-install',
  },
});

export const initNoRoot = defineDiagnostic({
  code: 'FX013',
  name: 'init-no-root',
  severity: 'error',
  summary:
    "`fluxspan init` doesn't know which folder of the repository is a cluster's. It looks for what `flux bootstrap` and the Flux Operator leave there: `flux-system/gotk-sync.yaml`, or a FluxInstance. The same code says that a folder of `--path` isn't in the repository, or that git can't read the repository.",
  page: {
    example: 'npx fluxspan init --template existing   # in an empty repository',
    right: 'npx fluxspan init --template empty',
  },
});
