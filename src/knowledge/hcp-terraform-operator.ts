import { unlessField } from './form/keeps.js';
import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The HCP Terraform Operator. https://github.com/hashicorp/hcp-terraform-operator */
export const hcpTerraformOperator = defineProject({
  name: 'HCP Terraform Operator',
  effects: [
    // https://github.com/hashicorp/hcp-terraform-operator/blob/main/docs/workspace.md
    removal('app.terraform.io/Workspace', 'the workspace of HCP Terraform, or all that its state holds', {
      ...unlessField('spec.deletionPolicy', 'soft', 'destroy', 'force'),
      setting: 'spec.deletionPolicy: retain',
    }),
  ],
});
