import type { Construct } from 'constructs';
import type { Ec2NodeClassSpec } from '../../imports/karpenter.k8s.aws.js';
import type { ApiInput } from './api-input.js';
import { Manifest, type ObjectProps } from './manifest.js';

/** https://karpenter.sh/docs/concepts/nodeclasses/ */
export interface Ec2NodeClassProps extends ObjectProps {
  readonly spec: ApiInput<Ec2NodeClassSpec>;
}

/** What Karpenter's nodes are made of on AWS. Flux applies it early and waits for it, so never beside Karpenter itself. */
export class Ec2NodeClass extends Manifest {
  static readonly kind = { apiVersion: 'karpenter.k8s.aws/v1', kind: 'EC2NodeClass', scope: 'Cluster' } as const;

  constructor(scope: Construct, id: string, props: Ec2NodeClassProps) {
    super(scope, id, Ec2NodeClass.kind, props, { spec: props.spec });
  }
}
