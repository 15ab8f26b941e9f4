import type { FluxRoot } from '../applied/flux-roots.js';
import type { NotSeen } from '../applied/view/flux-view.js';
import { type Diagnostic, diagnose, nameSome } from '../diagnostics/index.js';
import { componentOf } from '../flux/components.js';
import { valueAt } from '../json/json-path.js';
import { chartNamesOf } from '../rules/context/chart-names.js';
import { placeIn } from '../rules/context/place-in.js';
import type { RuleState, StateObject } from '../rules/context/rule-state.js';
import { specOf } from '../rules/context/state-index.js';
import { missingController } from '../rules/diagnostics.js';

/** Charts that bring controllers of Flux. */
const OTHERS = /^(?:flux2?|(?:source|kustomize|helm|notification|image-reflector|image-automation)-controller)$/;

interface ComponentOptions {
  readonly root: Pick<FluxRoot, 'file' | 'components'>;
  readonly notSeen: readonly NotSeen[];
}

/**
 * Objects of Flux whose controller isn't among those that are installed, once for each controller: its CRDs come with it,
 * so the API server doesn't know these kinds.
 */
export const componentFindings = ({ units }: RuleState, { root, notSeen }: ComponentOptions): readonly Diagnostic[] => {
  // What is applied to another cluster is for the Flux of that cluster.
  const objects = units.flatMap(({ objects: own, entry }) =>
    entry.some((one) => specOf(one)['kubeConfig'] !== undefined) ? entry : [...entry, ...own],
  );
  const instances = objects.filter(({ group, kind }) => kind === 'FluxInstance' && group === 'fluxcd.controlplane.io');
  const lists = instances.length === 0 ? [root.components] : instances.map((one) => specOf(one)['components']);
  const installed = new Set<string>();
  for (const list of lists) {
    if (!Array.isArray(list)) return [];
    for (const one of list) installed.add(String(one));
  }
  // Others may bring a controller with its CRDs.
  if (
    notSeen.some(({ what }) => what.includes('/fluxcd/')) ||
    objects.some((one) => one.kind === 'HelmRelease' && chartNamesOf(one).some((name) => OTHERS.test(name)))
  )
    return [];
  const described = new Set(
    objects.flatMap(({ kind, json }) =>
      kind === 'CustomResourceDefinition'
        ? [`${String(valueAt(json, ['spec', 'group']))}/${String(valueAt(json, ['spec', 'names', 'kind']))}`]
        : [],
    ),
  );
  const missing = new Map<string, StateObject[]>();
  for (const object of objects) {
    const component = componentOf(object.group, object.kind);
    if (component === undefined || installed.has(component) || described.has(`${object.group}/${object.kind}`))
      continue;
    missing.set(component, [...(missing.get(component) ?? []), object]);
  }
  const [instance] = instances;
  const place = instance?.file?.path ?? root.file;
  return [...missing].map(([component, [first, ...more]]) =>
    diagnose(missingController, {
      message: `${first!.title} needs ${component}, which the cluster's Flux doesn't have`,
      at: placeIn(first!),
      // People may have installed more than a file lists; the operator installs what its FluxInstance lists.
      severity: instance === undefined ? 'warning' : 'error',
      notes: [
        `${place} lists ${nameSome([...installed].sort(), 10)}`,
        ...(more.length === 0
          ? []
          : [
              `so ${more.length === 1 ? 'does' : 'do'} ${nameSome(
                more.map(({ title }) => title),
                5,
              )}`,
            ]),
      ],
      fix: `add ${component} to ${instance === undefined ? 'the components of Flux' : `spec.components of ${instance.title}`}, or take the object out`,
    }),
  );
};
