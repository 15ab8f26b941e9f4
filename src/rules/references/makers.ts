import { mayBringKind } from '../../flux/resource-sets/may-make.js';
import { isProvider, isResourceSet, OPERATOR_GROUP } from '../../flux/resource-sets/resource-set.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { isCopied } from '../../knowledge/copied-data.js';
import { appliesOthers, copyingCharts, makesNothingNamed } from '../../knowledge/index.js';
import type { Rbac } from '../../rbac/index.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { chartNamesOf } from '../context/chart-names.js';
import type { MadeObjects } from '../context/made-objects.js';
import type { RuleState, StateObject, Unit } from '../context/rule-state.js';
import { isFluxGroup, specOf } from '../context/state-index.js';
import { openReach, type Reach } from './account-reach.js';
import type { TargetName } from './targets.js';

/** What may create objects that the tree doesn't show: charts, other folders, and the operators of custom resources. */
export interface Makers {
  /** Whether something other than the waiting objects may create an object of this kind in this namespace. */
  mayMake(target: TargetName, waiting?: ReadonlySet<StateObject>): boolean;
  /** The same of what is in this namespace, or is for it alone. */
  mayMakeBeside(target: TargetName, waiting?: ReadonlySet<StateObject>): boolean;
  /**
   * Whether objects of a kind only come from Flux trees, and only the waiting objects read a folder outside of this
   * tree.
   */
  isTreesAlone(target: TargetName, waiting: ReadonlySet<StateObject>): boolean;
  /** Whether a folder outside of this tree, or a ResourceSet, may create an object of this kind. */
  mayBeOfTree(target: TargetName, waiting: ReadonlySet<StateObject>): boolean;
  /** Whether charts and operators usually don't create objects of the kind. */
  isOfTrees(target: TargetName): boolean;
  /** Whether this tree creates a namespace, so that everything in it is created later. */
  isOwnNamespace(namespace: string | undefined): boolean;
}

const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io';

/** Kinds that operators never create, and charts rarely. */
const treeKinds: ReadonlySet<string> = new Set([
  '/Namespace',
  'fluxcd.controlplane.io/ResourceSet',
  'fluxcd.controlplane.io/ResourceSetInputProvider',
  'helm.toolkit.fluxcd.io/HelmRelease',
  'image.toolkit.fluxcd.io/ImageRepository',
  'kustomize.toolkit.fluxcd.io/Kustomization',
  'notification.toolkit.fluxcd.io/Provider',
  'source.toolkit.fluxcd.io/Bucket',
  'source.toolkit.fluxcd.io/GitRepository',
  'source.toolkit.fluxcd.io/HelmRepository',
  'source.toolkit.fluxcd.io/OCIRepository',
]);

/** @param open the ResourceSets that generate more than is known */
export const findMakers = (
  { units, namespaces, fluxSettings }: RuleState,
  open: MadeObjects['open'],
  rbac: () => Rbac,
): Makers => {
  const accountOf = openReach(units, rbac);
  const reachOf = (object: StateObject): Reach | undefined => {
    const { serviceAccountName = fluxSettings?.defaultServiceAccount } = specOf(object);
    return typeof serviceAccountName === 'string' && object.namespace !== undefined
      ? accountOf(serviceAccountName, object.namespace)
      : undefined;
  };
  const everywhere: Maker[] = [];
  const byNamespace = new Map<string, Maker[]>();
  const clusterWide: Maker[] = [];
  const trees: Tree[] = [];
  const add = (object: StateObject, { namespace, isBuiltIn, mayMake }: Makes) => {
    const reach = mayMake === undefined ? undefined : reachOf(object);
    const maker: Maker = { object, isBuiltIn: isBuiltIn === true, reach };
    if (mayMake !== undefined) trees.push({ object, mayMake, reach });
    if (object.group === KUSTOMIZE) clusterWide.push(maker);
    if (namespace === undefined || holdsExpression(namespace)) {
      everywhere.push(maker);
      return;
    }
    const there = byNamespace.get(namespace);
    if (there === undefined) byNamespace.set(namespace, [maker]);
    else there.push(maker);
  };
  for (const unit of units) {
    for (const object of unit.objects) {
      const makes = isResourceSet(object) ? makesOfSet(open.get(object)) : makesIn(object);
      if (makes !== undefined) add(object, makes);
    }
    if (!readsOtherFolder(unit)) continue;
    for (const object of unit.entry) {
      const makes = object.kind === 'Kustomization' ? makesIn(object) : undefined;
      if (makes !== undefined) add(object, providesKinds(unit) ? { ...makes, mayMake: noTreeKind } : makes);
    }
  }
  const byTarget = new Map<string, readonly Maker[]>();
  /** The makers that may create a kind in a namespace; each is asked once about it, since many names are of one kind. */
  const makersOf = ({ group, kind, namespace }: TargetName): readonly Maker[] => {
    const key = `${group}/${kind}/${namespace ?? '/'}`;
    let found = byTarget.get(key);
    if (found === undefined) {
      const target = { group, kind, namespace };
      // A target namespace holds back no object that lives in none.
      const there = namespace === undefined ? clusterWide : (byNamespace.get(namespace) ?? []);
      found = [...everywhere, ...there].filter(({ reach }) => reach?.(target) !== false);
      byTarget.set(key, found);
    }
    return found;
  };
  const mayMake = (makers: readonly Maker[], { group, name }: TargetName, waiting?: ReadonlySet<StateObject>) => {
    const isCustom = !isBuiltInGroup(group);
    return makers.some(
      ({ object, isBuiltIn }) =>
        waiting?.has(object) !== true && !(isBuiltIn && (isCustom || !mayBeOfGateway(object, name))),
    );
  };
  const own = new Set(namespaces.flatMap(({ name, creator }) => (creator === 'addon' ? [name] : [])));
  return {
    mayMake: (target, waiting) => mayMake(makersOf(target), target, waiting),
    mayMakeBeside: (target, waiting) => {
      const there = byNamespace.get(target.namespace ?? '') ?? [];
      const isData = target.kind === 'Secret' || target.kind === 'ConfigMap';
      return mayMake(isData ? there : there.filter(({ object }) => !isOfData(object)), target, waiting);
    },
    mayBeOfTree: ({ group, kind, namespace }, waiting) =>
      trees.some(
        ({ object, mayMake, reach }) =>
          !waiting.has(object) && mayMake(kind) && reach?.({ group, kind, namespace }) !== false,
      ),
    isOfTrees: ({ group, kind }) => treeKinds.has(`${group}/${kind}`),
    // A Kustomization that another one makes has a target namespace of its own, so only an account bounds a tree.
    isTreesAlone: ({ group, kind, namespace }, waiting) =>
      treeKinds.has(`${group}/${kind}`) &&
      trees.every(
        ({ object, mayMake, reach }) =>
          waiting.has(object) || !mayMake(kind) || reach?.({ group, kind, namespace }) === false,
      ),
    isOwnNamespace: (namespace) => namespace !== undefined && own.has(namespace),
  };
};

/** Implementations name what they create for a Gateway after it or its class, unless its parameters say otherwise. */
const mayBeOfGateway = (gateway: StateObject, name: string): boolean => {
  const { gatewayClassName, infrastructure } = specOf(gateway);
  const hasParameters = isObject(infrastructure) && infrastructure['parametersRef'] !== undefined;
  return (
    hasParameters || [gateway.name, gatewayClassName].some((one) => name.includes(String(one).slice(0, NAME_LENGTH)))
  );
};

/** Longer names are truncated. */
const NAME_LENGTH = 24;

/** A folder of CRDs contains nothing else. */
const readsOtherFolder = ({ isElsewhere, declared, entry }: Unit): boolean => {
  const kustomization = entry.find(({ kind }) => kind === 'Kustomization');
  const read = kustomization === undefined ? undefined : specOf(kustomization)['path'];
  const { folder, path = '' } = declared?.built.instance.definition ?? { path: String(read) };
  return isElsewhere && folder !== 'crds' && !/crds?\b/i.test(path);
};

/** A unit that provides kinds installs an operator: it has no Flux objects, and none that others reference. */
const providesKinds = ({ provides }: Unit): boolean => provides.some((capability) => capability.includes('.'));

interface Maker {
  readonly object: StateObject;
  readonly isBuiltIn: boolean;
  /** What its account may create. @default - not known, or anything */
  readonly reach: Reach | undefined;
}

/** A folder that isn't known. */
interface Tree extends Pick<Maker, 'object' | 'reach'> {
  readonly mayMake: (kind: string) => boolean;
}

interface Makes {
  /** Undefined if it may create objects in every namespace. */
  readonly namespace: string | undefined;
  /** It also creates Flux objects and Namespaces, of these kinds. */
  readonly mayMake?: (kind: string) => boolean;
  /** It doesn't create custom resources. */
  readonly isBuiltIn?: true;
}

const anyKind = (): boolean => true;
const noTreeKind = (): boolean => false;

/** Objects of a ResourceSet that can't be followed may be in every namespace; all others are known. */
const makesOfSet = (templates: readonly string[] | undefined): Makes | undefined =>
  templates === undefined ? undefined : { namespace: undefined, mayMake: (kind) => mayBringKind(templates, kind) };

const makesIn = (object: StateObject): Makes | undefined => {
  const { group, kind, namespace } = object;
  if (group === 'helm.toolkit.fluxcd.io') {
    const { kubeConfig, targetNamespace } = specOf(object);
    if (kubeConfig !== undefined) return undefined;
    if (chartNamesOf(object).some((name) => copyingCharts.has(name))) return { namespace: undefined };
    return { namespace: typeof targetNamespace === 'string' ? targetNamespace : namespace };
  }
  if (group === KUSTOMIZE) {
    const { kubeConfig, targetNamespace } = specOf(object);
    if (kubeConfig !== undefined) return undefined;
    return { namespace: typeof targetNamespace === 'string' ? targetNamespace : undefined, mayMake: anyKind };
  }
  if (kind === 'ClusterExternalSecret' || kind === 'ClusterPushSecret') return { namespace: undefined };
  if (isBuiltInGroup(group) || isFluxGroup(group)) {
    const isData = object.kind === 'Secret' || object.kind === 'ConfigMap';
    return isData && isCopied(fieldsOf(object.json['metadata'])) ? { namespace: undefined } : undefined;
  }
  if (isProvider(object) || makesNothingNamed(group, kind)) return undefined;
  if (appliesOthers(group, kind)) return { namespace: undefined, mayMake: anyKind };
  // For a Gateway, the controller creates a Service and a Deployment.
  if (group === 'gateway.networking.k8s.io') return { namespace, isBuiltIn: true };
  return { namespace, ...(group === OPERATOR_GROUP ? { mayMake: anyKind } : {}) };
};

/** Kinds for which operators write Secrets and ConfigMaps, and nothing else. */
const dataKinds: ReadonlySet<string> = new Set([
  'bitnami.com/SealedSecret',
  'cert-manager.io/Certificate',
  'isindir.github.com/SopsSecret',
  'onepassword.com/OnePasswordItem',
  'secrets.hashicorp.com/VaultDynamicSecret',
  'secrets.hashicorp.com/VaultStaticSecret',
  'secrets.infisical.com/InfisicalSecret',
]);

const isOfData = ({ group, kind }: StateObject): boolean => dataKinds.has(`${group}/${kind}`);
