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
    "The package manager that `fluxspan init` calls is missing or couldn't install the packages, or `--package` names a file that doesn't exist. init removes what it had written.",
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
    "`fluxspan init` can't find a cluster's folder in the repository. It looks for the files of `flux bootstrap` and the Flux Operator: `flux-system/gotk-sync.yaml`, or a FluxInstance. Also: a folder of `--path` isn't in the repository, or git can't read the repository.",
  page: {
    example: 'npx fluxspan init --template existing   # in an empty repository',
    right: 'npx fluxspan init --template empty',
  },
});
