import { readField } from '../json/read-field.js';
import type { EffectRow, When } from './form/effect.js';
import { byField } from './form/keeps.js';
import { losesApplied, removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { both, changed } from './form/when.js';

const APPLICATION = 'argoproj.io/Application';
const APPLICATION_SET = 'argoproj.io/ApplicationSet';

/** https://argo-cd.readthedocs.io/en/stable/user-guide/auto_sync/ */
const prunes: When = (_, __, { to }) =>
  readField(to, 'spec.syncPolicy.automated.prune') === true &&
  readField(to, 'spec.syncPolicy.automated.enabled') !== false;

/** Argo CD. https://argo-cd.readthedocs.io/en/stable/ */
export const argoCd = defineProject({
  name: 'Argo CD',
  appliesOthers: [APPLICATION, APPLICATION_SET],
  effects: [
    // https://argo-cd.readthedocs.io/en/stable/user-guide/app_deletion/
    losesApplied(APPLICATION, {
      keeps: ({ json }) =>
        ![readField(json, 'metadata.finalizers')]
          .flat()
          .some((one) => typeof one === 'string' && one.startsWith('resources-finalizer.argocd.argoproj.io')),
      setting: 'metadata.finalizers without resources-finalizer.argocd.argoproj.io',
    }),
    // https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Application-Deletion/
    removal(
      APPLICATION_SET,
      'its Applications, and all objects that they have applied',
      byField('spec.syncPolicy.preserveResourcesOnDeletion', true),
    ),
    // https://argo-cd.readthedocs.io/en/stable/user-guide/auto_sync/#automatic-pruning
    ...['source.path', 'source.repoURL', 'source.chart', 'destination.namespace'].map(
      (field): EffectRow => ({
        on: APPLICATION,
        at: `spec.${field}`,
        when: both(changed, prunes),
        severity: 'warning',
        destroys: 'what the Application has applied and the new place does not have',
        effect: 'with syncPolicy.automated.prune, Argo CD deletes what it no longer finds in the source',
        instead: 'to look first, set syncPolicy.automated.prune: false in a change of its own, and read the diff',
      }),
    ),
    // https://argo-cd.readthedocs.io/en/stable/user-guide/application-specification/
    ...['server', 'name'].map(
      (field): EffectRow => ({
        on: APPLICATION,
        at: `spec.destination.${field}`,
        when: changed,
        severity: 'warning',
        says: 'applies to another cluster from now on',
        effect: 'Argo CD makes its objects in the other cluster; those in the old one are no longer kept up to date',
      }),
    ),
  ],
});
