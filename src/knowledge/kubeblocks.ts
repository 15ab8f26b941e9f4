import { byField } from './form/keeps.js';
import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** KubeBlocks. https://kubeblocks.io/docs/ */
export const kubeblocks = defineProject({
  name: 'KubeBlocks',
  effects: [
    // https://github.com/apecloud/kubeblocks/blob/main/apis/apps/v1/cluster_types.go
    losesDatabase('apps.kubeblocks.io/Cluster', byField('spec.terminationPolicy', 'DoNotTerminate')),
  ],
});
