import { fieldsOf } from '../../json/as-shape.js';
import type { EffectRow, When } from '../form/effect.js';
import { annotationAt } from '../form/path.js';
import { becomes, both, changed, differs, left } from '../form/when.js';

const RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';

/**
 * Annotations of a ServiceAccount by which a cloud knows its pods.
 *
 * - https://docs.aws.amazon.com/eks/latest/userguide/associate-service-account-role.html
 * - https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity
 * - https://azure.github.io/azure-workload-identity/docs/concepts.html
 */
export const identities = [
  'eks.amazonaws.com/role-arn',
  'iam.gke.io/gcp-service-account',
  'azure.workload.identity/client-id',
] as const;

/** What follows where such an annotation changes. */
export const otherIdentity = {
  severity: 'warning',
  says: 'acts as another identity in its cloud',
  effect:
    'its pods get the rights of the other identity when they start the next time, or none, and lose those that they had',
  instead: 'first give the other identity the same rights, and let it trust this ServiceAccount',
} as const;

const issuerKinds = ['acme', 'ca', 'selfSigned', 'vault', 'venafi'];
const issuerKind = (spec: unknown): string | undefined =>
  issuerKinds.find((kind) => fieldsOf(spec)[kind] !== undefined);
const isOtherKind: When = (was, is) => changed(issuerKind(was), issuerKind(is), undefined as never);

const unowned = (at: string, when: When): EffectRow => ({
  on: RELEASE,
  at,
  when,
  chart: 'external-dns',
  severity: 'warning',
  says: 'no longer finds the DNS records that it has made',
  effect:
    'ExternalDNS knows its records by the TXT records beside them: it no longer updates or deletes those of the old kind or name',
  instead: 'keep the value, or first let ExternalDNS write both',
});

/** Who something is for others. */
export const identityRows: readonly EffectRow[] = [
  ...identities.map(
    (name): EffectRow => ({ on: '/ServiceAccount', at: annotationAt(name), when: left, ...otherIdentity }),
  ),
  // https://cert-manager.io/docs/faq/#when-do-certs-get-re-issued
  {
    on: ['cert-manager.io/Issuer', 'cert-manager.io/ClusterIssuer'],
    at: 'spec',
    when: isOtherKind,
    shows: issuerKind,
    severity: 'warning',
    says: 'issues certificates of another kind from now on',
    effect:
      'when certificates are renewed, they come from another CA: clients that do not trust it refuse them, and browsers trust only public ones',
    instead: 'add a second issuer, and let Certificates move to it one by one',
  },
  // https://strimzi.io/docs/operators/latest/configuring.html#type-KafkaUserSpec-reference
  {
    on: 'kafka.strimzi.io/KafkaUser',
    at: 'spec.authentication.type',
    when: left,
    severity: 'warning',
    says: 'gets other credentials',
    effect:
      'the User Operator writes credentials of the other kind into its Secret, and clients with the old ones can no longer log in',
    instead: 'make a second KafkaUser, and move the clients to it first',
  },
  // https://karpenter.sh/docs/concepts/nodeclasses/#specrole
  {
    on: 'karpenter.k8s.aws/EC2NodeClass',
    at: 'spec.role',
    when: changed,
    severity: 'notice',
    says: 'starts its nodes with another IAM role',
    effect: 'a node whose role the cluster does not let in never becomes ready',
    instead: 'first give the role an access entry and the policies of a node',
  },
  // https://kubernetes-sigs.github.io/external-dns/latest/docs/registry/txt/
  ...['txtPrefix', 'txtSuffix'].map((key) => unowned(`spec.values.${key}`, differs(''))),
  unowned(
    'spec.values.registry',
    both(differs('txt'), (_, is) => is !== 'noop'),
  ),
  // https://github.com/kubernetes-sigs/external-dns/blob/master/registry/noop/noop.go
  {
    on: RELEASE,
    at: 'spec.values.registry',
    when: becomes('noop'),
    chart: 'external-dns',
    severity: 'warning',
    says: 'no longer tells its DNS records from those of others',
    effect: 'without a registry, ExternalDNS takes all records of its zones for its own, and policy: sync deletes them',
    instead: 'keep the registry',
  },
];
