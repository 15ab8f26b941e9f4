import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type BoundaryOwner, boundaryOwners, OWNER_NAMES, type OwnerBoundary } from '../declared/owner-boundary.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { escapePattern } from '../json/escape-pattern.js';
import { cloudOperators } from '../knowledge/index.js';
import type { TerraformRead } from '../terraform/read/index.js';
import type { AppliedObject } from './claim.js';
import { applicationInTerraform, ownerBoundary } from './diagnostics.js';
import { type Identity, identityKey, identityTitle } from './identity.js';
import { toolClaims } from './tool-claims.js';

/** One pattern of a cluster's `owners`. */
interface Rule {
  readonly owner: BoundaryOwner;
  readonly pattern: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** How many parts aren't `*`. */
  readonly weight: number;
}

/** Owners whose objects Flux applies, so that they do their work. */
const APPLIED: ReadonlySet<BoundaryOwner> = new Set(['flux', 'crossplane', 'operator']);

/** What crosses the boundary that a cluster declares. */
export const boundaryProblems = (
  { name: cluster, owners }: Pick<AnyFluxCluster, 'name' | 'owners'>,
  objects: readonly AppliedObject[],
  reads: readonly TerraformRead[],
): readonly Diagnostic[] => {
  const rules = rulesOf(owners);
  if (rules.length === 0) return [];
  const crossed = (rule: Rule, title: string, by: string, at: Diagnostic['at'], doubt?: string): Diagnostic =>
    diagnose(ownerBoundary, {
      ...(doubt === undefined ? {} : { severity: 'notice' as const }),
      message: `${title} belongs to ${OWNER_NAMES[rule.owner]}, but ${by} manages it`,
      at: { cluster, ...at },
      notes: [
        `owners of cluster "${cluster}" says ${rule.owner}: '${rule.pattern}'`,
        ...(doubt === undefined ? [] : [doubt]),
      ],
      fix: `let ${OWNER_NAMES[rule.owner]} manage it, or change owners of the cluster`,
    });
  const ofTree = objects.flatMap((object) => {
    const identity = { is: 'object', ...object } as const;
    const rule = decide(rules, [identity]);
    if (rule === undefined || APPLIED.has(rule.owner)) return [];
    return [
      crossed(rule, identityTitle(identity), object.owner, { ...object.at, object: `${object.kind}/${object.name}` }),
    ];
  });
  const ofTools = reads.flatMap((read) =>
    toolClaims(read).flatMap(({ identity, owner, resource, doubt }) => {
      const rule = decide(rules, identitiesFor(identity));
      if (rule === undefined || rule.owner === 'terraform' || rule.owner === 'tofu-controller') return [];
      const { place } = resource;
      const at = place === undefined ? { file: read.name } : { source: `${place.file}:${place.line}` };
      return [crossed(rule, identityTitle(identity), owner, at, doubt)];
    }),
  );
  return [...ofTree, ...ofTools];
};

type ObjectIdentity = Omit<Extract<Identity, { readonly is: 'object' }>, 'is'>;

/** Kinds of applications: what a team deploys. */
const APPLICATIONS: ReadonlySet<string> = new Set([
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/StatefulSet',
  'batch/CronJob',
  'batch/Job',
  '/Pod',
]);
const MOST_NAMED = 3;

/** Advice, once a cluster: workloads in Terraform that `owners` doesn't give to it. */
export const applicationAdvice = (
  { name: cluster, owners }: Pick<AnyFluxCluster, 'name' | 'owners'>,
  objects: readonly AppliedObject[],
  reads: readonly TerraformRead[],
): readonly Diagnostic[] => {
  const rules = rulesOf(owners);
  // What has two owners is an error already.
  const inTree = new Set(objects.map((object) => identityKey({ is: 'object', ...object })));
  const claims = reads.flatMap(toolClaims).filter(({ identity, doubt }) => {
    if (doubt !== undefined || identity.is !== 'object' || inTree.has(identityKey(identity))) return false;
    // Of what anyone is said to own, the boundary says the rest.
    return APPLICATIONS.has(`${identity.group}/${identity.kind}`) && decide(rules, [identity]) === undefined;
  });
  const [first] = claims;
  if (first === undefined) return [];
  const names = claims.slice(0, MOST_NAMED).map(({ resource }) => resource.address);
  const rest = claims.length - names.length;
  const { place } = first.resource;
  return [
    diagnose(applicationInTerraform, {
      message: `Terraform manages ${claims.length} ${claims.length === 1 ? 'workload' : 'workloads'} of the cluster: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
      at: { cluster, ...(place === undefined ? {} : { source: `${place.file}:${place.line}` }) },
      fix: `Move them into addons. If Terraform is to manage them, say so: owners: { terraform: ['Deployment/*'] } of cluster "${cluster}"`,
    }),
  ];
};

const rulesOf = (owners: OwnerBoundary): readonly Rule[] =>
  boundaryOwners.flatMap((owner) => (owners[owner] ?? []).map((pattern) => parseRule(owner, pattern)));

/** A cloud's resource as the objects that operators have for it, of any name. */
const identitiesFor = (identity: Identity): readonly ObjectIdentity[] => {
  if (identity.is === 'object') return [identity];
  if (identity.is === 'release') {
    const { namespace, name } = identity;
    return [{ group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease', namespace, name }];
  }
  if (identity.is !== 'cloud') return [];
  return cloudOperators.flatMap(({ kinds }) =>
    kinds
      .filter(({ terraform }) => Object.hasOwn(terraform, identity.type))
      .flatMap((kind) =>
        kind.kinds.map((one) => {
          const [group = '', name = ''] = one.split('/');
          return { group, kind: name, namespace: '', name: identity.name };
        }),
      ),
  );
};

const decide = (rules: readonly Rule[], identities: readonly ObjectIdentity[]): Rule | undefined => {
  let best: Rule | undefined;
  for (const rule of rules) {
    if (!identities.some((identity) => fits(rule, identity))) continue;
    if (best === undefined || rule.weight > best.weight) best = rule;
  }
  return best;
};

const fits = (rule: Rule, { group, kind, namespace, name }: ObjectIdentity): boolean =>
  matches(rule.group, group) &&
  matches(rule.kind, kind) &&
  matches(rule.namespace, namespace) &&
  matches(rule.name, name);

const matches = (pattern: string, text: string): boolean =>
  pattern === '*' ||
  pattern === text ||
  (pattern.includes('*') && new RegExp(`^${escapePattern(pattern).replaceAll('\\*', '.*')}$`).test(text));

const parseRule = (owner: BoundaryOwner, pattern: string): Rule => {
  const parts = pattern.split('/');
  const hasGroup = parts[0]!.includes('.') || parts.length === 4;
  const group = hasGroup ? parts.shift()! : '*';
  const [kind = '*', ...rest] = parts;
  const [namespace, name] = rest.length > 1 ? [rest[0]!, rest[1]!] : ['*', rest[0] ?? '*'];
  const weight = [group, kind, namespace, name].filter((part) => part !== '*').length;
  return { owner, pattern, group, kind, namespace, name, weight };
};
