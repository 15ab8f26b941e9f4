import type { ClusterState, OwnedObject } from '../../base/cluster-state.js';
import { isFluxKustomization, ownerKey } from '../../base/cluster-state.js';
import { titleOf } from '../../base/object-id.js';
import type { DeclaredRemoval } from '../../compile/removal.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import type { OwnerChanges } from '../compare-owners.js';
import { tryFindLoss } from '../losses/find-loss.js';
import { readField } from '../losses/keeps.js';
import { covers, declarationOf } from '../match-declared.js';
import { riskyChange } from './diagnostics.js';
import { isEmptySelector, typesOf } from './rows/network-policy-rows.js';
import { enforcesRule, kyvernoOfCel } from './rows/policy-rows.js';

interface Guard {
  /** `group/Kind`, or `group/*`. */
  readonly on: string;
  /** Whether it guards anything that nothing else guards from now on. */
  readonly guards: (object: OwnedObject, after: ClusterState) => boolean;
  readonly says: string;
  readonly effect: string;
}

const jsonOf = ({ holdings }: OwnedObject) => holdings[0].json;
const at = (object: OwnedObject, path: string): unknown => readField(jsonOf(object), path);
const peersOf = ({ id }: OwnedObject, { index }: ClusterState): readonly OwnedObject[] =>
  index.ofKind(id.group, id.kind).filter((one) => one.id.namespace === id.namespace);

/** Whether another policy that stays or is new selects the same pods, or all, for each direction of this one. */
const isAlone =
  (selector: string, directions: (object: OwnedObject) => readonly unknown[]): Guard['guards'] =>
  (object, after) =>
    directions(object).some(
      (direction) =>
        !peersOf(object, after).some(
          (one) =>
            directions(one).includes(direction) &&
            (isEmptySelector(at(one, selector)) || equalJson(at(one, selector) ?? {}, at(object, selector) ?? {})),
        ),
    );
const ciliumSections = (object: OwnedObject): readonly string[] =>
  ['ingress', 'egress', 'ingressDeny', 'egressDeny'].filter((name) => at(object, `spec.${name}`) !== undefined);

const network = {
  says: 'no other policy of the tree limits all of its pods',
  effect: 'pods that no policy selects for a direction may have every connection in it',
} as const;
const admission = {
  says: 'nothing refuses what breaks its rules',
  effect: 'the API server accepts such objects from now on',
} as const;

const logins = ['apiKeyAuth', 'basicAuth', 'jwt', 'oidc', 'extAuth', 'authorization'];

const guards: readonly Guard[] = [
  {
    on: 'networking.k8s.io/NetworkPolicy',
    guards: isAlone('spec.podSelector', (object) => typesOf(at(object, 'spec'))),
    ...network,
  },
  ...['CiliumNetworkPolicy', 'CiliumClusterwideNetworkPolicy'].map(
    (kind): Guard => ({
      on: `cilium.io/${kind}`,
      guards: isAlone('spec.endpointSelector', ciliumSections),
      ...network,
    }),
  ),
  ...['ClusterPolicy', 'Policy'].map(
    (kind): Guard => ({
      on: `kyverno.io/${kind}`,
      guards: (object) => objectsOf(at(object, 'spec.rules')).some((rule) => enforcesRule(rule, jsonOf(object))),
      ...admission,
    }),
  ),
  {
    on: 'constraints.gatekeeper.sh/*',
    guards: (object) => [undefined, 'deny'].includes(at(object, 'spec.enforcementAction') as undefined),
    ...admission,
  },
  ...[...kyvernoOfCel, 'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding'].map(
    (on): Guard => ({
      on,
      guards: (object) => listOf(at(object, 'spec.validationActions')).includes('Deny'),
      ...admission,
    }),
  ),
  {
    on: 'security.istio.io/PeerAuthentication',
    guards: (object) => at(object, 'spec.mtls.mode') === 'STRICT',
    says: 'nothing of its own asks for mTLS',
    effect: 'the mode of the namespace or the mesh counts, which is PERMISSIVE if nothing else is set',
  },
  {
    on: 'security.istio.io/AuthorizationPolicy',
    guards: (object, after) => {
      const { action = 'ALLOW' } = fieldsOf(at(object, 'spec'));
      // As long as another one allows something, the rest is refused.
      const isAllow = (one: OwnedObject): boolean => (at(one, 'spec.action') ?? 'ALLOW') === 'ALLOW';
      return action === 'DENY' || action === 'CUSTOM' || (action === 'ALLOW' && !peersOf(object, after).some(isAllow));
    },
    says: 'nothing else refuses what it has refused',
    effect: 'a workload without policies allows every request',
  },
  {
    on: 'gateway.envoyproxy.io/SecurityPolicy',
    guards: (object) => logins.some((name) => at(object, `spec.${name}`) !== undefined),
    says: 'nothing asks for a login in its place',
    effect: 'requests get to what is behind its routes without one',
  },
];

const guardOf = ({ id: { group, kind } }: OwnedObject): Guard | undefined =>
  guards.find(({ on }) => on === `${group}/${kind}` || on === `${group}/*`);

/** Policies that are removed by themselves, while what they guard stays: FX559. */
export const lostGuards = (
  cluster: string,
  said: readonly DeclaredRemoval[],
  { deleted }: Pick<OwnerChanges, 'deleted'>,
  { before, after }: { readonly before: ClusterState; readonly after: ClusterState },
): readonly Diagnostic[] => {
  // What goes with its Kustomization is told with that.
  const going = new Set(deleted.flatMap(({ object: { id } }) => (isFluxKustomization(id) ? [ownerKey(id)] : [])));
  return deleted.flatMap((deletion) => {
    const { object, owners } = deletion;
    const guard = guardOf(object);
    if (guard === undefined || owners.some((one) => going.has(one)) || said.some((one) => covers(one, deletion))) {
      return [];
    }
    const isGuarded =
      object.id.namespace === '' ||
      after.index.inNamespace(object.id.namespace).some((one) => before.objects.has(one.key) && !guardOf(one));
    const isReplaced = peersOf(object, after).some((one) => !before.objects.has(one.key));
    if (!isGuarded || isReplaced || !guard.guards(object, after) || tryFindLoss(object, before) !== undefined) {
      return [];
    }
    return diagnose(riskyChange, {
      message: `${titleOf(object.id)} is removed, and ${guard.says}`,
      at: { cluster, object: titleOf(object.id) },
      notes: [guard.effect],
      fix: `keep it; if that is intended, declare it in the cluster's code: ${declarationOf('removal', object)}`,
    });
  });
};
