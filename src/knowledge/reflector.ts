import { defineProject } from './form/project.js';

/** Reflector. https://github.com/emberstack/kubernetes-reflector */
export const reflector = defineProject({
  name: 'Reflector',
  copies: ['reflector'],
});
