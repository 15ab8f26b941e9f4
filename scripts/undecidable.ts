/** Faults of Flux trees that neither the tree nor the contract shows, each with the reason. */
export const undecidable: readonly (readonly [string, string])[] = [
  [
    'a pretty-printed YAML list as the value of a var',
    'a var is one string, number or boolean by its type, and structures go to infra.values; so you cannot write such a var',
  ],
  [
    'an integer above 2^53 in a var',
    'the contract allows numbers without bounds, and only Terraform knows the value. `contract check` checks the value that it supplies',
  ],
  [
    'a name that the value of a var makes too long',
    'most patterns have no maximum length. Kubernetes accepts 63 characters for a label and most names; limit the pattern to that',
  ],
  [
    'escapes through two levels of substitution',
    'fluxspan escapes one level; a Kustomization that an addon makes reads a folder that is not in the tree',
  ],
  [
    "a value that the chart's templates quote or cast wrongly",
    'synth reads templates, but does not run them. It knows whether a number can be a string only if the templates show it plainly',
  ],
  [
    "CRDs, names or webhooks in another repository's folder",
    'synth fetches nothing; `external` lists what that folder brings',
  ],
  [
    "a suffix hash that kustomize's generators give a ConfigMap",
    'fluxspan writes no generators; with `nameSuffixHash`, it computes the name itself, and references use it',
  ],
  [
    'a folder that holds YAML of something else',
    'every folder that synth writes has a kustomization file that lists its manifests, so this cannot happen',
  ],
  [
    'a ConfigMap that is immutable, and gone while it is replaced',
    'Terraform makes it; `contract check` reports it from a plan (FX408)',
  ],
  [
    "the order of Flux's bootstrap and Terraform's ConfigMaps",
    "Terraform's graph decides it; the generated module depends on the namespaces that it needs",
  ],
  [
    'files in the repository that Terraform writes too',
    "only Terraform's code shows it; `fluxspan handover` asks about it if objects move",
  ],
  [
    'a plan that hides the keys of a map',
    'only the plan shows it; the generated module proves its keys separately (FX411)',
  ],
  [
    'a value of a remote secret that is empty, or missing',
    'fluxspan never reads secrets; the contract lists only the names of their properties',
  ],
  [
    'drift between the chart version that Flux resolves from a range and the pinned schema',
    'Flux resolves the range in the cluster',
  ],
];
