import { fieldsOf } from '../json/as-shape.js';
import { readField } from '../json/read-field.js';
import { type BalancerReach, isReach } from './form/balancer-reach.js';
import { type BlockingWebhook, selectsAll } from './form/blocking-webhook.js';
import type { When } from './form/effect.js';
import { ALL_BALANCER, addSecond, isBalancer } from './form/load-balancers.js';
import { removal } from './form/lost-with-object.js';
import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { both, changed } from './form/when.js';

const AWS = 'service.beta.kubernetes.io/aws-load-balancer-';

/**
 * Annotations that request an address.
 * https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/
 */
export const AWS_ADDRESSES = [`${AWS}eip-allocations`, `${AWS}private-ipv4-addresses`] as const;

export const awsReach: readonly BalancerReach[] = [
  {
    keys: [`${AWS}scheme`],
    reachOf: (value) => (isReach(value) ? value : undefined),
    isOf: (annotations, loadBalancerClass) =>
      loadBalancerClass === 'service.k8s.aws/nlb' || ['external', 'nlb-ip'].includes(String(annotations[`${AWS}type`])),
  },
  // For the cloud's own controller. The AWS Load Balancer Controller reads `scheme`, and defaults to an internal load
  // balancer.
  {
    keys: [`${AWS}internal`],
    reachOf: (value) => (value === 'true' || value === '0.0.0.0/0' ? 'internal' : 'internet-facing'),
    isOf: () => false,
    isOfOther: (annotations) => [`${AWS}scheme`, `${AWS}type`].some((key) => annotations[key] !== undefined),
  },
];

/** Whether the Service moves between the AWS Load Balancer Controller and the cloud's own controller. */
const otherController: When = (was, is, { to }) => {
  const isTheirs = (type: unknown): boolean => type === 'external' || type === 'nlb-ip';
  return isTheirs(was) !== isTheirs(is) && readField(to, 'spec.loadBalancerClass') === undefined;
};

/**
 * Its webhooks for Services and Ingresses, which fail closed by default. Its webhooks for pods are asked only about
 * namespaces and pods with a label of its own.
 * https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/main/helm/aws-load-balancer-controller/templates/webhook.yaml
 */
const blocking: readonly BlockingWebhook[] = [
  {
    on: '/Service',
    exceptIn: ({ enableServiceMutatorWebhook: isOn, serviceMutatorWebhookConfig }) => {
      const { failurePolicy, objectSelector, operations } = fieldsOf(serviceMutatorWebhookConfig);
      const creates = !Array.isArray(operations) || operations.includes('CREATE');
      return isOn !== false && failurePolicy !== 'Ignore' && creates && selectsAll(objectSelector) ? [] : undefined;
    },
    off: 'enableServiceMutatorWebhook: false',
  },
  {
    on: 'networking.k8s.io/Ingress',
    exceptIn: ({ webhookConfig, ingressValidatorWebhookConfig }) => {
      const { disableIngressValidation, ...more } = fieldsOf(webhookConfig);
      // Earlier versions of the chart have the policy among the others, and misspell it.
      const policies = [
        more['ingressValdationFailurePolicy'],
        fieldsOf(ingressValidatorWebhookConfig)['failurePolicy'],
      ];
      const selectors = [more['ingressValidationObjectSelector'], more['ingressValidationNamespaceSelector']];
      if (disableIngressValidation === true || policies.includes('Ignore') || !selectsAll(...selectors))
        return undefined;
      return [];
    },
    off: 'webhookConfig: { disableIngressValidation: true }',
  },
];

/** The AWS Load Balancer Controller. https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/ */
export const awsLoadBalancerController = defineProject({
  name: 'AWS Load Balancer Controller',
  blocks: { 'aws-load-balancer-controller': blocking },
  effects: [
    // https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/targetgroupbinding/targetgroupbinding/
    removal(
      'elbv2.k8s.aws/TargetGroupBinding',
      'the targets of its target group, to which a load balancer sends requests',
    ),
    // `limitations` of https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/
    {
      on: '/Service',
      at: annotationAt(`${AWS}type`),
      when: both(otherController, isBalancer),
      severity: 'warning',
      destroys: ALL_BALANCER,
      effect:
        'another controller makes a new load balancer for it, with another address, and the old one may be left behind',
      instead: addSecond('Service'),
    },
    {
      on: '/Service',
      at: annotationAt(`${AWS}nlb-target-type`),
      when: both(changed, isBalancer),
      severity: 'warning',
      says: 'gets another target group',
      effect:
        'the controller makes a target group of the other type, which serves nothing until its targets are healthy',
    },
  ],
  webhooks: { 'aws-load-balancer-controller': ['elbv2.k8s.aws'] },
  makesNothingNamed: ['elbv2.k8s.aws/*'],
});
