import { defineProject } from './form/project.js';

/** The AWS Load Balancer Controller. https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/ */
export const awsLoadBalancerController = defineProject({
  name: 'AWS Load Balancer Controller',
  webhooks: { 'aws-load-balancer-controller': ['elbv2.k8s.aws'] },
  makesNothingNamed: ['elbv2.k8s.aws/*'],
});
