import { identityOf } from '../../changes/releases/release-of.js';
import { isKubernetesOwn } from '../../compile/plan-namespaces.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf, textOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { toolClaims } from '../../owners/tool-claims.js';
import type { StateObject } from '../../rules/context/rule-state.js';
import { referencesOf } from '../../rules/references/find-references.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { TerraformRead, TerraformResource } from '../../terraform/read/index.js';
import { misnamedAccount } from '../diagnostics.js';
import { nearness } from '../names/near-names.js';
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
  /** The root, and the block in it. */
  readonly root: string;
  readonly block: string;
  /** Values of variables may be others. */
  readonly isAssumed: boolean;
  /** The account must say in an annotation what it takes: all but pod identities of EKS. */
  readonly isByAnnotation: boolean;
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
  const releases = objects.flatMap(({ kind, namespace = '', name, json }) => {
    if (kind !== 'HelmRelease') return [];
    const identity = identityOf(name, namespace, json);
    for (const account of accountsInValues(fieldsOf(json['spec'])['values'])) add(identity.namespace, account);
    return [
      { namespace: identity.namespace, name },
      { namespace: identity.namespace, name: identity.name },
    ];
  });
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
    releases.some((one) => one.name === name && one.namespace === namespace);
  const isGiven = (namespace: string, name: string): boolean =>
    given.some((one) => one.namespace === namespace && one.name === name);
  const wanting = wantingAccounts(objects, reads);
  /** Those of a namespace that need rights and get none, if it is one. */
  const unclaimed = (namespace: string): readonly string[] => {
    const found = [...(wanting.get(namespace) ?? [])].filter((other) => !isGiven(namespace, other));
    return found.length === 1 ? found : [];
  };
  /** Accounts of the tree that ask for no rights. */
  const plain = new Set(
    objects.flatMap(({ group, kind, namespace = '', name }) =>
      group === '' && kind === 'ServiceAccount' && wanting.get(namespace)?.has(name) !== true
        ? [`${namespace}/${name}`]
        : [],
    ),
  );
  return given.flatMap((one): readonly Diagnostic[] => {
    const { namespace, name } = one;
    if (!isNamespace(namespace)) {
      const having = [...tree.used.keys()].filter((other) => isThere(other, name) && !isGiven(other, name));
      const moved = given.filter(
        (two) => two.root !== one.root && two.block === one.block && two.name === name && isThere(two.namespace, name),
      );
      if (moved.length > 0 && new Set(moved.map((two) => two.namespace)).size === 1) {
        const [{ root, namespace: right }] = moved as [GivenAccount];
        return [finding(one, `where nothing is, and in ${root} to the one in "${right}"`, right)];
      }
      const twins = having.filter((other) => nearness(other, namespace) === 'twin');
      // The namespace that a chart has elsewhere, by its own name; any other may be that of another repository.
      const isOwn = namespace === name || nearness(namespace, name) !== undefined;
      const [near, ...more] = twins.length > 0 ? twins : isOwn ? having : [];
      return near === undefined || more.length > 0
        ? []
        : [finding(one, `where nothing is, and the tree has it in "${near}"`, near)];
    }
    if (isThere(namespace, name)) {
      const [other] = unclaimed(namespace);
      // One that waits for rights, and one that doesn't take them.
      const idle = given.filter((two) => two.namespace === namespace && plain.has(`${namespace}/${two.name}`));
      return !one.isByAnnotation || idle.length !== 1 || idle[0] !== one || other === undefined
        ? []
        : [finding(one, `which has no annotation that takes them; "${other}" has one, and gets none`, other)];
    }
    const [near, ...more] = [...(accounts.get(namespace) ?? [])].filter(
      (other) => nearness(other, name) === 'twin' && !isGiven(namespace, other),
    );
    if (near !== undefined)
      return more.length > 0 ? [] : [finding(one, `where the tree has "${near}" and no such account`, near)];
    const sibling = siblingOf(one, given, isThere);
    if (sibling !== undefined)
      return [
        finding(one, `where the tree has no such account, and in ${sibling.root} to "${sibling.name}"`, sibling.name),
      ];
    // One that waits for rights, and one that gets them for nothing.
    const [only] = unclaimed(namespace);
    const isAlone =
      given.filter((other) => other.namespace === namespace && !isThere(namespace, other.name)).length === 1;
    return only === undefined || !isAlone
      ? []
      : [finding(one, `where the tree has no such account, and "${only}" gets none`, only)];
  });
};

/** An address without instance keys. */
const blockOf = (address: string): string => address.replace(/\[(?:[^\]"]|"[^"]*")*\]/g, '');

/** What the same block of another root, such as that of another environment, gives rights to, and the tree has. */
const siblingOf = (
  { root, block, namespace }: GivenAccount,
  given: readonly GivenAccount[],
  isThere: (namespace: string, name: string) => boolean,
): GivenAccount | undefined => {
  const others = given.filter(
    (one) => one.root !== root && one.block === block && one.namespace === namespace && isThere(namespace, one.name),
  );
  const [first] = others;
  if (first === undefined || others.some(({ name }) => name !== first.name)) return undefined;
  const isOwn = given.some((one) => one.root === root && one.namespace === namespace && one.name === first.name);
  return isOwn ? undefined : first;
};

/** The accounts that values of a chart name. */
const accountsInValues = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(accountsInValues);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = /^serviceAccount$/i.test(key) && isObject(inner) ? inner['name'] : inner;
    const isNamed = /^serviceAccount(?:Name)?$/i.test(key) && typeof name === 'string' && name !== '';
    return [...(isNamed ? [String(name)] : []), ...accountsInValues(inner)];
  });
};

/** https://azure.github.io/azure-workload-identity/docs/topics/service-account-labels-and-annotations.html, and others' */
const IDENTITY_ANNOTATION =
  /^(?:azure\.workload\.identity\/client-id|eks\.amazonaws\.com\/role-arn|iam\.gke\.io\/gcp-service-account)$/;

/** By namespace, the accounts of the tree and of Terraform whose annotations say that they need rights in a cloud. */
const wantingAccounts = (
  objects: readonly StateObject[],
  reads: readonly TerraformRead[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  const add = (metadata: Readonly<Record<string, unknown>>): void => {
    const { name, namespace = 'default', annotations } = metadata;
    if (typeof name !== 'string' || typeof namespace !== 'string') return;
    if (!Object.keys(fieldsOf(annotations)).some((key) => IDENTITY_ANNOTATION.test(key))) return;
    const there = found.get(namespace);
    if (there === undefined) found.set(namespace, new Set([name]));
    else there.add(name);
  };
  for (const { group, kind, json } of objects)
    if (group === '' && kind === 'ServiceAccount') add(fieldsOf(json['metadata']));
  for (const { type, mode, attributes } of reads.flatMap(({ resources }) => resources))
    if (mode === 'managed' && /^kubernetes_service_account(?:_v1)?$/.test(type))
      add(fieldsOf(listOf(attributes['metadata'])[0]));
  return found;
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

const accountsGiven = ({ resources, unseen, name: of }: TerraformRead): readonly GivenAccount[] => [
  ...unseen.flatMap((module) =>
    accountsOfModule(module).map(([namespace, name]) => ({
      namespace,
      name,
      address: module.address,
      place: `${module.place.file}:${module.place.line}`,
      root: of,
      block: blockOf(module.address),
      isAssumed: false,
      isByAnnotation: true,
    })),
  ),
  ...resources.flatMap((resource) => {
    if (isGone(resource)) return [];
    const place = resource.place === undefined ? of : `${resource.place.file}:${resource.place.line}`;
    const fields = SUBJECT_FIELDS[resource.type];
    const isSubject = (path: string): boolean => fields === undefined || path === '' || fields.includes(path);
    const isAssumed = [...resource.assumed.keys()].some(isSubject) || resource.isPossible === true;
    const pairs = new Map(accountsIn(resource).map((pair) => [pair.join('/'), pair]));
    return [...pairs.values()].map(([namespace, name]) => ({
      namespace,
      name,
      address: resource.address,
      place,
      root: of,
      block: blockOf(resource.address),
      isAssumed,
      isByAnnotation: resource.type !== POD_IDENTITY,
    }));
  }),
];

const POD_IDENTITY = 'aws_eks_pod_identity_association';

/**
 * What modules of a registry are given: https://registry.terraform.io/modules/terraform-aws-modules/iam and
 * https://registry.terraform.io/modules/terraform-google-modules/kubernetes-engine, its workload-identity.
 */
const accountsOfModule = ({ source = '', attributes }: TerraformRead['unseen'][number]): readonly Pair[] => {
  const texts = textsIn(attributes);
  if (/\/workload-identity(?:$|\?)/.test(source)) {
    const { namespace = 'default', name, k8s_sa_name: account = name } = attributes;
    return typeof namespace === 'string' && typeof account === 'string' ? [[namespace, account]] : [];
  }
  if (!/\biam\b/.test(source)) return [];
  return texts.flatMap((text) => [...pairsOf(text, SUBJECT), ...pairsOf(text, COLON)]);
};

/** Where the account is, in kinds of which other fields say nothing of it. */
const SUBJECT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  [POD_IDENTITY]: ['namespace', 'service_account'],
  azurerm_federated_identity_credential: ['subject'],
};

type Pair = readonly [namespace: string, name: string];

const accountsIn = ({ type, mode, attributes, partialTexts }: TerraformResource): readonly Pair[] => {
  if (type === POD_IDENTITY && mode === 'managed') {
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
/** The same as modules for roles have it. */
const COLON = new RegExp(`^${NAME}:${NAME}$`, 'g');
/** The same in the JSON of a policy. */
const QUOTED = new RegExp(`"system:serviceaccount:${NAME}:${NAME}"`, 'g');
/** https://cloud.google.com/kubernetes-engine/docs/concepts/workload-identity */
const IDENTITY = new RegExp(`\\.svc\\.id\\.goog\\[${NAME}/${NAME}\\]`, 'g');

const pairsOf = (text: string, pattern: RegExp): readonly Pair[] =>
  [...text.matchAll(pattern)].map(([, namespace = '', name = '']): Pair => [namespace, name]);
