/** A set, with what is beside it in its addon. `expected`: `code path-in-the-set`. */
export interface SetProgram {
  readonly yaml: string;
  readonly expected: string;
}

const set = (spec: string, name = 'apps'): string => `
apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSet
metadata: { name: ${name}, namespace: default }
spec:
${spec.replaceAll(/^/gm, '  ')}`;

export const inputs = 'inputs: [{ tenant: a }, { tenant: b }]';
const namespace = `- apiVersion: v1
  kind: Namespace
  metadata: { name: "<< inputs.tenant >>" }`;
const repository = `- apiVersion: source.toolkit.fluxcd.io/v1
  kind: OCIRepository
  metadata: { name: "<< inputs.tenant >>", namespace: default }
  spec: { interval: 10m, url: "oci://ghcr.io/acme/<< inputs.tenant >>", ref: { semver: "*" } }`;
const release = (spec: string, name = '<< inputs.tenant >>') => `- apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: "${name}", namespace: default }
  spec:
    interval: 30m
    chartRef: { kind: OCIRepository, name: "<< inputs.tenant >>" }
    install: { strategy: { name: RetryOnFailure } }
    upgrade: { strategy: { name: RetryOnFailure } }
${spec.replaceAll(/^/gm, '    ')}`;
const kustomization = (spec: string) => `- apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: "<< inputs.tenant >>", namespace: default }
  spec:
    interval: 10m
    retryInterval: 1m
    prune: true
    path: ./deploy
    sourceRef: { kind: OCIRepository, name: "<< inputs.tenant >>" }
${spec.replaceAll(/^/gm, '    ')}`;
const config = (metadata: string, more = '') => `- apiVersion: v1
  kind: ConfigMap
  metadata: { name: "<< inputs.tenant >>", namespace: default${metadata} }
${more.replaceAll(/^/gm, '  ')}`;
const deployment = (container: string, more = '') => `- apiVersion: apps/v1
  kind: Deployment
  metadata: { name: "<< inputs.tenant >>", namespace: default }
  spec:
    selector: { matchLabels: { app: web } }
${more}    template:
      metadata: { labels: { app: web } }
      spec: { containers: [{ name: web, image: "web:1"${container} }] }`;
const within = (...resources: readonly string[]) => `${inputs}\nresources:\n${resources.join('\n')}`;
const plain = (yaml: string) => `\n---\n${yaml}`;
const provider = (values: string, name = 'tenants', type = 'Static') =>
  plain(`apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSetInputProvider
metadata: { name: ${name}, namespace: default }
spec: { type: ${type}, ${values} }`);
const webRelease = plain(`apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: default }
spec:
  interval: 30m
  releaseName: a
  chartRef: { kind: OCIRepository, name: a }
  install: { strategy: { name: RetryOnFailure } }
  upgrade: { strategy: { name: RetryOnFailure } }`);

const secret = (metadata: string) => config(metadata).replace('kind: ConfigMap', 'kind: Secret');
const registry = plain(
  'apiVersion: v1\nkind: Secret\nmetadata: { name: registry, namespace: default }\nstringData: { token: a }',
);

const selecting = (labels: string) =>
  `inputsFrom: [{ selector: { matchLabels: { ${labels} } } }]\nresources:\n${config('')}`;
const labelled = (labels: string) =>
  provider('defaultValues: { tenant: a }').replace('namespace: default', `namespace: default, labels: { ${labels} }`);

export const parts = {
  labelled,
  selecting,
  registry,
  config,
  deployment,
  inputs,
  kustomization,
  namespace,
  plain,
  provider,
  release,
  repository,
  set,
  webRelease,
  within,
};

/** Sets that the Flux Operator, Flux, Helm or the API server refuses, or that do harm. */
export const harmfulSets: Readonly<Record<string, SetProgram>> = {
  'an input that no set of inputs has': {
    yaml: set(within(config('', 'data: { a: "<< inputs.tennant >>" }'))),
    expected: 'FX666 spec.resources[0]',
  },
  'an input that one set of inputs lacks': {
    yaml: set(
      `inputs: [{ tenant: a, tier: gold }, { tenant: b }]\nresources:\n${config('', 'data: { a: "<< inputs.tier >>" }')}`,
    ),
    expected: 'FX666 spec.resources[0]',
  },
  'an input where the set has none': {
    yaml: set(`resources:\n${config('')}`),
    expected: 'FX666 spec.resources[0]',
  },
  'an unknown function': {
    yaml: set(within(config('', 'data: { a: "<< inputs.tenant | sluggify >>" }'))),
    expected: 'FX666 spec.resources[0]',
  },
  'a template that is not closed': {
    yaml: set(
      `${inputs}\nresourcesTemplate: |\n  apiVersion: v1\n  kind: ConfigMap\n  metadata: { name: "<< inputs.tenant ", namespace: default }`,
    ),
    expected: 'FX666 spec.resourcesTemplate',
  },
  'a loop without end': {
    yaml: set(`${inputs}\nresourcesTemplate: |\n  << range list "a" >>\n  kind: ConfigMap`),
    expected: 'FX666 spec.resourcesTemplate',
  },
  'a template that gives no YAML': {
    yaml: set(
      `${inputs}\nresourcesTemplate: |\n  apiVersion: v1\n  kind: ConfigMap\n  metadata:\n  name: [<< inputs.tenant >>`,
    ),
    expected: 'FX666 spec.resourcesTemplate',
  },
  'a field of an input that is text': {
    yaml: set(within(config('', 'data: { a: "<< inputs.tenant.name >>" }'))),
    expected: 'FX666 spec.resources[0]',
  },
  'an object in two steps': {
    yaml: set(
      `${inputs}\nsteps:\n- name: one\n  resources:\n${config('').replaceAll(/^/gm, '  ')}\n- name: two\n  resources:\n${config('').replaceAll(/^/gm, '  ')}`,
    ),
    expected: 'FX666 spec.steps[1].resources[0]',
  },
  'a document without kind': {
    yaml: set(
      `${inputs}\nresourcesTemplate: |\n  apiVersion: v1\n  metadata: { name: << inputs.tenant >>, namespace: default }`,
    ),
    expected: 'FX666 spec.resourcesTemplate',
  },
  'a name that is a number': {
    yaml: set(
      `inputs: [{ tenant: 12 }]\nresourcesTemplate: |\n  apiVersion: v1\n  kind: ConfigMap\n  metadata: { name: << inputs.tenant >>, namespace: default }`,
    ),
    expected: 'FX303 spec.resourcesTemplate',
  },
  'no name': {
    yaml: set(
      `${inputs}\nresourcesTemplate: |\n  apiVersion: v1\n  kind: ConfigMap\n  metadata: { namespace: default }`,
    ),
    expected: 'FX303 spec.resourcesTemplate',
  },
  'a name with capitals': {
    yaml: set(`inputs: [{ tenant: TeamA }]\nresources:\n${config('')}`),
    expected: 'FX303 spec.resources[0].metadata.name',
  },
  'a provider that is not there': {
    yaml:
      set(`inputsFrom: [{ kind: ResourceSetInputProvider, name: tenant }]\nresources:\n${config('')}`) +
      provider('defaultValues: { tenant: a }'),
    expected: 'FX307 spec.inputsFrom[0]',
  },
  'a provider that lacks an input': {
    yaml: set(`inputsFrom: [{ name: tenants }]\nresources:\n${config('')}`) + provider('defaultValues: { name: a }'),
    expected: 'FX666 spec.resources[0]',
  },
  'a namespace that nothing creates': {
    yaml: set(within(config('').replaceAll('default', '<< inputs.tenant >>'))),
    expected: 'FX207 spec.resources[0]',
  },
  'a namespace with a typo': {
    yaml: set(within(namespace, config('').replaceAll('default', '<< inputs.tenant >>s'))),
    expected: 'FX207 spec.resources[1]',
  },
  'no namespace': {
    yaml: set(within(config('').replace(', namespace: default', ''))),
    expected: 'FX612 spec.resources[0].metadata.namespace',
  },
  'a release that depends on one that is not there': {
    yaml: set(within(repository, release('dependsOn: [{ name: "<< inputs.tenant >>-db" }]'))),
    expected: 'FX307 spec.resources[1].spec.dependsOn[0]',
  },
  'a Kustomization that depends on one that is not there': {
    yaml: set(within(repository, kustomization('dependsOn: [{ name: infra }]'))),
    expected: 'FX307 spec.resources[1].spec.dependsOn[0]',
  },
  'sources that are not there, of Kustomizations that wait for each other': {
    yaml: set(within(kustomization(''))),
    expected: 'FX307 spec.resources[0].spec.sourceRef',
  },
  'a Kustomization whose dependency is not there, by another name for each input': {
    yaml: set(within(repository, kustomization('dependsOn: [{ name: "<< inputs.tenant >>-db" }]'))),
    expected: 'FX307 spec.resources[1].spec.dependsOn[0]',
  },
  'a source that is not there': {
    yaml: set(within(release(''))),
    expected: 'FX307 spec.resources[0].spec.chartRef',
  },
  'values of a ConfigMap that nothing writes': {
    yaml: set(within(repository, release('valuesFrom: [{ kind: ConfigMap, name: settings }]'))),
    expected: 'FX610 spec.resources[1].spec.valuesFrom[0]',
  },
  'a ServiceAccount that is not there': {
    yaml: set(
      `inputs: [{ tenant: a }]\nresources:\n${repository}\n${release('serviceAccountName: flxu')}\n- apiVersion: v1\n  kind: ServiceAccount\n  metadata: { name: flux, namespace: default }`,
    ),
    expected: 'FX630 spec.resources[1].spec.serviceAccountName',
  },
  'the accounts of two Kustomizations are not there': {
    yaml: set(
      `${inputs}\nresources:\n${repository}\n${kustomization('serviceAccountName: flxu')}\n- apiVersion: v1\n  kind: ServiceAccount\n  metadata: { name: flux, namespace: default }`,
    ),
    expected: 'FX630 spec.resources[1].spec.serviceAccountName',
  },
  'the accounts of two Kustomizations are not there, each in a namespace of its own': {
    yaml: set(
      `${inputs}\nresources:\n${namespace}\n${[
        repository,
        kustomization('serviceAccountName: flxu'),
        '- apiVersion: v1\n  kind: ServiceAccount\n  metadata: { name: flux, namespace: default }',
      ]
        .join('\n')
        .replaceAll('namespace: default', 'namespace: "<< inputs.tenant >>"')}`,
    ),
    expected: 'FX630 spec.resources[2].spec.serviceAccountName',
  },
  'a set that depends on one that is not there': {
    yaml: set(
      `dependsOn: [{ apiVersion: fluxcd.controlplane.io/v1, kind: ResourceSet, name: tenants, namespace: default }]\n${within(config(''))}`,
    ),
    expected: 'FX307 spec.dependsOn[0]',
  },
  'a set that depends on one without its namespace': {
    yaml:
      set(
        `dependsOn: [{ apiVersion: fluxcd.controlplane.io/v1, kind: ResourceSet, name: tenants }]\n${within(config(''))}`,
      ) + plain(set(within(config('').replace('name: "', 'name: "x-')), 'tenants')),
    expected: 'FX666 spec.dependsOn[0]',
  },
  'a copy of a Secret under another name': {
    yaml: set(within(secret(', annotations: { fluxcd.controlplane.io/copyFrom: default/registyr }'))) + registry,
    expected: 'FX630 spec.resources[0].metadata.annotations["fluxcd.controlplane.io/copyFrom"]',
  },
  'a copy of a Secret in another namespace': {
    yaml: set(within(secret(', annotations: { fluxcd.controlplane.io/copyFrom: kube-system/registry }'))) + registry,
    expected: 'FX630 spec.resources[0].metadata.annotations["fluxcd.controlplane.io/copyFrom"]',
  },
  'a provider with the token under another name': {
    yaml:
      set(`inputsFrom: [{ name: tenants }]\nresources:\n${config('')}`) +
      provider('url: "https://github.com/acme/web", secretRef: { name: registyr }', 'tenants', 'GitHubBranch') +
      registry,
    expected: 'FX630 spec.secretRef',
  },
  'an annotation that is no duration': {
    yaml: set(within(config(''))).replace(
      'namespace: default }',
      "namespace: default, annotations: { fluxcd.controlplane.io/reconcileEvery: '5 minutes' } }",
    ),
    expected: 'FX669 metadata.annotations["fluxcd.controlplane.io/reconcileEvery"]',
  },
  'a switch that is neither on nor off': {
    yaml: set(within(config(", annotations: { fluxcd.controlplane.io/force: 'true' }"))),
    expected: 'FX669 spec.resources[0].metadata.annotations["fluxcd.controlplane.io/force"]',
  },
  'a selector with another label than the provider': {
    yaml: set(selecting('team: a')) + labelled('team: b'),
    expected: 'FX669 spec.inputsFrom[0].selector',
  },
  'a selector of a provider in another namespace': {
    yaml: set(selecting('team: a')) + labelled('team: a').replace('namespace: default', 'namespace: kube-system'),
    expected: 'FX669 spec.inputsFrom[0].selector',
  },
  'two providers whose inputs have one key': {
    yaml:
      set(
        `inputStrategy: { name: Permute }\ninputsFrom: [{ name: my-team }, { name: my.team }]\nresources:\n${config('').replaceAll('inputs.tenant', 'inputs.my_team.tenant')}`,
      ) +
      provider('defaultValues: { tenant: a }', 'my-team') +
      provider('defaultValues: { tenant: b }', 'my.team'),
    expected: 'FX669 spec.inputsFrom[1]',
  },
  'a copy of a Secret without its namespace': {
    yaml: set(within(secret(', annotations: { fluxcd.controlplane.io/copyFrom: registry }'))) + registry,
    expected: 'FX666 spec.resources[0]',
  },
  'a checksum of a kind that the operator does not read': {
    yaml: set(within(config(', annotations: { fluxcd.controlplane.io/checksumFrom: Deployment/default/registry }'))),
    expected: 'FX666 spec.resources[0]',
  },
  'the account of the set is not there': {
    yaml:
      set(`serviceAccountName: flxu\nresources:\n${config('').replace('<< inputs.tenant >>', 'a')}`) +
      plain('apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: flux, namespace: default }'),
    expected: 'FX630 spec.serviceAccountName',
  },
  'a field with the wrong type': {
    yaml: set(within(deployment('', '    replicas: "<< inputs.tenant >>"\n'))),
    expected: 'FX315 spec.resources[0].spec.replicas',
  },
  'an unknown field': {
    yaml: set(within(deployment('', '    replica: 1\n'))),
    expected: 'FX315 spec.resources[0].spec.replica',
  },
  'a rule that Kubernetes has in Go': {
    yaml: set(within(deployment('').replace('matchLabels: { app: web }', 'matchLabels: { app: wbe }'))),
    expected: 'FX316 spec.resources[0].spec.template.metadata.labels',
  },
  'a port out of range': {
    yaml: set(
      within(
        `- apiVersion: v1\n  kind: Service\n  metadata: { name: "<< inputs.tenant >>", namespace: default }\n  spec: { selector: { app: web }, ports: [{ port: 80800 }] }`,
      ),
    ),
    expected: 'FX315 spec.resources[0].spec.ports[0].port',
  },
  'data that is a number': {
    yaml: set(within(config('', 'data: { a: 3 }'))),
    expected: 'FX315 spec.resources[0].data.a',
  },
  'a wrong type in a template': {
    yaml: set(
      `${inputs}\nresourcesTemplate: |\n  apiVersion: v1\n  kind: ConfigMap\n  metadata: { name: << inputs.tenant >>, namespace: default }\n  data: { a: true }`,
    ),
    expected: 'FX315 spec.resourcesTemplate',
  },
  'a version that is not served': {
    yaml: set(within(deployment('').replace('apps/v1', 'apps/v1beta1'))),
    expected: 'FX647 spec.resources[0].apiVersion',
  },
  'a duration that Flux refuses': {
    yaml: set(within(repository, release('timeout: 5 minutes'))),
    expected: 'FX315 spec.resources[1].spec.timeout',
  },
  'an expression with a syntax error': {
    yaml: set(
      within(
        repository,
        release('dependsOn: [{ name: a, readyExpr: "dep.status.ready = 1" }]', 'c-<< inputs.tenant >>'),
        release(''),
      ),
    ),
    expected: 'FX648 spec.resources[1].spec.dependsOn[0].readyExpr',
  },
  'a label that the API server refuses': {
    yaml: set(within(config(', labels: { team: "Team << inputs.tenant >>!" }'))),
    expected: 'FX315 spec.resources[0].metadata.labels.team',
  },
  'the release of an addon': {
    yaml:
      set(
        within(
          repository,
          release('', 'x-<< inputs.tenant >>').replace(
            'interval: 30m',
            'interval: 30m\n    releaseName: "<< inputs.tenant >>"',
          ),
        ),
      ) + webRelease,
    expected: 'FX633 spec.resources[1].spec.releaseName',
  },
  'one release for all inputs': {
    yaml: set(within(repository, release('releaseName: web'))),
    expected: 'FX633 spec.resources[1].spec.releaseName',
  },
  'what an addon has, too': {
    yaml: set(within(config(''))) + plain('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: b, namespace: default }'),
    expected: 'FX302',
  },
  'two ExternalSecrets with one target': {
    yaml: set(
      within(`- apiVersion: external-secrets.io/v1
  kind: ExternalSecret
  metadata: { name: "<< inputs.tenant >>", namespace: default }
  spec:
    refreshInterval: 1h
    secretStoreRef: { kind: ClusterSecretStore, name: main }
    target: { name: db }
    data: [{ secretKey: a, remoteRef: { key: a } }]`),
    ),
    expected: 'FX635',
  },
  'a Service that is not there': {
    yaml: set(
      within(`- apiVersion: networking.k8s.io/v1
  kind: Ingress
  metadata: { name: "<< inputs.tenant >>", namespace: default }
  spec: { defaultBackend: { service: { name: wbe, port: { number: 80 } } } }
- apiVersion: v1
  kind: Service
  metadata: { name: web, namespace: default }
  spec: { selector: { app: web }, ports: [{ port: 80 }] }`),
    ),
    expected: 'FX631 spec.resources[0].spec.defaultBackend.service',
  },
  'a CRD that nothing brings': {
    yaml: set(
      within(`- apiVersion: widgets.example.org/v1
  kind: Widget
  metadata: { name: "<< inputs.tenant >>", namespace: default }
  spec: {}`),
    ),
    expected: 'FX605',
  },
  'what a set that is made makes': {
    yaml: set(
      within(`- apiVersion: fluxcd.controlplane.io/v1
  kind: ResourceSet
  metadata: { name: "<< inputs.tenant >>", namespace: default }
  spec:
    resources:
    - apiVersion: v1
      kind: ConfigMap
      metadata: { name: "inner-<< inputs.tenant >>", namespace: default }
      data: { a: 1 }`),
    ),
    expected: 'FX315 spec.resources[0].spec.resources[0].data.a',
  },
  'an object of an addon in a namespace that the set makes otherwise': {
    yaml: set(within(namespace)) + plain('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: aa }'),
    expected: 'FX207 metadata.namespace',
  },
};
