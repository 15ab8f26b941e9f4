import { isFluxKustomization } from '../../applied/cluster-state.js';
import type { FluxOwner, FluxView } from '../../applied/view/flux-view.js';
import { ownerKey, parseOwnerKey } from '../../declared/owner-key.js';
import { isObject } from '../../json/is-object.js';
import { specOf } from '../../json/manifest-fields.js';

/** The fields of a Kustomization that decide when it's ready. */
export interface ReadySettings {
  readonly waits: boolean;
  readonly checks: readonly HealthCheck[];
}

interface HealthCheck {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export const readySettings = ({ key, json }: Pick<FluxOwner, 'key' | 'json'>): ReadySettings => {
  const spec = specOf(json);
  const all = Array.isArray(spec['healthChecks']) ? spec['healthChecks'] : [];
  return {
    waits: spec['wait'] === true,
    checks: all.filter(isObject).map(({ kind, namespace, name }) => ({
      kind: String(kind),
      namespace: typeof namespace === 'string' ? namespace : parseOwnerKey(key).namespace,
      name: String(name),
    })),
  };
};

/**
 * Whether a Kustomization becomes ready only after what it provides exists, as far as the repository shows. Flux
 * applies CRDs in plain manifests first. For what a release or a nested Kustomization brings, each Kustomization on the
 * way must wait for it or check it.
 *
 * @param capability an API group or a name; undefined: all that the Kustomization applies
 */
export const isProven = (
  view: FluxView,
  owner: FluxOwner,
  capability: string | undefined,
  above: ReadonlySet<string> = new Set(),
): boolean => {
  const { waits, checks } = readySettings(owner);
  if (capability !== undefined && (hasCrd(owner, capability) || checks.some((one) => isCrdOf(one, capability))))
    return true;
  if (!waits && !checks.some(tells))
    return capability === undefined && isWhole(owner) && !owner.objects.some(takesTime);
  const nested = waits ? nestedIn(owner) : checks.filter(({ kind }) => kind === 'Kustomization').map(ownerKey);
  // Any other awaited object may bring the capability, or run the operator that does.
  if (nested.length === 0 || (waits ? !isOfNestedAlone(owner) : checks.some(({ kind }) => kind !== 'Kustomization')))
    return true;
  const here = new Set(above).add(owner.key);
  const others = nested.filter((key) => !here.has(key)).map((key) => view.owners.get(key));
  const proves = (other: FluxOwner | undefined) => other === undefined || isProven(view, other, capability, here);
  // One nested Kustomization is enough for a capability. "All that it applies" needs every one.
  return capability === undefined ? others.every(proves) : others.some(proves);
};

const hasCrd = ({ objects }: FluxOwner, group: string): boolean =>
  objects.some(({ id, json }) => {
    const { spec } = json;
    return id.kind === 'CustomResourceDefinition' && isObject(spec) && spec['group'] === group;
  });

const isCrdOf = ({ kind, name }: HealthCheck, group: string): boolean =>
  kind === 'CustomResourceDefinition' && name.endsWith(`.${group}`);

/** Kinds that are healthy as soon as they exist, and prove nothing about other objects. */
const AT_ONCE: ReadonlySet<string> = new Set([
  'ClusterRole',
  'ClusterRoleBinding',
  'ConfigMap',
  'CustomResourceDefinition',
  'Namespace',
  'Role',
  'RoleBinding',
  'Secret',
  'Service',
  'ServiceAccount',
]);

const tells = ({ kind }: HealthCheck): boolean => !AT_ONCE.has(kind);

const takesTime = ({ id }: FluxOwner['objects'][number]): boolean =>
  ['HelmRelease', 'Kustomization', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job'].includes(id.kind);

/** The Kustomizations that a Kustomization applies. */
export const nestedIn = ({ objects }: FluxOwner): readonly string[] =>
  objects.filter(({ id }) => isFluxKustomization(id)).map(({ id }) => ownerKey(id));

const isOfNestedAlone = (owner: FluxOwner): boolean =>
  isWhole(owner) &&
  owner.objects.every(
    (one) => isFluxKustomization(one.id) || AT_ONCE.has(one.id.kind) || one.id.group === 'source.toolkit.fluxcd.io',
  );

/** Whether all objects of an owner can be seen. */
export const isWhole = ({ folder, notSeen }: FluxOwner): boolean => folder !== undefined && notSeen.length === 0;
