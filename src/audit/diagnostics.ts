import { defineDiagnostic } from '../diagnostics/index.js';

export const noFlux = defineDiagnostic({
  code: 'FX840',
  name: 'no-flux',
  severity: 'error',
  summary: 'audit finds no cluster in the folder: no file says which folder Flux reads.',
});

export const unbuiltFolder = defineDiagnostic({
  code: 'FX841',
  name: 'unbuilt-folder',
  severity: 'error',
  summary:
    'kustomize fails to build a folder that a Kustomization reads, so Flux applies nothing of it. audit judges what its files declare.',
});

export const unsuppliedVar = defineDiagnostic({
  code: 'FX842',
  name: 'unsupplied-var',
  severity: 'error',
  summary:
    'An object reads a ${VAR} that no source of its Kustomization has. From 2.9 on, Flux fails; earlier versions put in an empty text.',
});

export const outsideData = defineDiagnostic({
  code: 'FX844',
  name: 'outside-data',
  severity: 'notice',
  summary:
    'A Kustomization or release reads a ConfigMap or Secret that no file of the repository makes. Terraform, a person or a controller must have written it, with the keys that are read.',
});

export const unreadVar = defineDiagnostic({
  code: 'FX845',
  name: 'unread-var',
  severity: 'notice',
  summary: 'A Kustomization sets a var inline that nothing in its folder reads.',
});

export const misspeltVar = defineDiagnostic({
  code: 'FX846',
  name: 'misspelt-var',
  severity: 'warning',
  summary:
    'An object reads a ${VAR:=default} that nothing supplies, and its Kustomization sets a var of almost that name that nothing reads: Flux takes the default, and the value is lost.',
});

export const oldApi = defineDiagnostic({
  code: 'FX843',
  name: 'old-flux-api',
  severity: 'warning',
  summary:
    "An object of Flux is in a version of its API that a newer Flux doesn't serve any more: after the upgrade, Flux fails to apply it.",
});

export const endingApi = defineDiagnostic({
  code: 'FX886',
  name: 'ending-api',
  severity: 'warning',
  summary:
    "An object is in a version of Kubernetes' own API that the next release no longer serves (a warning), or a later one (a notice): after the upgrade, Flux fails to apply it.",
  page: {
    example: 'a VolumeAttributesClass with apiVersion: storage.k8s.io/v1beta1',
    right: 'apiVersion: storage.k8s.io/v1, before the upgrade to Kubernetes 1.37',
  },
});

export const oldCrdVersion = defineDiagnostic({
  code: 'FX887',
  name: 'old-crd-version',
  severity: 'notice',
  summary:
    "An object is in an alpha or beta version of a project's API that the newest CRD that fluxspan knows doesn't serve: after an upgrade of the CRDs, Flux fails to apply it.",
  page: { example: 'a Certificate with apiVersion: cert-manager.io/v1alpha2', right: 'apiVersion: cert-manager.io/v1' },
});

export const forgottenVars = defineDiagnostic({
  code: 'FX888',
  name: 'forgotten-vars',
  severity: 'warning',
  summary:
    'Objects of a Kustomization read vars that other Kustomizations get from postBuild, and it has no postBuild itself: the text ${VAR} stays as it is.',
  page: {
    example: 'host: app.${DOMAIN} in a folder whose Kustomization has no postBuild, while its siblings have it',
    right: 'postBuild: { substituteFrom: [{ kind: ConfigMap, name: cluster-vars }] }, as the others have it',
  },
});

export const unreadKey = defineDiagnostic({
  code: 'FX847',
  name: 'unread-key',
  severity: 'notice',
  summary:
    'Terraform writes a key for vars that no Kustomization reads: it is dead, or misspelt on one of the two sides.',
});

export const misnamedData = defineDiagnostic({
  code: 'FX848',
  name: 'misnamed-data',
  severity: 'error',
  summary:
    'An object reads a ConfigMap, Secret or remote secret that nothing in the repository makes, and Terraform makes one of almost that name, or in another namespace. A warning, if only what others read shows which one is meant.',
});

export const missingKey = defineDiagnostic({
  code: 'FX849',
  name: 'missing-key',
  severity: 'error',
  summary:
    "An object reads a key of a ConfigMap, Secret or remote secret that Terraform writes, and Terraform doesn't write that key.",
});

export const misnamedNamespace = defineDiagnostic({
  code: 'FX892',
  name: 'misnamed-namespace',
  severity: 'warning',
  summary:
    'Terraform makes a Namespace in which nothing is, and objects of the tree are in one that nothing makes. A notice if the two names have nothing in common.',
  page: {
    example: 'kubernetes_namespace with the name "montioring", and a HelmRelease in namespace monitoring',
    right: 'the same name on both sides',
  },
});

export const misnamedAccount = defineDiagnostic({
  code: 'FX893',
  name: 'misnamed-account',
  severity: 'warning',
  summary:
    'Terraform makes a ServiceAccount, or gives it rights in a cloud, by its namespace and name, and the tree has it by another one: its pods get no credentials, or no account.',
  page: {
    example:
      'aws_eks_pod_identity_association with namespace = "certmanager", and a HelmRelease cert-manager in namespace cert-manager',
    right: 'namespace = "cert-manager"',
  },
});

export const missingOutput = defineDiagnostic({
  code: 'FX895',
  name: 'missing-output',
  severity: 'error',
  summary:
    'A root of Terraform reads an output of the state of another root of the repository, which has no such output: `terraform plan` fails.',
  page: {
    example: 'data.terraform_remote_state.infra.outputs.vpc, and infra has output "vpc_id"',
    right: 'data.terraform_remote_state.infra.outputs.vpc_id',
  },
});

export const misreadObject = defineDiagnostic({
  code: 'FX854',
  name: 'misread-object',
  severity: 'warning',
  summary:
    'Terraform reads an object of the cluster that nothing makes, and the tree makes one of almost that name, or of that name in another namespace: Terraform finds nothing.',
  page: {
    example:
      'data "kubernetes_service_v1" with the name "ingress-ngnix" in namespace "web", and a Service ingress-nginx there',
    right: 'the name ingress-nginx',
  },
});

export const misnamedRepository = defineDiagnostic({
  code: 'FX857',
  name: 'misnamed-repository',
  severity: 'warning',
  summary:
    'An image or chart is of a repository or registry that Terraform does not make, and Terraform makes one of almost that name that nothing uses: it cannot be pulled.',
  page: {
    example:
      'image: 123456789012.dkr.ecr.eu-west-1.amazonaws.com/web-ap:1.2.3, and aws_ecr_repository with name = "web-app"',
    right: 'image: 123456789012.dkr.ecr.eu-west-1.amazonaws.com/web-app:1.2.3',
  },
});

export const numericText = defineDiagnostic({
  code: 'FX896',
  name: 'numeric-text',
  severity: 'error',
  summary:
    'A label, annotation, variable of a container or entry of a ConfigMap is a var with the id of an AWS account alone, which Terraform writes: it becomes a number, and the API server refuses it. For labels and annotations of the object itself a warning: Flux leaves all of them out.',
  page: {
    example:
      'env: [{ name: ACCOUNT, value: "${account_id}" }], and account_id = data.aws_caller_identity.this.account_id',
    right:
      'account_id_text = "\\"${data.aws_caller_identity.this.account_id}\\"" in Terraform, and value: ${account_id_text}',
  },
});

export const leftOutObject = defineDiagnostic({
  code: 'FX855',
  name: 'left-out-object',
  severity: 'error',
  summary:
    "Vars turn an object's name into a number, a boolean or nothing. Flux leaves such an object out without an error, and deletes what it applied of it before.",
});

export const breakingValue = defineDiagnostic({
  code: 'FX856',
  name: 'breaking-value',
  severity: 'error',
  summary: 'The value of a var breaks the YAML of an object, so Flux applies nothing of the Kustomization.',
});

export const staleContract = defineDiagnostic({
  code: 'FX859',
  name: 'stale-contract',
  severity: 'error',
  summary:
    'The committed contract of a repository in YAML lacks something that the manifests read, or has something that nothing reads any more.',
});

export const tenantCheckout = defineDiagnostic({
  code: 'FX819',
  name: 'tenant-checkout',
  severity: 'error',
  summary:
    "`--tenant` names a checkout of a tenant's repository that Flux doesn't read: the tenant has no source, or the checkout lacks the folder that `path` names.",
  page: {
    example:
      "fluxspan check --tenant claims=../claims, tenant({ name: 'claims', path: './deploy', … }), and no ../claims/deploy",
    right: "path: './' of the tenant, or the folder deploy in the checkout",
  },
});

export const outsideSecret = defineDiagnostic({
  code: 'FX850',
  name: 'outside-secret',
  severity: 'notice',
  summary:
    'An object of Flux needs a Secret, to fetch a source, to decrypt or to reach a cluster, that nothing in the repository makes. A person or a pipeline must bring it before Flux runs.',
});

export const silentPatch = defineDiagnostic({
  code: 'FX851',
  name: 'silent-patch',
  severity: 'notice',
  summary:
    "The target of a patch in a kustomization file selects none of the objects that are built, so kustomize patches nothing and doesn't say so.",
});

export const unlistedFile = defineDiagnostic({
  code: 'FX852',
  name: 'unlisted-file',
  severity: 'notice',
  summary:
    'A manifest lies in a folder that Flux reads, and its kustomization file lists others, but not this one: no Kustomization applies it.',
});

export const rareVar = defineDiagnostic({
  code: 'FX853',
  name: 'rare-var',
  severity: 'notice',
  summary:
    'One text reads a ${VAR} that a ConfigMap or Secret outside of the repository must have, and others read one of almost that name: one of them is most likely misspelt.',
});

export const sharedSync = defineDiagnostic({
  code: 'FX894',
  name: 'shared-sync',
  severity: 'warning',
  summary:
    "The sync in a cluster's folder reads the folder of another cluster, so that one cluster gets the settings of the other and nothing applies its own.",
  page: {
    example: 'clusters/prod-eu/flux-system/flux-instance.yaml with sync: { path: clusters/prod-us }',
    right: 'sync: { path: clusters/prod-eu }',
  },
});

export const lostNamespace = defineDiagnostic({
  code: 'FX899',
  name: 'lost-namespace',
  severity: 'notice',
  summary:
    'Objects are in a namespace that nothing makes, while the tree makes nearly all other namespaces of the cluster: Flux fails to apply them, unless somebody made it by hand. A warning if the tree makes one of almost that name, in which nothing is.',
  page: {
    example: 'a HelmRelease in namespace podinfo, and namespace.yaml is no longer in `resources`',
    right: 'resources: [namespace.yaml, release.yaml]',
  },
});

export const missingChart = defineDiagnostic({
  code: 'FX858',
  name: 'missing-chart',
  severity: 'error',
  summary: 'A release installs a chart from a folder of this repository that is not there, or that has no Chart.yaml.',
  page: {
    example: 'chart: { spec: { chart: ./charts/open-ldap, … } }, and the folder is charts/openldap',
    right: 'chart: ./charts/openldap',
  },
});
