import {
  EC2NodeClass as Generated,
  type EC2NodeClassProps as GeneratedProps,
} from '../../imports/karpenter.k8s.aws.js';

/** https://karpenter.sh/docs/concepts/nodeclasses/ */
export type Ec2NodeClassProps = GeneratedProps;

/** What Karpenter's nodes are made of on AWS. Flux applies it early and waits for it, so never beside Karpenter itself. */
export class Ec2NodeClass extends Generated {}
