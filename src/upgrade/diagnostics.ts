import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const upgradeBreaks = defineDiagnostic({
  code: 'FX418',
  name: 'upgrade-breaks',
  severity: 'error',
  summary:
    "Another version of a chart, compared by `fluxspan import chart --diff`, breaks a release: it no longer reads or accepts a value, can't be rendered with the values, or renders an object that the API server refuses, or changes a field that can't change.",
  page: {
    example: 'npx fluxspan import chart oci://registry.example.org/charts/web --version 2.0.0 --diff',
    flux: 'Helm upgrade failed for release web/web with chart web@2.0.0: …',
    right: 'move the value to its new name, in the same change as the new version',
  },
});

export const upgradeNotSeen = defineDiagnostic({
  code: 'FX419',
  name: 'upgrade-not-seen',
  severity: 'notice',
  summary:
    "`fluxspan import chart --diff` couldn't compare a part of an upgrade: the project, the old version of the chart, or what helm renders.",
  page: {
    example: 'npx fluxspan import chart ./web-2.0.0.tgz --diff   // and the imported version is not at hand',
    right: 'run npx fluxspan import chart ./web-2.0.0.tgz --diff --from ./web-1.4.0.tgz, with helm on the PATH',
  },
});

export const packageVersions = defineDiagnostic({
  code: 'FX776',
  name: 'package-versions',
  severity: 'notice',
  summary:
    "Addons that come with the package have newer versions than versions.yaml, or versions.yaml has none for them. Those that it has stay; the others move when the package is updated. `fluxspan upgrade` takes the newer ones, and adds what isn't there.",
});

export const notUpgraded = defineDiagnostic({
  code: 'FX777',
  name: 'not-upgraded',
  severity: 'error',
  summary:
    "`fluxspan upgrade` can't do what it was asked to: no addon of the package has such a release, or versions.yaml is written in a form that it can't edit. It writes nothing then.",
  page: {
    example: 'npx fluxspan upgrade karpentr',
    right: 'npx fluxspan upgrade karpenter',
  },
});
