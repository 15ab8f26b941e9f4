import { defineProject } from './form/project.js';

/** secretgen-controller. https://github.com/carvel-dev/secretgen-controller */
export const secretgenController = defineProject({
  name: 'secretgen-controller',
  copies: ['secretgen-controller'],
});
