import type { OwnedObject } from '../../../applied/cluster-state.js';
import { titleOf } from '../../../applied/object-id.js';
import type { FluxView } from '../../../applied/view/flux-view.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { listOf } from '../../../json/as-shape.js';
import { isObject } from '../../../json/is-object.js';
import type { JsonObject } from '../../../json/json-value.js';
import { specOf } from '../../../json/manifest-fields.js';
import { defineChangeRule } from '../../change-rule.js';

const lockdownOrder = defineDiagnostic({
  code: 'FX525',
  name: 'lockdown-order',
  severity: 'warning',
  summary:
    'One change sets the flag `--no-cross-namespace-refs` and moves the sources of releases: helm-controller can then no longer delete the old HelmChart, and the release gets stuck.',
  page: {
    example:
      "new FluxCluster(app, 'dev', { lockdown: true }), and the flag in flux-system/kustomization.yaml, in one change",
    flux: 'cross-namespace references are not allowed: cannot access HelmChart flux-system/web-web; in the log of helm-controller alone, while the release stays as it was',
    right:
      "set chartSourceNamespace: 'release-namespace' first; add the flag and lockdown: true when Flux has applied that",
  },
});

const FLAG = '--no-cross-namespace-refs';

/**
 * Whether Flux forbids references to other namespaces in one state of the repository. `undefined` if the repository
 * doesn't show it.
 */
type IsLocked = boolean | undefined;

/**
 * Reports releases that get stuck when one change both enables the flag and moves their sources: helm-controller made a
 * HelmChart next to the old source, and the flag forbids deleting it.
 */
export const lockdownOrderRule = defineChangeRule(
  [lockdownOrder],
  ({ cluster, compiled, before, after, view }, report) => {
    const { lockdown } = compiled.cluster;
    const [was, is] = [view?.before, view?.after].map(isLocked);
    const isSwitched = was === false && is === true;
    // If the repository doesn't show the flag, someone may enable it with this change, or later.
    if (!isSwitched && !(lockdown && is === undefined)) return;
    const stuck = before.index.ofKind('helm.toolkit.fluxcd.io', 'HelmRelease').filter((release) => {
      const next = after.objects.get(release.key);
      // A deleted release leaves its chart behind too.
      return chartElsewhere(release) && !chartElsewhere(next) && (isSwitched || next !== undefined);
    });
    if (stuck.length === 0) return;
    const titles = stuck.map(({ id }) => titleOf(id)).sort();
    const [get, their] = titles.length === 1 ? ['gets', 'its'] : ['get', 'their'];
    report(
      diagnose(lockdownOrder, {
        message: `${titles.join(', ')} ${get} stuck if Flux gets ${FLAG} before it has moved ${their} Helm charts: the flag forbids it to delete those of the old namespace`,
        at: { cluster },
        fix: isSwitched
          ? `leave ${FLAG} out of this change; switch it on in a change of its own, when Flux has applied this one`
          : `merge this without ${FLAG} in Flux, and switch the flag on when Flux has applied it`,
      }),
    );
  },
);

/**
 * Whether the HelmChart of a release is in another namespace: helm-controller creates it in the namespace of the
 * source.
 */
const chartElsewhere = (release: OwnedObject | undefined): boolean => {
  const spec = specOf(release?.holdings[0].json ?? {});
  const chart = isObject(spec['chart']) ? specOf(spec['chart'] as JsonObject) : {};
  const ref = isObject(chart['sourceRef']) ? chart['sourceRef'] : {};
  const { namespace } = ref;
  return typeof namespace === 'string' && namespace !== release?.id.namespace;
};

const isLocked = (view: FluxView | undefined): IsLocked => {
  let found: IsLocked;
  for (const { objects } of view?.owners.values() ?? []) {
    for (const { id, json } of objects) {
      if (id.kind === 'FluxInstance') {
        const { cluster: of, kustomize } = specOf(json);
        // synth writes the flag as a patch.
        const isPatched = JSON.stringify(kustomize ?? {}).includes(`${FLAG}=true`);
        found = isPatched || (isObject(of) && of['multitenant'] === true);
      } else if (id.kind === 'Deployment' && id.name === 'helm-controller') {
        found = argsOf(json).some((arg) => arg === FLAG || arg === `${FLAG}=true`);
      }
    }
  }
  return found;
};

const argsOf = (deployment: JsonObject): readonly unknown[] => {
  const { template } = specOf(deployment);
  const { containers } = isObject(template) ? specOf(template as JsonObject) : {};
  return listOf(containers)
    .filter(isObject)
    .flatMap(({ args }) => listOf(args));
};
