import { defineProject } from './form/project.js';

/** Config Syncer, formerly kubed. https://config-syncer.com/docs/latest/ */
export const configSyncer = defineProject({
  name: 'Config Syncer',
  copies: ['config-syncer', 'kubed'],
});
