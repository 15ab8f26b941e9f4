import { NodePool as Generated, type NodePoolProps as GeneratedProps } from '../../imports/karpenter.sh.js';

/** https://karpenter.sh/docs/concepts/nodepools/ */
export type NodePoolProps = GeneratedProps;

/** Which nodes Karpenter may make, and when it takes them away. */
export class NodePool extends Generated {}
