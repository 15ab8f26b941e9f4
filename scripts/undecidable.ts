/** Faults of Flux trees that neither the tree nor the contract shows, each with the reason. */
export const undecidable: readonly (readonly [string, string])[] = [
  [
    'a pretty-printed YAML list as the value of a var',
    'a var is one text, number or boolean by its type; a structure goes to infra.values, so it cannot be written',
  ],
  [
    'an integer above 2^53 in a var',
    'the contract has numbers without bounds; a value is known only to Terraform. `contract check` sees what it gives',
  ],
  [
    'a name that the value of a var makes too long',
    'most patterns have no bound. Kubernetes takes 63 characters for a label and most names; say so in the pattern',
  ],
  [
    'escapes through two levels of substitution',
    'fluxspan writes one level; a Kustomization that an addon makes reads a folder that is not in the tree',
  ],
  [
    "a value that the chart's templates quote or cast wrongly",
    'templates are read and not run: whether a number may be text is known where it is plain from them',
  ],
  ["CRDs, names or webhooks in another repository's folder", 'nothing is fetched at synth; `provides` says what comes'],
  [
    "a suffix hash that kustomize's generators give a ConfigMap",
    'fluxspan writes no generators; with `nameSuffixHash` it gives the name itself, and references follow',
  ],
  [
    'a folder that holds YAML of something else',
    'every folder has a kustomization file that lists its manifests, so there is none',
  ],
  [
    'a ConfigMap that is immutable, and gone while it is replaced',
    "it is Terraform's; `contract check` tells it from a plan (FX408)",
  ],
  [
    "the order of Flux's bootstrap and Terraform's ConfigMaps",
    "it is in Terraform's graph; the generated module depends on the namespaces that it needs",
  ],
  [
    'files in the repository that Terraform writes too',
    "it is in Terraform's code; `fluxspan handover` asks for it where objects move",
  ],
  ['a plan that hides the keys of a map', "it is the plan's; the generated module proves its keys beside it (FX411)"],
  [
    'a value of a remote secret that is empty, or missing',
    'secrets are never read; the contract names their properties',
  ],
  [
    'drift between the chart version that Flux resolves from a range and the pinned schema',
    'a range is resolved in the cluster',
  ],
];
