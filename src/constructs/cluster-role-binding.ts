import type { Construct } from 'constructs';
import {
  type ClusterRoleBindingProps as Api,
  ClusterRoleBinding as Generated,
} from '../../imports/rbac.authorization.k8s.io.js';
import type { ObjectRef } from './reference.js';

type RoleRef = Exclude<Api['roleRef'], ObjectRef>;

/** https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/cluster-role-binding-v1/ */
export interface ClusterRoleBindingProps extends Api {
  /** The API server would fill in a missing group; the tree says which one it is. */
  readonly roleRef: RoleRef & Required<Pick<RoleRef, 'apiGroup'>>;
}

/** Who has a ClusterRole's rights in the whole cluster. */
export class ClusterRoleBinding extends Generated {
  // It takes less than the API.
  constructor(scope: Construct, id: string, props: ClusterRoleBindingProps) {
    super(scope, id, props);
  }
}
