import { unlessField } from './form/keeps.js';
import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Pulumi Kubernetes Operator. https://github.com/pulumi/pulumi-kubernetes-operator */
export const pulumiOperator = defineProject({
  name: 'Pulumi Kubernetes Operator',
  effects: [
    // https://github.com/pulumi/pulumi-kubernetes-operator/blob/master/docs/stacks.md
    removal('pulumi.com/Stack', 'all that its Pulumi stack holds', {
      ...unlessField('spec.destroyOnFinalize', true),
      setting: 'spec.destroyOnFinalize: false',
    }),
  ],
});
