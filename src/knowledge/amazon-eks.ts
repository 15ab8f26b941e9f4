import { cloudIdentity } from './form/cloud-identity.js';
import { losesNodes, unproven } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** https://docs.aws.amazon.com/eks/latest/userguide/associate-service-account-role.html */
const ROLE_ARN = 'eks.amazonaws.com/role-arn';

/** Amazon EKS. https://docs.aws.amazon.com/eks/latest/userguide/ */
export const amazonEks = defineProject({
  name: 'Amazon EKS',
  effects: [
    ...cloudIdentity(ROLE_ARN),
    // https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html
    unproven(losesNodes('eks.amazonaws.com/NodeClass')),
  ],
});
