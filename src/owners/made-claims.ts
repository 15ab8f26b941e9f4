import { textOf } from '../json/as-shape.js';
import { annotationsOf } from '../json/manifest-fields.js';
import { writtenSecrets } from '../rules/context/written-secrets.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import type { AppliedObject, TreeClaim } from './claim.js';

/** In messages: `HelmRelease/redis of Kustomization "shop"`. */
export const through = ({ kind, name, owner }: AppliedObject): string => `${kind}/${name} of ${owner}`;

/** What a controller makes for an object of the tree: Secrets, and the DNS records that an annotation names. */
export const madeClaims = (object: AppliedObject): readonly TreeClaim[] => [
  ...secretClaims(object),
  ...hostnameClaims(object),
];

const FILLS =
  'cert-manager fills a Secret that is there already, and Terraform takes that back unless it ignores changes of data';

const secretClaims = (object: AppliedObject): readonly TreeClaim[] =>
  writtenSecrets(object).flatMap(({ kind, namespace, name, policy }): readonly TreeClaim[] => {
    // With Merge, another one has to make it.
    if (policy === 'Merge' || kind !== 'Secret') return [];
    return [
      {
        identity: { is: 'object', group: '', kind, namespace, name },
        tool: 'operator',
        owner: through(object),
        object,
        ...(object.kind === 'Certificate' ? { doubt: FILLS } : {}),
      },
    ];
  });

/** https://kubernetes-sigs.github.io/external-dns/latest/docs/annotations/annotations/ */
const HOSTNAME = 'external-dns.alpha.kubernetes.io/hostname';
const SOURCES: ReadonlySet<string> = new Set([
  '/Service',
  'networking.k8s.io/Ingress',
  'gateway.networking.k8s.io/Gateway',
]);
const IF_WATCHED =
  "external-dns makes it if it watches this kind and domain; a record that isn't its own, it leaves as it is";

const hostnameClaims = (object: AppliedObject): readonly TreeClaim[] => {
  if (!SOURCES.has(`${object.group}/${object.kind}`)) return [];
  const names = textOf(annotationsOf(object.json)[HOSTNAME])?.split(',') ?? [];
  return names
    .map((one) => one.trim())
    .filter((name) => name.includes('.') && !holdsExpression(name))
    .flatMap((name) =>
      // The type depends on what the load balancer has: an address or a name.
      ['A', 'AAAA', 'CNAME'].map(
        (type): TreeClaim => ({
          identity: { is: 'dns', type, name },
          tool: 'operator',
          owner: `external-dns by ${through(object)}`,
          object,
          letsGo: `take the annotation ${HOSTNAME} off ${object.kind}/${object.name}`,
          doubt: IF_WATCHED,
          isPossible: true,
        }),
      ),
    );
};
