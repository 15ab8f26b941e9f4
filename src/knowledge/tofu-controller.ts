import { field } from './form/language-field.js';
import { defineProject } from './form/project.js';

/** tofu-controller. https://flux-iac.github.io/tofu-controller/ */
export const tofuController = defineProject({
  name: 'tofu-controller',
  references: [
    {
      from: ['infra.contrib.fluxcd.io/Terraform'],
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
      from: ['infra.contrib.fluxcd.io/Terraform'],
      at: 'spec.varsFrom[]',
      to: { defaultGroup: '', only: ['ConfigMap', 'Secret'] },
      optional: 'optional',
      blocks: 'ready',
    },
  ],
  languages: {
    'infra.contrib.fluxcd.io/Terraform': [
      field('spec.interval', 'go-duration'),
      field('spec.retryInterval', 'go-duration'),
      field('spec.maxRetryInterval', 'go-duration'),
      field('spec.healthChecks[].timeout', 'go-duration'),
    ],
  },
});
