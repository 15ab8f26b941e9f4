import type { Code } from './codes.js';

/** What a code's page shows beside its sentence. */
export interface Page {
  /** What it speaks of. */
  readonly example: string;
  /** What would be seen in the cluster; absent where nothing would, which is the trouble. */
  readonly flux?: string;
  /** The same, mended. */
  readonly right: string;
}

/** The pages of the rules that foretell what Flux, Helm and the API server do. */
export const pages: Partial<Readonly<Record<Code, Page>>> = {
  FX601: {
    example: 'infra: { vars: { TF_HOST: hostname() } }   // and vars.TF_HOST nowhere in `build`',
    right: 'new HTTPRoute(scope, "route", { spec: { hostnames: [vars.TF_HOST] } })',
  },
  FX602: {
    example: 'say ${TF_NAME:+yes}   # a shell: "yes" if it is set; Flux: its value',
    right: 'say ${TF_NAME:=yes}',
  },
  FX603: {
    example: 'TF_NAME: z.string()   // a value with a quote or a line break ends the text around it',
    flux: 'post build failed for …: YAMLToJSON: yaml: …',
    right: 'TF_NAME: z.string().regex(/^[\\w.-]+$/).meta({ examples: ["a"] })',
  },
  FX604: {
    example: 'new FluxCluster(app, "dev", { flux: "2.8" })   // and a release with postRenderStrategy',
    flux: '.spec.postRenderStrategy: field not declared in schema',
    right: 'new FluxCluster(app, "dev", { flux: "2.9" })',
  },
  FX605: {
    example: 'the addon "web" makes a Widget and requires nothing that brings its CRD',
    flux: 'Widget/web dry-run failed: no matches for kind "Widget" in version "example.org/v1"',
    right: 'defineAddon({ name: "web", requires: ["example.org"], … })',
  },
  FX606: {
    example: 'widgetOperator({ kustomization: { wait: false } })',
    flux: 'no matches for kind "Widget" in version "example.org/v1", until the release has installed',
    right: 'widgetOperator()',
  },
  FX607: {
    example: 'one addon makes the release of karpenter and an EC2NodeClass',
    flux: 'health check of the class times out, and the release beside it is never applied',
    right: 'an addon of its own for the class, in a later stage',
  },
  FX608: {
    example: 'an ExternalSecret in the addon of external-secrets, or in one that does not wait for it',
    flux: 'failed calling webhook "validate.externalsecret.external-secrets.io": … connection refused',
    right: 'requires: ["external-secrets"]',
  },
  FX609: {
    example: "labels: { 'reconcile.fluxcd.io/watch': 'enabled' }",
    right: "labels: { 'reconcile.fluxcd.io/watch': 'Enabled' }",
  },
  FX610: {
    example: 'valuesFrom: [{ kind: "ConfigMap", name: "more" }]   // and no such ConfigMap in the release’s namespace',
    flux: "could not resolve ConfigMap chart values reference 'web/more' with key 'values.yaml': configmaps \"more\" not found",
    right: 'new ConfigMap(scope, "more", { name: "more", data: { "values.yaml": "…" } })',
  },
  FX611: {
    example: 'new ConfigMap(scope, "data", { data: { "a b": "" } })',
    flux: 'data[a b]: Invalid value: "a b": a valid config key must consist of alphanumeric characters, …',
    right: 'new ConfigMap(scope, "data", { data: { "a-b": "" } })',
  },
  FX612: {
    example: 'a ClusterSecretStore with metadata.namespace, or a Service without one',
    flux: 'Service/web namespace not specified',
    right: 'a namespace where the kind has one, and only there',
  },
  FX613: {
    example: 'new FluxCluster(app, "dev", { lockdown: true })   // and a source in flux-system, a release elsewhere',
    flux: "can't access 'OCIRepository/flux-system/web', cross-namespace references have been blocked",
    right: 'the source in the namespace of its release',
  },
  FX614: {
    example: 'new ApiObject(scope, "inner", { kind: "Kustomization", … })   // no retryInterval',
    right: 'retryInterval: "1m"',
  },
  FX615: {
    example: 'infra: { vars: { TF_DB_PASSWORD: text(…) } }',
    right: 'infra: { secrets: { db: remoteSecret({ … }) } }',
  },
  FX618: {
    example: 'values: { account: 123456789012 }   // printed as 1.23456789012e+11',
    right: 'values: { account: "123456789012" }',
  },
  FX619: {
    example: 'values: { db: { host: "a" } } and valuesFrom: [{ …, targetPath: "db.host" }]',
    right: 'one of the two',
  },
  FX620: {
    example: 'two ConfigMaps in valuesFrom that both set `tolerations`',
    right: 'one of them sets it: lists replace lists',
  },
  FX621: {
    example: 'data: { "values.yaml": "- a" }',
    flux: 'cannot unmarshal array into Go value of type common.Values',
    right: 'data: { "values.yaml": "a: 1" }',
  },
  FX622: {
    example: 'ConfigMaps named web-${TF_COLOUR} and web-blue, where TF_COLOUR may be blue',
    flux: 'id matched 2 resources',
    right: 'a name that no value of the var makes',
  },
  FX623: {
    example: 'name: `web-${vars.TF_NAME}`   // TF_NAME: z.string()',
    flux: 'Invalid value: "web-A": a lowercase RFC 1123 subdomain must consist of …',
    right: 'TF_NAME: z.string().regex(/^[a-z0-9-]+[a-z0-9]$/)',
  },
  FX624: {
    example: 'data: { script: "echo $${HOME}" }   // in an addon without vars',
    right: 'data: { script: "echo ${HOME}" }',
  },
};

/** Faults that are known of Flux trees and that nobody can see from the tree and the contract, with the reason. */
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
    'escapes through two levels of substitution',
    'fluxspan writes one level; a Kustomization that an addon makes reads a folder that is not in the tree',
  ],
  [
    'a value that the chart’s templates quote or cast wrongly',
    'templates are not run; the chart’s schema is all that is known of it',
  ],
  ['CRDs, names or webhooks in another repository’s folder', 'nothing is fetched at synth; `provides` says what comes'],
  ['a suffix hash on a generated ConfigMap', 'fluxspan writes no generators, so there is none'],
  [
    'a folder that holds YAML of something else',
    'every folder has a kustomization file that lists its manifests, so there is none',
  ],
  [
    'a path that is not in the artifact, or ignored by .sourceignore',
    'what the source ignores is the cluster’s; fluxspan’s own paths exist by construction',
  ],
  [
    'a cycle of dependsOn, or a dependency that does not exist',
    'stages have an order, so none can be written; FX208 finds the one case that namespaces make',
  ],
  [
    'a ConfigMap that is immutable, and gone while it is replaced',
    'it is Terraform’s; `contract check` tells it from a plan (FX408)',
  ],
  [
    'the order of Flux’s bootstrap and Terraform’s ConfigMaps',
    'it is in Terraform’s graph; the generated module depends on the namespaces that it needs',
  ],
  [
    'files in the repository that Terraform writes too',
    'it is in Terraform’s code; `fluxspan handover` asks for it where objects move',
  ],
  ['a plan that hides the keys of a map', 'it is the plan’s; the generated module proves its keys beside it (FX411)'],
  [
    'a value of a remote secret that is empty, or missing',
    'secrets are never read; the contract names their properties',
  ],
  [
    'drift between the chart version that Flux resolves from a range and the pinned schema',
    'a range is resolved in the cluster',
  ],
];
