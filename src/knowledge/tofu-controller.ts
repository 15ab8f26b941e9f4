import { readField } from '../json/read-field.js';
import type { EffectRow, When } from './form/effect.js';
import { unlessField } from './form/keeps.js';
import { field } from './form/language-field.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { losesTerraformState } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { added, becomes, both, changed, differs } from './form/when.js';

const TERRAFORM = 'infra.contrib.fluxcd.io/Terraform';

const isApplied: When = (_, __, { to }) => readField(to, 'spec.planOnly') !== true;

/** tofu-controller. https://flux-iac.github.io/tofu-controller/ */
export const tofuController = defineProject({
  name: 'tofu-controller',
  references: [
    {
      from: [TERRAFORM],
      at: 'spec.sourceRef',
      to: {
        defaultGroup: 'source.toolkit.fluxcd.io',
        only: ['Bucket', 'GitRepository', 'OCIRepository'],
      },
      namespace: 'namespace',
      blocks: 'start',
      awaitsReady: true,
    },
    {
      from: [TERRAFORM],
      at: 'spec.varsFrom[]',
      to: { defaultGroup: '', only: ['ConfigMap', 'Secret'] },
      optional: 'optional',
      blocks: 'ready',
    },
  ],
  effects: [
    // https://flux-iac.github.io/tofu-controller/References/terraform/
    losesTerraformState(TERRAFORM, {
      ...unlessField('spec.destroyResourcesOnDeletion', true),
      setting: 'spec.destroyResourcesOnDeletion: false',
    }),
    // https://flux-iac.github.io/tofu-controller/References/terraform/
    {
      on: TERRAFORM,
      at: 'spec.path',
      when: both(changed, isApplied),
      severity: 'warning',
      destroys: 'what its state holds and the new folder does not declare',
      effect: 'the state stays, so the next plan destroys what the new folder does not declare',
      instead: 'read the plan before it is applied: set spec.approvePlan: "" first',
    },
    ...['spec.workspace', 'spec.backendConfig.secretSuffix'].map(
      (at): EffectRow => ({
        on: TERRAFORM,
        at,
        when: both(at === 'spec.workspace' ? differs('default') : changed, isApplied),
        severity: 'warning',
        says: 'uses another state from now on',
        effect:
          'the resources in the old state stay without an owner, and the next plan makes all of them a second time',
      }),
    ),
    {
      on: TERRAFORM,
      at: 'spec.targets',
      when: added,
      severity: 'notice',
      says: 'plans only its targets from now on',
      effect: 'the rest of its module is neither made nor changed, and its drift is not seen',
    },
    {
      on: TERRAFORM,
      at: 'spec.approvePlan',
      when: becomes('auto'),
      severity: 'notice',
      says: 'applies its plans without approval from now on',
      effect: 'a plan that destroys something is applied, too',
    },
    deletesOnRemoval(TERRAFORM, 'spec.destroyResourcesOnDeletion', becomes(true), 'all that its Terraform state holds'),
  ],
  languages: {
    [TERRAFORM]: [
      field('spec.interval', 'go-duration'),
      field('spec.retryInterval', 'go-duration'),
      field('spec.maxRetryInterval', 'go-duration'),
      field('spec.healthChecks[].timeout', 'go-duration'),
    ],
  },
});
