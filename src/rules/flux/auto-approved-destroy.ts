import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';

const autoApprovedDestroy = defineDiagnostic({
  code: 'FX784',
  name: 'auto-approved-destroy',
  severity: 'notice',
  summary:
    'A Terraform object of tofu-controller applies every plan by itself, and destroys all of its resources when it is deleted. One wrong commit then destroys a cloud without anyone seeing the plan.',
  page: {
    example: 'approvePlan: auto and destroyResourcesOnDeletion: true in one Terraform object',
    flux: 'nothing: the object stays Ready until its resources are gone',
    right: "approvePlan: '' (a person approves each plan), or destroyResourcesOnDeletion: false",
  },
  exceptable: true,
});

/** Somebody reads the plan that destroys. https://flux-iac.github.io/tofu-controller/References/terraform/ */
export const autoApprovedDestroyRule = defineRule([autoApprovedDestroy], (_, report, { index }) => {
  for (const object of objectsOfKind(index, 'infra.contrib.fluxcd.io/Terraform')) {
    const { approvePlan, destroyResourcesOnDeletion } = specOf(object);
    if (approvePlan !== 'auto' || destroyResourcesOnDeletion !== true) continue;
    report(
      diagnose(autoApprovedDestroy, {
        message: `${object.title} applies every plan by itself and destroys its resources when it is deleted`,
        at: placeIn(object, 'spec.approvePlan'),
        fix: "Set spec.approvePlan: '' to read each plan first, or spec.destroyResourcesOnDeletion: false",
      }),
    );
  }
});
