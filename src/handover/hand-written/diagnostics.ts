import { defineDiagnostic } from '../../diagnostics/index.js';

export const inputStillRead = defineDiagnostic({
  code: 'FX554',
  name: 'input-still-read',
  severity: 'error',
  summary:
    'A var leaves the contract, and a Kustomization that fluxspan did not write still reads it from the ConfigMap that Terraform makes. A warning where a default stands in the file, or where another source may have it.',
  page: {
    example: 'addon "network" no longer declares TF_VPC_ID, and apps/web/config.yaml has ${TF_VPC_ID}',
    flux: 'variable substitution failed: … variable not set (strict mode): "TF_VPC_ID"; before 2.9 nothing, and the text is empty',
    right: 'TF_VPC_ID in infra.vars of an addon until no file reads it',
  },
});

export const unknownVar = defineDiagnostic({
  code: 'FX556',
  name: 'unknown-var',
  severity: 'error',
  summary:
    'A file that fluxspan did not write reads a var that nothing gives its Kustomization: an error where the change brings it and Flux is strict, as from 2.9 on; else a warning, or a notice if it was there before.',
  page: {
    example:
      'apps/web/config.yaml has ${CLUSTER_NAEM}, and postBuild.substitute of Kustomization apps has CLUSTER_NAME',
    flux: 'variable substitution failed: … variable not set (strict mode): "CLUSTER_NAEM"; before 2.9 nothing, and the text is empty',
    right: '${CLUSTER_NAME}; or ${CLUSTER_NAEM:=dev}, with a default',
  },
});

export const misnamedByOthers = defineDiagnostic({
  code: 'FX557',
  name: 'misnamed-by-others',
  severity: 'error',
  summary:
    'A file that fluxspan did not write names an object of Flux that nothing makes: an error where the change brings it and an object has almost that name; else a warning, or a notice if it was there before.',
  page: {
    example: 'apps/web.yaml has dependsOn: [{ name: infrastrcture }], and the tree has Kustomization infrastructure',
    flux: "dependency 'flux-system/infrastrcture' not found; of a source: Source 'GitRepository/fleet' not found",
    right: 'dependsOn: [{ name: infrastructure }]',
  },
});
