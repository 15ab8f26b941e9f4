import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Hierarchical Namespace Controller (HNC). https://github.com/kubernetes-sigs/hierarchical-namespaces */
export const hierarchicalNamespaces = defineProject({
  name: 'Hierarchical Namespaces',
  effects: [
    // https://github.com/kubernetes-sigs/hierarchical-namespaces/blob/master/docs/user-guide/how-to.md
    removal('hnc.x-k8s.io/SubnamespaceAnchor', 'its namespace, with all that is in it'),
  ],
});
