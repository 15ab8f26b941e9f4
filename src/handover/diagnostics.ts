import { defineDiagnostic } from '../diagnostics/index.js';

export const handoverNotMerged = defineDiagnostic({
  code: 'FX508',
  name: 'handover-not-merged',
  severity: 'error',
  summary: 'Only this branch has the first step of a handover: both steps would reach Flux as one change.',
  page: {
    example: 'npx fluxspan handover, then npx fluxspan handover --finish on the same branch',
    right: 'merge the first step and let Flux reconcile it, then run npx fluxspan handover --finish for the second',
  },
});

export const handoverBlocked = defineDiagnostic({
  code: 'FX509',
  name: 'handover-blocked',
  severity: 'error',
  summary: "A handover can't be written here, so nothing was written.",
  page: {
    example: 'npx fluxspan handover with changes in k8s/ that are not committed',
    right: 'do what the message says, in a change of its own; then run handover again',
  },
});

export const handoverStep = defineDiagnostic({
  code: 'FX510',
  name: 'handover-step',
  severity: 'notice',
  summary:
    'The tree is the first or the second step of a handover, or one is under way on the branch that Flux follows.',
  page: {
    example: 'npx fluxspan synth on any branch after the first step has been merged',
    right:
      'merge each step alone; when Flux has reconciled the first one, npx fluxspan handover --finish writes the second',
  },
});

export const terraformWrites = defineDiagnostic({
  code: 'FX512',
  name: 'terraform-writes',
  severity: 'error',
  summary: 'Terraform writes a file or namespace that a handover changes, so it would undo the change.',
  page: {
    example: 'Terraform has a github_repository_file of k8s/clusters/dev/web.yaml, which handover edits',
    right: "remove the resource from Terraform's state first, with a `removed` block and `destroy = false`",
  },
});

export const versionChanged = defineDiagnostic({
  code: 'FX514',
  name: 'version-changed',
  severity: 'warning',
  summary: 'The adoption would also change the version of a chart or tag. Upgrade in a separate change.',
  page: {
    example: 'the files have version 1.2.0 of a chart, and the addon pins 1.4.0',
    right: "set web({ version: '1.2.0' }), adopt, and remove it in a change of its own; or pass --with-upgrades",
  },
});

export const nameTaken = defineDiagnostic({
  code: 'FX537',
  name: 'name-taken',
  severity: 'error',
  summary:
    "An addon has the name of a Kustomization that fluxspan didn't write, and the code doesn't declare everything that this one applies: Flux would delete the rest.",
  page: {
    example: 'an addon is called web, and Kustomization web in the tree applies Deployment/shop, which no addon has',
    flux: 'nothing: it applies the addon, and deletes Deployment/shop',
    right: 'declare the rest in code, or move it to another Kustomization in a change of its own; or rename the addon',
  },
});

export const namesGoing = defineDiagnostic({
  code: 'FX538',
  name: 'names-going',
  severity: 'error',
  summary:
    "An adoption takes over a Kustomization on which another one still depends, and handover can't edit the file of that other one.",
  page: {
    example: 'two clusters read tenants.yaml, whose Kustomization has dependsOn: [{ name: infrastructure }]',
    flux: "dependencies do not meet ready condition: kustomizations.kustomize.toolkit.fluxcd.io 'infrastructure' not found",
    right:
      'change it to dependsOn: [{ name: cert-manager }], the addon that replaces it; or give each cluster its own file',
  },
});

export const adoptionWaits = defineDiagnostic({
  code: 'FX539',
  name: 'adoption-waits',
  severity: 'notice',
  summary:
    "Part of an adoption is left for later, or stays in place: a cluster that isn't adopted yet, files that nothing applies any more, or a source that nothing uses any more.",
  page: {
    example: 'the code declares dev and prod, and only dev has been adopted',
    right: 'run npx fluxspan handover --cluster prod --from k8s/clusters/prod, when its turn comes',
  },
});

export const rootAssumed = defineDiagnostic({
  code: 'FX555',
  name: 'root-assumed',
  severity: 'notice',
  summary:
    "No file of the repository declares the Kustomization that reads an adopted folder, so the handover assumes one with Flux's default settings.",
  page: {
    example: "npx fluxspan handover --from k8s/clusters/dev, where Terraform has made Flux's root",
    right:
      'make sure that the root in the cluster reads this folder without patches or postBuild; or put its manifest into the repository',
  },
});
