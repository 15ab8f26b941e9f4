import { losesManagedCluster } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Amazon EKS Anywhere. https://github.com/aws/eks-anywhere */
export const eksAnywhere = defineProject({
  name: 'EKS Anywhere',
  effects: [losesManagedCluster('anywhere.eks.amazonaws.com/Cluster')],
});
