import { losesCrds } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Operator Lifecycle Manager (OLM) 1. https://operator-framework.github.io/operator-controller/ */
export const operatorLifecycleManager = defineProject({
  name: 'Operator Lifecycle Manager',
  effects: [
    // https://operator-framework.github.io/operator-controller/tutorials/uninstall-extension/
    losesCrds('olm.operatorframework.io/ClusterExtension'),
  ],
});
