import { defineProject } from './form/project.js';

/** Kyverno. https://kyverno.io/docs/ */
export const kyverno = defineProject({
  webhooks: { kyverno: ['kyverno.io'] },
  copies: ['kyverno'],
});
