import type { FluxView, NotSeen } from '../../applied/view/flux-view.js';
import { identityOf } from '../../changes/releases/release-of.js';
import { isKubernetesOwn } from '../../compile/plan-namespaces.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { escapePattern } from '../../json/escape-pattern.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { specOf } from '../../rules/context/state-index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { lostNamespace } from '../diagnostics.js';
import type { FolderTree } from '../folder-tree.js';
import { isMadeByTerraform, type MadeObjects } from '../terraform/made-objects.js';
import { objectsOfClusters } from '../terraform/seen-cluster.js';
import { textsIn } from '../terraform/texts-in.js';
import { unlistedMaker } from '../unlisted-maker.js';
import { nearness } from './near-names.js';

interface NamespaceOptions {
  readonly tree: Pick<FolderTree, 'blobs' | 'textOf' | 'objects'>;
  readonly view: FluxView;
  readonly made: MadeObjects;
  readonly cluster: string;
}

/** So many namespaces that a tree makes show that it makes its own ones. */
const FEWEST_MADE = 2;
/** Of so many, one may be lost. */
const ONE_OF = 3;

/** Namespaces of Kubernetes, its distributions and clouds. */
const GIVEN =
  /^(?:kube-|openshift|cattle-|fleet-|gke-|gmp-|aks-|azure-|amazon-|aws-|calico-|tigera-|rook-ceph$|local-path-storage$)/;

/** Operators that make namespaces. */
const MAKERS =
  /^(?:capsule\.clastix\.io|hnc\.x-k8s\.io|management\.cattle\.io|tenancy\.|project\.openshift\.io|operator\.tigera\.io|kubernetes\.crossplane\.io|infra\.contrib\.fluxcd\.io)\b/;

/**
 * Namespaces that objects are in and that nothing makes, while the tree makes nearly all of the others. What anything else in
 * the repository may make, such as a script or a template, isn't told.
 */
export const lostNamespaces = (
  state: RuleState,
  { tree, view, made, cluster }: NamespaceOptions,
): readonly Diagnostic[] => {
  const objects = objectsOfClusters([{ state }]);
  const hasMakers = objects.some(
    ({ group, kind }) =>
      MAKERS.test(group) || /^Application(?:Set)?$/.test(kind) || (kind === 'Namespace' && group !== ''),
  );
  const used = usedBy(objects);
  const own = madeBy(objects);
  if ([...own].some(holdsExpression)) return [];
  const ofFlux = new Set(state.namespaces.flatMap(({ name, creator }) => (creator === 'addon' ? [] : [name])));
  const isApart = (name: string): boolean => isKubernetesOwn(name) || ofFlux.has(name) || GIVEN.test(name);
  const lost = [...used].filter(
    ([name]) =>
      !isApart(name) &&
      !own.has(name) &&
      !isMadeByTerraform(made, { group: '', kind: 'Namespace', name }) &&
      !(made.isOpen || made.openKinds.has('/Namespace')),
  );
  const kept = [...used.keys()].filter((name) => !isApart(name) && own.has(name)).length;
  const isNearlyAll = kept >= FEWEST_MADE && lost.length * ONE_OF <= kept + 1;
  const isWhole = view.notSeen.every(isHarmless) && !hasMakers;
  return lost.flatMap(([name, [first, ...more]]): readonly Diagnostic[] => {
    if (first === undefined) return [];
    const unused = [...own].filter((one) => !used.has(one));
    const near =
      unused.find((one) => nearness(one, name) === 'twin') ??
      (lost.length === 1 && unused.length === 1 && nearness(unused[0]!, name) !== undefined ? unused[0] : undefined);
    const file = near === undefined ? unlistedMaker({ kind: 'Namespace', name }, view, tree) : undefined;
    const isShown = near !== undefined || file !== undefined;
    if (!isShown && (!isNearlyAll || !isWhole || isMentioned(name, objects, tree, view))) return [];
    const others =
      more.length === 0 ? '' : `, as ${more.length === 1 ? 'another object is' : `${more.length} others are`}`;
    return [
      diagnose(lostNamespace, {
        ...(near === undefined ? {} : { severity: 'warning' as const }),
        message: `${first.title} is in namespace "${name}"${others}, and nothing makes that namespace in cluster "${cluster}"`,
        at: placeIn(first, namespacePath(first, name)),
        notes: [
          near !== undefined
            ? `the tree makes "${near}", in which nothing is`
            : file !== undefined
              ? `${file} has it, and no Kustomization applies that file`
              : `the tree makes the other ${kept} namespaces`,
        ],
        fix:
          near !== undefined
            ? `did you mean "${near}"?`
            : file !== undefined
              ? 'list the file in its kustomization file'
              : 'add a Namespace object, or correct the name',
      }),
    ];
  });
};

/** Encrypted objects are seen, and what installs Flux or CRDs makes no namespace of others. */
const isHarmless = ({ cause, what, reason }: NotSeen): boolean =>
  cause === 'encrypted' || (cause === 'elsewhere' && /flux-manifests|gateway-api|crds?\b/i.test(`${what} ${reason}`));

const namespacePath = ({ namespace }: StateObject, name: string): string =>
  namespace === name ? 'metadata.namespace' : 'spec.targetNamespace';

/** The objects in each namespace that is known. */
const usedBy = (objects: readonly StateObject[]): ReadonlyMap<string, readonly StateObject[]> => {
  const used = new Map<string, StateObject[]>();
  for (const object of objects) {
    const { namespace = '', kind, group, name, json } = object;
    const target =
      kind === 'HelmRelease' && specOf(object)['kubeConfig'] === undefined && group === 'helm.toolkit.fluxcd.io'
        ? identityOf(name, namespace, json).namespace
        : namespace;
    for (const one of new Set([namespace, target])) {
      if (one === '' || holdsExpression(one)) continue;
      const there = used.get(one);
      if (there === undefined) used.set(one, [object]);
      else there.push(object);
    }
  }
  return used;
};

/** The namespaces that objects, Helm or Flux make. */
const madeBy = (objects: readonly StateObject[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { group, kind, name, namespace = '', json } of objects) {
    if (group === '' && kind === 'Namespace') found.add(name);
    if (kind !== 'HelmRelease' || fieldsOf(fieldsOf(json['spec'])['install'])['createNamespace'] !== true) continue;
    found.add(identityOf(name, namespace, json).namespace);
  }
  return found;
};

/** Whether a chart's values, or a file that Flux doesn't read, have the name where they may make the namespace. */
const isMentioned = (
  name: string,
  objects: readonly StateObject[],
  { blobs, textOf: read }: NamespaceOptions['tree'],
  { owners }: FluxView,
): boolean => {
  const inValues = objects.some(({ kind, json, namespace }) => {
    if (kind !== 'HelmRelease' || namespace === name) return false;
    return textsIn(fieldsOf(json['spec'])['values']).includes(name);
  });
  if (inValues || objects.some((one) => makesForOthers(one, name))) return true;
  const known = new Set([...owners.values()].flatMap(({ files }) => files));
  const own = escapePattern(name);
  const word = new RegExp(`(?:^|[^\\w.-])${own}(?![\\w-])`, 'm');
  const makes = new RegExp(`\\b(?:namespace|ns)s?\\b[^\\n]{0,40}[ "'=:]${own}(?![\\w-])`, 'i');
  return [...blobs.keys()].some((path) => {
    if (known.has(path) || !MAY_MAKE.test(path)) return false;
    const text = read(path);
    if (text === undefined || !NAMESPACES.test(text)) return false;
    if (OF_TOOLS.test(path)) return word.test(text);
    return CREATES.test(text) && makes.test(text);
  });
};

/** Files of other tools, scripts, and what people read. */
const MAY_MAKE =
  /(?:\.(?:ya?ml(?:\.[\w.]+)?|sh|bash|ps1|py|js|ts|tf|tfvars|hcl|json|j2|tpl|gotmpl|tmpl|mk|just|md|nix)|file)$/i;
/** Those that make namespaces in ways of their own. */
const OF_TOOLS =
  /helmfile|bootstrap|argo|ansible|playbook|talos|pulumi|(?:\.(?:sh|bash|ps1|py|js|ts|tf|tfvars|hcl|j2|tpl|gotmpl|tmpl|mk|just|nix)|file)$/i;
const NAMESPACES = /namespace|\bns\b/i;
const CREATES = /create[- ]?(?:namespace|ns\b)|kind: *Namespace\b/i;

/** Kyverno and External Secrets make objects in namespaces that they name, and a Kustomization may be of another repository. */
const makesForOthers = ({ kind, json }: StateObject, name: string): boolean =>
  (kind === 'ClusterPolicy' || kind === 'ResourceSet') &&
  textsIn([listOf(json['spec']), objectsOf([json])]).includes(name);
