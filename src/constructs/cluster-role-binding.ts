import type { Construct } from 'constructs';
import type {
  ClusterRoleBindingProps as Api,
  ClusterRoleBindingRoleRef as RoleRef,
} from '../../imports/rbac.authorization.k8s.io.js';
import type { ApiInput } from './api-input.js';
import { Manifest, type ObjectProps } from './manifest.js';

/** https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/cluster-role-binding-v1/ */
export interface ClusterRoleBindingProps extends ObjectProps, ApiInput<Omit<Api, 'metadata' | 'roleRef'>> {
  /** The API server would fill in a missing group; the tree says which one it is. */
  readonly roleRef: RoleRef & Required<Pick<RoleRef, 'apiGroup'>>;
}

/** Who has a ClusterRole's rights in the whole cluster. */
export class ClusterRoleBinding extends Manifest {
  static readonly kind = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    scope: 'Cluster',
  } as const;

  constructor(scope: Construct, id: string, props: ClusterRoleBindingProps) {
    const { name, labels, annotations, extra, ...body } = props;
    super(scope, id, ClusterRoleBinding.kind, props, body);
  }
}
