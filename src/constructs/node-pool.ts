import type { Construct } from 'constructs';
import type { NodePoolSpec } from '../../imports/karpenter.sh.js';
import type { ApiInput } from './api-input.js';
import { Manifest, type ObjectProps } from './manifest.js';

/** https://karpenter.sh/docs/concepts/nodepools/ */
export interface NodePoolProps extends ObjectProps {
  readonly spec: ApiInput<NodePoolSpec>;
}

/** Which nodes Karpenter may make, and when it takes them away. */
export class NodePool extends Manifest {
  static readonly kind = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', scope: 'Cluster' } as const;

  constructor(scope: Construct, id: string, props: NodePoolProps) {
    super(scope, id, NodePool.kind, props, { spec: props.spec });
  }
}
