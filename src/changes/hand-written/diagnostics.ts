import { defineDiagnostic } from '../../diagnostics/index.js';

export const inputStillRead = defineDiagnostic({
  code: 'FX554',
  name: 'input-still-read',
  severity: 'error',
  summary:
    "A var leaves the contract, but a Kustomization that fluxspan didn't write still reads it from Terraform's ConfigMap. A warning if the file has a default, or if another source may have the var.",
  page: {
    example: 'addon "network" no longer declares TF_VPC_ID, and apps/web/config.yaml has ${TF_VPC_ID}',
    flux: 'variable substitution failed: … variable not set (strict mode): "TF_VPC_ID"; before 2.9 nothing, and the text is empty',
    right: 'keep TF_VPC_ID in infra.vars of an addon until no file reads it',
  },
});

export const unknownVar = defineDiagnostic({
  code: 'FX556',
  name: 'unknown-var',
  severity: 'error',
  summary:
    "A file that fluxspan didn't write reads a var that its Kustomization doesn't get: an error if the change adds it and Flux is strict, as from 2.9 on; otherwise a warning, or a notice if it was there before.",
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
    "A file that fluxspan didn't write refers to a Flux object that nothing makes: an error if the change adds it and an object has almost that name; otherwise a warning, or a notice if it was there before.",
  page: {
    example: 'apps/web.yaml has dependsOn: [{ name: infrastrcture }], and the tree has Kustomization infrastructure',
    flux: "dependency 'flux-system/infrastrcture' not found; of a source: Source 'GitRepository/fleet' not found",
    right: 'dependsOn: [{ name: infrastructure }]',
  },
});
