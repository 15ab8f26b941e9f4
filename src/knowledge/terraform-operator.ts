import { byField } from './form/keeps.js';
import { losesTerraformState } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Terraform Operator of Galley Bytes. https://github.com/GalleyBytes/terraform-operator */
export const terraformOperator = defineProject({
  name: 'Terraform Operator',
  effects: [
    // https://github.com/GalleyBytes/terraform-operator/blob/master/pkg/apis/tf/v1beta1/terraform_types.go
    losesTerraformState('tf.galleybytes.com/Terraform', byField('spec.ignoreDelete', true)),
  ],
});
