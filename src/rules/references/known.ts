import { isKubernetesOwn } from '../../compile/plan-namespaces.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import { externalKey } from '../../declared/external-kustomization.js';
import { components } from '../../flux/components.js';
import type { RuleState } from '../context/rule-state.js';
import { isListed } from './external.js';
import type { TargetName } from './targets.js';

const controllers: ReadonlySet<string> = new Set([...components, 'flux-operator']);

/** Flux's controllers and the Flux Operator each run as an account of their own. */
const isAccountOfController = ({ name, namespace }: TargetName): boolean =>
  namespace === FLUX_NAMESPACE && controllers.has(name);

/** Azure's extension of Flux makes it in the namespace of each fluxConfiguration, whose objects the tree doesn't have. */
const isAccountOfAzure = ({ name }: TargetName): boolean => name === 'flux-applier';

/** Objects that come with Kubernetes or `flux bootstrap`, or that the cluster lists in `external`. */
export const openKnown = ({ source, namespaces: all, elsewhere }: RuleState): ((target: TargetName) => boolean) => {
  const namespaces = new Set([...all.map(({ name }) => name), ...elsewhere.externalNamespaces]);
  const isOfFlux = ({ kind, name, namespace }: TargetName): boolean =>
    (kind === 'Kustomization' && name === FLUX_NAMESPACE && namespace === FLUX_NAMESPACE) ||
    (kind === source.kind && name === source.name && namespace === source.namespace);
  const external = new Set(elsewhere.externals.map(externalKey));
  return (target) => {
    const { group, kind, name } = target;
    if (group === '' && kind === 'Namespace') {
      if (namespaces.has(name) || isKubernetesOwn(name)) return true;
    }
    if (kind === 'ServiceAccount' && (name === 'default' || isAccountOfController(target) || isAccountOfAzure(target)))
      return true;
    if (isOfFlux(target)) return true;
    if (kind === 'Kustomization' && external.has(`${target.namespace}/${name}`)) return true;
    return elsewhere.externalObjects.some((one) => isListed(one, target));
  };
};
