import { isKubernetesOwn } from '../../compile/plan-namespaces.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { textOf } from '../../json/as-shape.js';
import { toolClaims } from '../../owners/tool-claims.js';
import { referencesOf } from '../../rules/references/find-references.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { TerraformRead, TerraformResource } from '../../terraform/read/index.js';
import { misnamedAccount } from '../diagnostics.js';
import { nearness } from '../near-names.js';
import { isGone } from './is-gone.js';
import type { MadeObjects } from './made-objects.js';
import { namespacesOfTree } from './namespaces-of-tree.js';
import { objectsOfClusters, type SeenCluster } from './seen-cluster.js';
import { textsIn } from './texts-in.js';

/** A ServiceAccount that Terraform gives rights in a cloud. */
interface GivenAccount {
  readonly namespace: string;
  readonly name: string;
  readonly address: string;
  readonly place: string;
  /** Values of variables may be others. */
  readonly isAssumed: boolean;
}

/**
 * Accounts whose namespace or name is almost that of the tree: `aws_eks_pod_identity_association`, and the subjects of
 * federated credentials, trust policies and workload identities, wherever they are written.
 */
export const accountFindings = (
  clusters: readonly SeenCluster[],
  reads: readonly TerraformRead[],
  made: MadeObjects,
): readonly Diagnostic[] => {
  const given = reads.flatMap(accountsGiven);
  if (given.length === 0 || clusters.length === 0) return [];
  const objects = objectsOfClusters(clusters);
  const tree = namespacesOfTree(objects);
  if (tree.isOpen) return [];
  const accounts = new Map<string, Set<string>>();
  const add = (namespace: string, name: string): void => {
    const there = accounts.get(namespace);
    if (there === undefined) accounts.set(namespace, new Set([name]));
    else there.add(name);
  };
  for (const { state } of clusters) {
    for (const object of objectsOfClusters([{ state }])) {
      const { group, kind, namespace = '', name } = object;
      if (group === '' && kind === 'ServiceAccount') add(namespace, name);
      for (const one of referencesOf(object, state.scopeOf))
        if (one.kind === 'ServiceAccount' && !holdsExpression(one.name)) add(one.namespace ?? '', one.name);
    }
  }
  for (const { kind, namespace, name } of made.all)
    if (kind === 'ServiceAccount' && namespace !== undefined) add(namespace, name);
  const others = new Set([
    ...made.all.flatMap(({ kind, namespace, name }) => (kind === 'Namespace' ? [name] : (namespace ?? []))),
    ...reads.flatMap(releaseNamespaces),
  ]);
  const isNamespace = (name: string) =>
    tree.used.has(name) || tree.made.has(name) || others.has(name) || isKubernetesOwn(name);
  /** Whether an account, or a release of its name, is in a namespace. */
  const isThere = (namespace: string, name: string): boolean =>
    accounts.get(namespace)?.has(name) === true ||
    objects.some((one) => one.kind === 'HelmRelease' && one.name === name && one.namespace === namespace);
  const isGiven = (namespace: string, name: string): boolean =>
    given.some((one) => one.namespace === namespace && one.name === name);
  return given.flatMap((one): readonly Diagnostic[] => {
    const { namespace, name } = one;
    if (!isNamespace(namespace)) {
      const [near, ...more] = [...tree.used.keys()].filter(
        (other) => nearness(other, namespace) === 'twin' && isThere(other, name) && !isGiven(other, name),
      );
      return near === undefined || more.length > 0
        ? []
        : [finding(one, `where nothing is, and the tree has it in "${near}"`, near)];
    }
    if (isThere(namespace, name)) return [];
    const [near, ...more] = [...(accounts.get(namespace) ?? [])].filter(
      (other) => nearness(other, name) === 'twin' && !isGiven(namespace, other),
    );
    return near === undefined || more.length > 0
      ? []
      : [finding(one, `where the tree has "${near}" and no such account`, near)];
  });
};

const finding = (
  { namespace, name, address, place, isAssumed }: GivenAccount,
  where: string,
  near: string,
): Diagnostic =>
  diagnose(misnamedAccount, {
    message: `Terraform gives rights to ServiceAccount "${name}" in namespace "${namespace}", ${where}`,
    at: { file: place },
    notes: [
      `${address} gives them`,
      ...(isAssumed ? ['variables have their defaults there, and may be set to something else'] : []),
    ],
    fix: `did you mean "${near}"?`,
    ...(isAssumed ? { severity: 'notice' as const } : {}),
  });

const releaseNamespaces = (read: TerraformRead): readonly string[] =>
  toolClaims(read).flatMap(({ identity }) =>
    identity.is === 'release' || identity.is === 'installed' ? [identity.namespace] : [],
  );

const accountsGiven = ({ resources, name: of }: TerraformRead): readonly GivenAccount[] =>
  resources.flatMap((resource) => {
    if (isGone(resource)) return [];
    const place = resource.place === undefined ? of : `${resource.place.file}:${resource.place.line}`;
    const isAssumed = resource.assumed.size > 0 || resource.isPossible === true;
    const pairs = new Map(accountsIn(resource).map((pair) => [pair.join('/'), pair]));
    return [...pairs.values()].map(([namespace, name]) => ({
      namespace,
      name,
      address: resource.address,
      place,
      isAssumed,
    }));
  });

type Pair = readonly [namespace: string, name: string];

const accountsIn = ({ type, mode, attributes, partialTexts }: TerraformResource): readonly Pair[] => {
  if (type === 'aws_eks_pod_identity_association' && mode === 'managed') {
    const [namespace, name] = [textOf(attributes['namespace']), textOf(attributes['service_account'])];
    return namespace === undefined || name === undefined ? [] : [[namespace, name]];
  }
  const whole = textsIn(attributes);
  const parts = [...partialTexts.values()].flatMap((all) => all.filter((one) => one !== undefined));
  return [
    ...whole.flatMap((text) => pairsOf(text, SUBJECT)),
    ...[...whole, ...parts].flatMap((text) => [...pairsOf(text, QUOTED), ...pairsOf(text, IDENTITY)]),
  ];
};

const NAME = '([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)';
/** The subject of a token, as a whole text. */
const SUBJECT = new RegExp(`^system:serviceaccount:${NAME}:${NAME}$`, 'g');
/** The same in the JSON of a policy. */
const QUOTED = new RegExp(`"system:serviceaccount:${NAME}:${NAME}"`, 'g');
/** https://cloud.google.com/kubernetes-engine/docs/concepts/workload-identity */
const IDENTITY = new RegExp(`\\.svc\\.id\\.goog\\[${NAME}/${NAME}\\]`, 'g');

const pairsOf = (text: string, pattern: RegExp): readonly Pair[] =>
  [...text.matchAll(pattern)].map(([, namespace = '', name = '']): Pair => [namespace, name]);
