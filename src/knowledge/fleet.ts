import { byField } from './form/keeps.js';
import { kindsOf, losesApplied } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Fleet. https://fleet.rancher.io/ref-gitrepo */
export const fleet = defineProject({
  name: 'Fleet',
  effects: [
    losesApplied(kindsOf('fleet.cattle.io', 'Bundle', 'GitRepo', 'HelmOp'), byField('spec.keepResources', true)),
  ],
});
