import { z } from 'zod';
import {
  type AwsLoadBalancerControllerValues,
  awsLoadBalancerControllerValuesSchema,
} from '../../../imports/charts/aws-load-balancer-controller.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { awsRegion, clusterName, vpcId } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { objectName } from '../text-options.js';

const groups = ['aga.k8s.aws', 'elbv2.k8s.aws', 'gateway.k8s.aws'] as const;

/**
 * The AWS Load Balancer Controller, which makes load balancers for Services and Ingresses. Its webhook for Services is
 * off: it would refuse every new Service in the cluster until the controller's pods serve. Without it, a Service gets a
 * load balancer of this controller only if it sets `spec.loadBalancerClass: service.k8s.aws/nlb`, or the annotation
 * `service.beta.kubernetes.io/aws-load-balancer-type: external`. To have it for all Services, pass
 * `values: { enableServiceMutatorWebhook: true }`, and let what creates Services wait for this addon.
 * https://kubernetes-sigs.github.io/aws-load-balancer-controller/
 */
export const albController = defineAddon({
  name: 'alb-controller',
  description: 'makes AWS load balancers for Services and Ingresses',
  namespace: 'kube-system',
  provides: groups,
  charts: {
    'alb-controller': helmChart<AwsLoadBalancerControllerValues>({
      url: 'https://aws.github.io/eks-charts',
      chart: 'aws-load-balancer-controller',
      version: '3.5.0',
      valuesSchema: awsLoadBalancerControllerValuesSchema,
      crds: groups,
    }),
  },
  infra: {
    values: {
      'alb-controller': z.object({
        clusterName: clusterName(),
        region: awsRegion().meta({ description: 'AWS region of the cluster' }),
        vpcId: vpcId().meta({ description: 'id of the VPC of the cluster' }),
      }),
    },
  },
  options: z.object({
    /** Replicas of the controller, of which one leads. */
    replicas: z.number().int().min(1).default(2),
    /** The service account, to which its IAM role is bound. */
    serviceAccount: objectName.default('aws-load-balancer-controller'),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', {
      chart: charts['alb-controller'],
      values: {
        replicaCount: options.replicas,
        serviceAccount: { create: true, name: options.serviceAccount },
        enableServiceMutatorWebhook: false,
      },
    });
  },
});
