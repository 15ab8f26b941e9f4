import { defineProject } from './form/project.js';

/** Kyverno. https://kyverno.io/docs/ */
export const kyverno = defineProject({
  name: 'Kyverno',
  webhooks: { kyverno: ['kyverno.io'] },
  copies: ['kyverno'],
});
