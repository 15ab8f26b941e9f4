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
  FX201: {
    example: "stage('system', [metricsServer()]) and stage('apps', [metricsServer()])   // of one cluster",
    right: 'an addon once per cluster; for two of a kind, two definitions with names of their own',
  },
  FX202: {
    example: "stage('apps', [web()], { dependsOn: ['sytem'] })   // and the stage is called system",
    right: "stage('apps', [web()], { dependsOn: ['system'] }), after the stage that it names",
  },
  FX203: {
    example: "stage('secrets', [externalSecrets()])   // which requires 'external-secrets.io'",
    right: "stage('crds', [externalSecretsCrds()]).stage('secrets', [externalSecrets()])",
  },
  FX204: {
    example: "provides: ['example.org'] in two addons of one cluster",
    right: 'one addon has the CRDs of a group; the other one requires the group',
  },
  FX205: {
    example: 'TF_SIZE: z.string() in one addon, TF_SIZE: z.number() in another',
    right: 'one declaration that both import, or two names: a var is one value for the whole cluster',
  },
  FX206: {
    example: "shared: remoteSecret({ key: 'TF_A', … }) in one addon, with key: 'TF_B' in another",
    right: 'one remoteSecret(…) that both import',
  },
  FX207: {
    example: 'new ConfigMap(scope, "data", { namespace: "nowhere", data: {} })   // and nobody creates it',
    flux: 'ConfigMap/nowhere/data … not found: namespaces "nowhere" not found',
    right:
      'createNamespace: true of an addon that lives in it; new Namespace(scope, …) in one `build`; or namespaces: ["nowhere"] on the cluster if it is there already',
  },
  FX208: {
    example: 'addon one creates the namespace one and has an object in two; addon two the other way round',
    flux: "dependency 'flux-system/two' is not ready, of both, for ever",
    right: 'each has its objects in its own namespace, or one of them is in a later stage',
  },
  FX209: {
    example: "new FluxCluster(app, 'dev', { flux: '1.0', lockdwn: true })",
    right: "new FluxCluster(app, 'dev', { flux: '2.9', lockdown: true })",
  },
  FX210: {
    example: 'requireMirrors: true, and a chart of a registry that no entry of `mirrors` covers',
    right: "mirrors: { 'oci://ghcr.io': 'oci://registry.example.org/ghcr' }",
  },
  FX211: {
    example: 'defineInfra(dev, { vars: { TF_HSOT: "a.example.org" } })   // and the contract has TF_HOST',
    right: 'defineInfra(dev, { vars: { TF_HOST: "a.example.org" } })',
  },
  FX302: {
    example: 'two ConfigMaps named "web" in one namespace',
    flux: 'may not add resource with an already registered id: ConfigMap.v1.[noGrp]/web.default; of two addons: nothing, and each takes it from the other again and again',
    right: 'one of the two makes it, and the other refers to it',
  },
  FX303: {
    example: 'new ConfigMap(scope, "data", { name: "Not_A_Name" })',
    flux: 'metadata.name: Invalid value: "Not_A_Name": a lowercase RFC 1123 subdomain must consist of …',
    right: 'new ConfigMap(scope, "data", { name: "a-name" })',
  },
  FX304: {
    example: 'data: { host: "${TF_HSOT}" }   // and TF_HOST is declared',
    flux: 'variable not set (strict mode): "TF_HSOT"; before Flux 2.9 nothing, and the text has a hole',
    right: 'data: { host: vars.TF_HOST }',
  },
  FX305: {
    example: 'data: { text: "${TF_HOST-none}" }',
    flux: 'post build failed for …: envsubst error: variable substitution failed: missing closing brace',
    right: 'data: { text: "${TF_HOST:=none}" }',
  },
  FX306: {
    example: 'infra: { values: { web: z.object({ host: … }) } }, and values: { host: "a" } in `build`',
    right: 'one of the two: what differs between clusters and is known here is an option',
  },
  FX307: {
    example:
      'new HTTPRoute(scope, "route", { spec: { parentRefs: [{ name: "main" }] } })   // and nobody makes the Gateway',
    right: 'the addon that makes it, in an earlier stage and in `requires`; or external: true',
  },
  FX309: {
    example: 'new HelmRelease(scope, "web", { chart: charts.web, chartRef: source })',
    flux: 'spec: Invalid value: either chart or chartRef must be set',
    right: 'new HelmRelease(scope, "web", { chart: charts.web })',
  },
  FX310: {
    example: 'interval: "hourly"',
    flux: 'spec.interval: Invalid value: "hourly": … should match \'^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$\'',
    right: 'interval: "1h"',
  },
  FX313: {
    example: 'values: { replica: 2 }   // of a chart that reads `replicas`',
    flux: "values don't meet the specifications of the schema(s) in the following chart(s); where the chart has none: nothing",
    right: 'values: { replicas: 2 }',
  },
  FX314: {
    example: 'new Kustomization(scope, "inner", { wait: true, healthChecks: […], … })',
    right: 'one of the two: with `wait: true` Flux does not look at healthChecks',
  },
  FX315: {
    example: 'new HelmRelease(scope, "web", { maxHistroy: 5, … })',
    flux: '.spec.maxHistroy: field not declared in schema',
    right: 'new HelmRelease(scope, "web", { maxHistory: 5, … })',
  },
  FX316: {
    example: 'upgrade: { strategy: { name: "RemediateOnFailure", retryInterval: "1m" } }',
    flux: "spec.upgrade.strategy: Invalid value: failed rule: !has(self.retryInterval) || self.name == 'RetryOnFailure'",
    right: 'upgrade: { strategy: { name: "RetryOnFailure", retryInterval: "1m" } }',
  },
  FX501: {
    example: 'an addon is renamed from web to shop: Kustomization web deletes its objects, and shop makes them anew',
    right:
      'npx fluxspan handover --cluster dev, which makes two commits of it: first web lets go, then shop takes over',
  },
  FX502: {
    example: 'the addon database is taken out of its stage: Flux deletes its Kustomization and all that it applied',
    right: "dev.removed('database', { reason: 'moved to RDS' })",
  },
  FX503: {
    example: ".removed('database', { reason: '…' })   // and it went with the last change",
    right: 'the line taken out',
  },
  FX504: {
    example: 'npx fluxspan synth in a folder without git, or without the branch that Flux reads',
    right:
      "git fetch, or new FluxCluster(app, 'dev', { base: 'origin/main' }) with the revision that Flux follows; --no-base says that nothing is to be compared",
  },
  FX505: {
    example: 'k8s/clusters/dev/legacy.yaml, written by hand, beside what fluxspan writes',
    right: 'nothing, if it stays; npx fluxspan handover --from k8s/clusters/dev takes it over',
  },
  FX506: {
    example: 'k8s/clusters/dev/legacy.yaml applies HelmRelease/web, and so does an addon',
    flux: 'nothing, and the two take it from each other again and again',
    right: 'npx fluxspan handover --from k8s/clusters/dev',
  },
  FX507: {
    example: 'a kustomization.yaml of the branch that Flux reads names a file that is not there',
    flux: 'kustomize build failed: …',
    right: 'the tree mended on that branch first, as a change of its own',
  },
  FX508: {
    example: 'npx fluxspan handover, then npx fluxspan synth on the same branch',
    right: 'the first step merged and reconciled, then synth for the second',
  },
  FX509: {
    example: 'npx fluxspan handover with changes in k8s/ that are not committed',
    right: 'what the message says, as a change of its own; then handover again',
  },
  FX510: {
    example: 'npx fluxspan synth after the first step has been merged',
    right: 'each step is merged alone, and the second one after Flux has reconciled the first',
  },
  FX511: {
    example: 'an addon that made its own namespace gets infra.values, so Terraform writes into it and creates it',
    right: 'an import block, or terraform state rm, as the message says, before the change is merged',
  },
  FX512: {
    example: 'Terraform has a github_repository_file of k8s/clusters/dev/web.yaml, which handover edits',
    right: 'the resource out of Terraform’s state first, with a removed block that destroys nothing',
  },
  FX513: {
    example: "dev.removed('database', { reason: '' })",
    right: "dev.removed('database', { reason: 'moved to RDS' })",
  },
  FX514: {
    example: 'the files have version 1.2.0 of a chart, and the addon pins 1.4.0',
    right: "web({ version: '1.2.0' }), adopt, and take it out as a change of its own; or --with-upgrades",
  },
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
    flux: 'post build failed for …: envsubst error: YAMLToJSON: yaml: …',
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
    flux: "… EC2NodeClass/default status: 'InProgress' …; and the release beside it is not applied until that ends",
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
    flux: 'cross-namespace references are not allowed: cannot access OCIRepository flux-system/web',
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
  FX625: {
    example: "dev.except('FX618', { object: 'HelmRelease/web', reason: '' })",
    right: "dev.except('FX618', { object: 'HelmRelease/web', reason: 'the chart prints it with int64' })",
  },
  FX626: {
    example: "dev.except('FX618', { object: 'HelmRelease/wbe', reason: '…' })   // and a release named web",
    right: "dev.except('FX618', { object: 'HelmRelease/web', reason: '…' })",
  },
  FX627: {
    example: 'secretStoreRef: { name: "main" }   // in an ApiObject; and "main" is a ClusterSecretStore',
    flux: 'could not get secret data from provider: SecretStore "main" not found',
    right: 'secretStoreRef: { kind: "ClusterSecretStore", name: "main" }',
  },
  FX628: {
    example:
      'postBuild: { substituteFrom: [{ kind: "ConfigMap", name: "web" }] }   // and "web" has the key values.yaml',
    flux: "post build failed for …: envsubst error: 'values.yaml' var name is invalid, must match '^[_[:alpha:]][_[:alpha:][:digit:]]*$'",
    right: 'a ConfigMap of vars alone',
  },
  FX629: {
    example: "helmChart<WebValues>({ …, version: '2.0.0', valuesSchema: webValuesSchema })   // imported from 1.4.0",
    right: 'npx fluxspan import chart … --version 2.0.0, and what the compiler then says is mended',
  },
  FX690: {
    example: 'fluxspan render dev --infra output.json   // and the output lacks TF_HOST',
    flux: 'variable not set (strict mode): "TF_HOST"',
    right: 'what `contract check` has nothing to say of',
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
    'a name that the value of a var makes too long',
    'most patterns have no bound. Kubernetes takes 63 characters for a label and most names; say so in the pattern',
  ],
  [
    'a change of a field that cannot change, such as the data of an immutable ConfigMap',
    'synth sees one state; Flux says `field is immutable` at the next one',
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
