import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import type { EffectRow, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { annotationAt } from '../form/path.js';
import { both, changed, leaves, left, loses } from '../form/when.js';

const AWS = 'service.beta.kubernetes.io/aws-load-balancer-';
const ALL_BALANCER = 'its load balancer and its address';
const second = (kind: string): string => `to keep it, leave this ${kind} as it is, and add a second one`;

/** A Service of type LoadBalancer on both sides. */
export const isBalancer: When = (_, __, { from, to }) =>
  [from, to].every((one) => readField(one, 'spec.type') === 'LoadBalancer');

/** The AWS load balancer controller has it, or the cloud's own does. */
const otherController: When = (was, is, { to }) => {
  const isTheirs = (type: unknown): boolean => type === 'external' || type === 'nlb-ip';
  return isTheirs(was) !== isTheirs(is) && readField(to, 'spec.loadBalancerClass') === undefined;
};

/** Whether ExternalDNS deletes records, as far as the tree has it. */
export const deletesRecords: When = (_, __, { after }) => {
  const found = after.index
    .ofKind('helm.toolkit.fluxcd.io', 'HelmRelease')
    .filter((one) => after.chartOf(one) === 'external-dns');
  const policies = found.map(({ holdings }) => readField(holdings[0].json, 'spec.values.policy') ?? 'upsert-only');
  return policies.every((one) => one !== 'upsert-only' && one !== 'create-only');
};

/** An ALLOW without rules allows nothing: https://istio.io/latest/docs/reference/config/security/authorization-policy/ */
const deniesAll = (spec: unknown): boolean => {
  const { rules, action = 'ALLOW' } = fieldsOf(spec);
  return listOf(rules).length === 0 && action === 'ALLOW';
};

/** Whether a rule of a webhook is about all kinds. */
const hasAll = (rules: unknown): boolean =>
  objectsOf(rules).some(({ resources, apiGroups }) =>
    [resources, apiGroups].flatMap(listOf).some((one) => one === '*' || one === '*/*'),
  );
const failsForAll: When = (was, is) =>
  fieldsOf(was)['failurePolicy'] === 'Ignore' &&
  is !== undefined &&
  fieldsOf(is)['failurePolicy'] !== 'Ignore' &&
  hasAll(fieldsOf(is)['rules']);

const failsClosed = (policy: unknown): boolean => policy === undefined || policy === 'Fail';

/** A webhook that fails closed, for the pods of all namespaces, with those of kube-system and its own. */
const includesItself: When = (was, is) => {
  const { failurePolicy, rules, namespaceSelector } = fieldsOf(is);
  const isForPods = objectsOf(rules).some(({ resources }) => listOf(resources).includes('pods'));
  return (
    failsClosed(failurePolicy) &&
    failsClosed(fieldsOf(was)['failurePolicy']) &&
    (hasAll(rules) || isForPods) &&
    Object.keys(fieldsOf(namespaceSelector)).length === 0 &&
    Object.keys(fieldsOf(fieldsOf(was)['namespaceSelector'])).length > 0
  );
};

/** Load balancers, DNS, and what lets requests in. */
export const networkRows: readonly EffectRow[] = [
  // `limitations` of https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/
  {
    on: '/Service',
    at: annotationAt(`${AWS}type`),
    when: both(otherController, isBalancer),
    severity: 'warning',
    destroys: ALL_BALANCER,
    effect:
      'another controller makes a new load balancer for it, with another address, and the old one may be left behind',
    instead: second('Service'),
  },
  {
    on: '/Service',
    at: annotationAt(`${AWS}nlb-target-type`),
    when: both(changed, isBalancer),
    severity: 'warning',
    says: 'gets another target group',
    effect: 'the controller makes a target group of the other type, which serves nothing until its targets are healthy',
  },
  // https://cloud.google.com/kubernetes-engine/docs/how-to/load-balance-ingress
  ...['global-static-ip-name', 'regional-static-ip-name'].map(
    (name): EffectRow => ({
      on: 'networking.k8s.io/Ingress',
      at: annotationAt(`kubernetes.io/ingress.${name}`),
      when: left,
      severity: 'warning',
      destroys: 'its address',
      effect: 'the load balancer gets another address, to which no DNS record points yet',
      instead: 'to keep it, keep the annotation',
    }),
  ),
  {
    on: 'networking.k8s.io/Ingress',
    at: annotationAt('kubernetes.io/ingress.class'),
    when: leaves('gce', 'gce-internal'),
    severity: 'warning',
    destroys: ALL_BALANCER,
    effect: 'GKE removes the load balancer of the old class; that of the new one has another address',
    instead: second('Ingress'),
  },
  // https://kubernetes-sigs.github.io/external-dns/latest/docs/annotations/annotations/
  {
    on: '*',
    at: annotationAt('external-dns.alpha.kubernetes.io/hostname'),
    when: both(loses, deletesRecords),
    severity: 'warning',
    destroys: 'the DNS record of a host name',
    effect: 'with policy: sync, ExternalDNS deletes the records of host names that nothing has any more',
    instead: 'to keep it, keep the host name, or move it to another object',
  },
  {
    on: 'security.istio.io/AuthorizationPolicy',
    at: 'spec',
    when: (was, is) => !deniesAll(was) && deniesAll(is),
    severity: 'notice',
    says: 'denies every request to its workloads from now on',
    effect: 'an ALLOW policy without rules allows nothing; other policies may still allow something',
  },
  // `failurePolicy` of https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/, and
  // test/live/field-changes.test.ts.
  ...['Validating', 'Mutating'].flatMap((kind): readonly EffectRow[] => [
    {
      on: `admissionregistration.k8s.io/${kind}WebhookConfiguration`,
      at: 'webhooks[name]',
      when: failsForAll,
      shows: 'failurePolicy',
      severity: 'warning',
      says: 'can stop the whole cluster from now on',
      effect:
        'while its pods are down, the API server refuses every request that its rules match, including those that start its pods',
      instead: 'exclude its own namespace and kube-system with namespaceSelector, or keep failurePolicy: Ignore',
    },
    {
      on: `admissionregistration.k8s.io/${kind}WebhookConfiguration`,
      at: 'webhooks[name]',
      when: includesItself,
      shows: 'namespaceSelector',
      severity: 'warning',
      says: 'can keep every pod from starting',
      effect:
        'it fails closed and is asked for the pods of all namespaces: while its own pods are down, none can start, not even its own',
      instead: 'keep namespaceSelector with its own namespace and kube-system excluded',
    },
  ]),
];
