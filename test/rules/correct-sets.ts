import { parts } from './harmful-sets.js';

const {
  config,
  deployment,
  inputs,
  kustomization,
  namespace,
  plain,
  provider,
  registry,
  release,
  repository,
  set,
  within,
  labelled,
  selecting,
} = parts;

const inTenant = (yaml: string) => yaml.replaceAll('namespace: default', 'namespace: "<< inputs.tenant >>"');
const account = `- apiVersion: v1
  kind: ServiceAccount
  metadata: { name: flux, namespace: "<< inputs.tenant >>" }
- apiVersion: rbac.authorization.k8s.io/v1
  kind: RoleBinding
  metadata: { name: flux, namespace: "<< inputs.tenant >>" }
  roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: admin }
  subjects: [{ kind: ServiceAccount, name: flux, namespace: "<< inputs.tenant >>" }]`;
const gitRepository = `- apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: apps, namespace: "<< inputs.tenant >>" }
  spec: { interval: 5m, url: "https://github.com/acme/<< inputs.tenant >>", ref: { branch: main } }`;
const apps = inTenant(
  kustomization('serviceAccountName: flux\nwait: true\ntargetNamespace: "<< inputs.tenant >>"'),
).replace('{ kind: OCIRepository, name: "<< inputs.tenant >>" }', '{ kind: GitRepository, name: apps }');
const template = (text: string) => `resourcesTemplate: |\n${text.replaceAll(/^/gm, '  ')}`;
const secret = (metadata: string, more = '') => config(metadata, more).replace('kind: ConfigMap', 'kind: Secret');
const github = `type: GitHubPullRequest, url: "https://github.com/acme/web", filter: { labels: [preview] }, defaultValues: { chart: "1.0.0" }`;

/** Sets as people write them, from which nothing is missing. */
export const correctSets: Readonly<Record<string, string>> = {
  'a ConfigMap for each input': set(within(config('', 'data: { a: "<< inputs.tenant >>" }'))),
  'a set without inputs': set(`resources:\n${config('').replace('<< inputs.tenant >>', 'a')}`),
  'a tenant: namespace, account, rights, source and Kustomization': set(
    within(namespace, account, gitRepository, apps),
  ),
  'a tenant whose namespace comes last': set(within(account, gitRepository, apps, namespace)),
  'the objects of a namespace that is there': set(
    within(inTenant(config(''))).replace('[{ tenant: a }, { tenant: b }]', '[{ tenant: kube-system }]'),
  ),
  'a namespace beside the set':
    set(within(inTenant(config(''))).replace('[{ tenant: a }, { tenant: b }]', '[{ tenant: apps }]')) +
    plain('apiVersion: v1\nkind: Namespace\nmetadata: { name: apps }'),
  'a namespace that another set makes': set(within(inTenant(config('')))) + plain(set(within(namespace), 'namespaces')),
  'an object of an addon in a namespace that a set makes':
    set(within(namespace)) + plain('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: a }'),
  'an account that a Kustomization of another folder may bring': set(
    `${inputs}\nresources:\n${repository}\n${kustomization('serviceAccountName: flxu')}\n${kustomization('').replace('name: "<< inputs.tenant >>", namespace', 'name: "<< inputs.tenant >>-accounts", namespace')}\n- apiVersion: v1\n  kind: ServiceAccount\n  metadata: { name: flux, namespace: default }`,
  ),
  'a set that depends on another one':
    set(
      `dependsOn: [{ apiVersion: fluxcd.controlplane.io/v1, kind: ResourceSet, name: tenants, namespace: default }]\n${within(config(''))}`,
    ) + plain(set(within(config('').replace('name: "', 'name: "x-')), 'tenants')),
  'a set that depends on an object that others have': set(
    `dependsOn: [{ apiVersion: v1, kind: Secret, name: token, namespace: default }]\n${within(config(''))}`,
  ),
  'a set that depends on one that another set may make':
    set(
      `dependsOn: [{ apiVersion: fluxcd.controlplane.io/v1, kind: ResourceSet, name: tenants, namespace: default }]\n${within(config(''))}`,
    ) +
    plain(
      set(
        `inputsFrom: [{ name: sets }]\nresources:\n- apiVersion: fluxcd.controlplane.io/v1\n  kind: ResourceSet\n  metadata: { name: "<< inputs.name >>", namespace: default }\n  spec: { resources: [] }`,
        'sets',
      ),
    ) +
    provider('url: "https://github.com/acme/web"', 'sets', 'GitHubBranch'),
  'checksums of what is beside the set':
    set(
      within(
        config(
          ", annotations: { fluxcd.controlplane.io/checksumFrom: 'Secret/default/registry, ConfigMap/default/a' }",
        ),
      ),
    ) + registry,
  'a copy of a Secret beside the set':
    set(within(secret(', annotations: { fluxcd.controlplane.io/copyFrom: default/registry }'))) + registry,
  'a copy of a Secret with a var in its name':
    set(within(secret(', annotations: { fluxcd.controlplane.io/copyFrom: "default/registyr-${CLUSTER:=a}" }'))) +
    registry,
  'an object of the addon with an annotation that only sets use':
    set(within(config(''))) +
    registry +
    plain(
      'apiVersion: v1\nkind: Secret\nmetadata: { name: copy, namespace: default, annotations: { fluxcd.controlplane.io/copyFrom: default/registyr } }',
    ),
  'a provider with its token':
    set(`inputsFrom: [{ name: tenants }]\nresources:\n${config('')}`) +
    provider('url: "https://github.com/acme/web", secretRef: { name: registry }', 'tenants', 'GitHubBranch') +
    registry,
  'a provider with a token that someone makes by hand':
    set(`inputsFrom: [{ name: tenants }]\nresources:\n${config('')}`) +
    provider('url: "https://github.com/acme/web", secretRef: { name: github }', 'tenants', 'GitHubBranch') +
    registry,
  'annotations with values that the operator knows': set(
    within(config(', annotations: { fluxcd.controlplane.io/prune: Disabled, fluxcd.controlplane.io/force: enabled }')),
  ).replace(
    'namespace: default }',
    'namespace: default, annotations: { fluxcd.controlplane.io/reconcileEvery: 1h30m, fluxcd.controlplane.io/force: "${FORCE:=enabled}" } }',
  ),
  'a provider of the label that a selector asks for': set(selecting('team: a')) + labelled('team: a'),
  'a selector of providers that people make': set(selecting('team: a')),
  'a selector beside a provider that another set reads':
    set(selecting('team: a')) +
    labelled('team: b') +
    plain(set(selecting('team: b').replace('name: "', 'name: "x-'), 'others')),
  'two providers, each with a key of its own':
    set(
      `inputStrategy: { name: Permute }\ninputsFrom: [{ name: my-team }, { name: team }]\nresources:\n${config('').replaceAll('inputs.tenant', 'inputs.my_team.tenant')}`,
    ) +
    provider('defaultValues: { tenant: a }', 'my-team') +
    provider('defaultValues: { tenant: b }', 'team'),
  'a release for each input': set(
    within(repository, release('values: { replicas: 2, host: "<< inputs.tenant >>.example.org" }')),
  ),
  'a release that depends on another one of the set': set(
    within(
      repository,
      release('', '<< inputs.tenant >>-db'),
      release('dependsOn: [{ name: "<< inputs.tenant >>-db" }]'),
    ),
  ),
  'a release that depends on one beside the set':
    set(within(repository, release('dependsOn: [{ name: web }]'))) + parts.webRelease.replace('  releaseName: a\n', ''),
  'a release in a namespace that Helm creates': set(
    within(
      repository,
      release('targetNamespace: "x-<< inputs.tenant >>"').replace('install: {', 'install: { createNamespace: true,'),
    ),
  ),
  'values of a ConfigMap of the set': set(
    within(
      repository,
      config(', labels: { reconcile.fluxcd.io/watch: Enabled }', 'data: { values.yaml: "a: 1" }'),
      release('valuesFrom: [{ kind: ConfigMap, name: "<< inputs.tenant >>" }]'),
    ),
  ),
  'values of a Secret that is copied': set(
    within(
      repository,
      secret(
        ', labels: { reconcile.fluxcd.io/watch: Enabled }, annotations: { fluxcd.controlplane.io/copyFrom: flux-system/values }',
      ),
      release('valuesFrom: [{ kind: Secret, name: "<< inputs.tenant >>" }]'),
    ),
  ),
  'a pull secret that is copied': set(
    within(
      secret(
        ', annotations: { fluxcd.controlplane.io/copyFrom: flux-system/ghcr-auth }',
        'type: kubernetes.io/dockerconfigjson',
      ),
      repository.replace('interval: 10m,', 'interval: 10m, secretRef: { name: "<< inputs.tenant >>" },'),
    ),
  ),
  'optional values': set(
    within(repository, release('valuesFrom: [{ kind: ConfigMap, name: settings, optional: true }]')),
  ),
  'numbers and conditions from inputs': set(
    `inputs: [{ tenant: a, replicas: 2, debug: true }, { tenant: b, replicas: 1, debug: false }]\nresources:\n${deployment('', '    replicas: << inputs.replicas | int >>\n').replace('<< inputs.replicas | int >>', '"<< inputs.replicas | int >>"')}`,
  ).replace('"<< inputs.replicas | int >>"', '<< inputs.replicas | int >>'),
  'a template with a loop': set(
    `inputs: [{ tenant: a, ports: [80, 443] }]\n${template('apiVersion: v1\nkind: Service\nmetadata: { name: << inputs.tenant >>, namespace: default }\nspec:\n  selector: { app: web }\n  ports:\n  <<- range $i, $port := inputs.ports >>\n  - name: port-<< $i >>\n    port: << $port >>\n  <<- end >>')}`,
  ),
  'a template that leaves an object out': set(
    `inputs: [{ tenant: a, public: true }, { tenant: b, public: false }]\n${template('---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: << inputs.tenant >>, namespace: default }\n<<- if inputs.public >>\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: << inputs.tenant >>-public, namespace: default }\n<<- end >>')}`,
  ),
  'a document of comments': set(
    `${inputs}\n${template('# nothing\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: << inputs.tenant >>, namespace: default }\n---\n')}`,
  ),
  'an optional input': set(
    `inputs: [{ tenant: a, tier: gold }, { tenant: b }]\nresources:\n${config('', 'data: { a: \'<< get inputs "tier" | default "free" >>\' }')}`,
  ),
  'an optional input in a condition': set(
    `inputs: [{ tenant: a, tier: gold }, { tenant: b }]\n${template('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: << inputs.tenant >>, namespace: default }\ndata:\n  a: b\n  <<- if hasKey inputs "tier" >>\n  tier: << inputs.tier >>\n  <<- end >>')}`,
  ),
  'a map put in as YAML': set(
    `inputs: [{ tenant: a, labels: { team: a, tier: gold } }]\n${template('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: << inputs.tenant >>\n  namespace: default\n  labels: << inputs.labels | toYaml | nindent 4 >>')}`,
  ),
  'a name in capitals, made lower case': set(
    `inputs: [{ tenant: TeamA }]\nresources:\n${config('').replace('<< inputs.tenant >>', '<< inputs.tenant | lower >>')}`,
  ),
  'a slug': set(
    `inputs: [{ tenant: feat/one }]\nresources:\n${config('').replace('<< inputs.tenant >>', '<< inputs.tenant | slugify >>')}`,
  ),
  'a number as a quoted name': set(
    `inputs: [{ tenant: 12 }]\nresources:\n${config('').replace('"<< inputs.tenant >>"', "'<< inputs.tenant | quote >>'")}`,
  ),
  'functions that only the operator computes': set(
    within(config('', 'data: { a: "<< inputs.tenant | sha256sum | trunc 8 >>" }')),
  ),
  'labels and annotations for all': set(`commonMetadata: { labels: { team: web } }\n${within(config(''))}`),
  'steps in an order': set(
    `${inputs}\nsteps:\n- name: one\n  resources:\n${namespace.replaceAll(/^/gm, '  ')}\n- name: two\n  resources:\n${inTenant(config('')).replaceAll(/^/gm, '  ')}`,
  ),
  'a static provider':
    set(`inputsFrom: [{ kind: ResourceSetInputProvider, name: tenants }]\nresources:\n${config('')}`) +
    provider('defaultValues: { tenant: a }'),
  'providers in every combination':
    set(
      `inputStrategy: { name: Permute }\ninputsFrom: [{ name: tenants }, { name: zones }]\nresources:\n${config('').replace('<< inputs.tenant >>', '<< inputs.tenants.tenant >>-<< inputs.zones.zone >>')}`,
    ) +
    provider('defaultValues: { tenant: a }') +
    provider('defaultValues: { zone: x }', 'zones'),
  'a provider that a selector takes': set(
    `inputsFrom: [{ selector: { matchLabels: { team: a } } }]\nresources:\n${repository}\n${release('dependsOn: [{ name: "db-<< inputs.tenant >>" }]')}`,
  ),
  'previews of pull requests':
    set(
      `inputsFrom: [{ name: tenants }]\nresources:\n${namespace.replace('<< inputs.tenant >>', 'app-<< inputs.id >>')}\n${repository.replaceAll('<< inputs.tenant >>', 'app-<< inputs.id >>')}\n${release('values: { image: { tag: "<< inputs.sha >>" } }', 'app-<< inputs.id >>').replace('"<< inputs.tenant >>" }', '"app-<< inputs.id >>" }')}`,
    ) + provider(github, 'tenants').replace('type: Static, ', '').replace('{ type: Static, ', '{ '),
  'what depends on objects of a preview':
    set(
      `inputsFrom: [{ name: tenants }]\nresources:\n${release('', 'db-<< inputs.id >>')}\n${repository.replaceAll('<< inputs.tenant >>', '<< inputs.id >>')}`,
    ) +
    provider(github, 'tenants').replace('type: Static, ', '') +
    parts.webRelease.replace('  releaseName: a\n', '  dependsOn: [{ name: db-1 }]\n'),
  'objects in namespaces of a preview':
    set(
      `inputsFrom: [{ name: tenants }]\nresources:\n${namespace.replace('<< inputs.tenant >>', 'app-<< inputs.id >>')}`,
    ) +
    provider(github, 'tenants').replace('type: Static, ', '') +
    plain('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: app-1 }'),
  'a set that waits for a CRD': set(
    `dependsOn: [{ apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, name: widgets.example.org }]\n${within(config(''))}`,
  ),
  'an operator, and then its custom resources': set(
    `inputs: [{ tenant: widgets }]\nsteps:\n- name: operator\n  resources:\n${repository.replaceAll(/^/gm, '  ')}\n${release('').replaceAll(/^/gm, '  ')}\n- name: objects\n  resources:\n  - apiVersion: monitoring.coreos.com/v1\n    kind: ServiceMonitor\n    metadata: { name: web, namespace: default }\n    spec: { selector: {}, endpoints: [{ port: http }] }`,
  ),
  'a set that is disabled': set(within(inTenant(config('')))).replace(
    'namespace: default }',
    'namespace: default, annotations: { fluxcd.controlplane.io/reconcile: disabled } }',
  ),
  'an input that is disabled':
    set(
      `inputs: [{ tenant: a, on: enabled }, { tenant: b, on: disabled }]\nresources:\n${config(', annotations: { fluxcd.controlplane.io/reconcile: "<< inputs.on >>" }')}`,
    ) + plain('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: b, namespace: default }'),
  'the account of the set':
    set(`serviceAccountName: flux\n${within(config(''))}`) +
    plain('apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: flux, namespace: default }'),
  'a Kustomization that depends on another one of the set': set(
    within(
      repository,
      kustomization(''),
      kustomization('dependsOn: [{ name: "<< inputs.tenant >>" }]').replace(
        'name: "<< inputs.tenant >>", namespace',
        'name: "<< inputs.tenant >>-apps", namespace',
      ),
    ),
  ),
  'a Kustomization that depends on one of an addon': set(
    within(repository, kustomization('dependsOn: [{ name: web, namespace: flux-system }]')),
  ),
  'an ExternalSecret and its reader': set(
    within(
      `- apiVersion: external-secrets.io/v1\n  kind: ExternalSecret\n  metadata: { name: "<< inputs.tenant >>", namespace: default }\n  spec:\n    refreshInterval: 1h\n    secretStoreRef: { kind: ClusterSecretStore, name: main }\n    target: { template: { metadata: { labels: { reconcile.fluxcd.io/watch: Enabled } } } }\n    data: [{ secretKey: values.yaml, remoteRef: { key: a } }]`,
      repository,
      release('valuesFrom: [{ kind: Secret, name: "<< inputs.tenant >>" }]'),
    ),
  ),
  'an Ingress and its Service': set(
    within(
      `- apiVersion: networking.k8s.io/v1\n  kind: Ingress\n  metadata: { name: "<< inputs.tenant >>", namespace: default }\n  spec: { defaultBackend: { service: { name: "<< inputs.tenant >>", port: { number: 80 } } } }\n- apiVersion: v1\n  kind: Service\n  metadata: { name: "<< inputs.tenant >>", namespace: default }\n  spec: { selector: { app: web }, ports: [{ port: 80 }] }`,
    ),
  ),
  'the same object for several inputs': set(
    `inputs: [{ tenant: a, app: web }, { tenant: a, app: api }]\nresources:\n${namespace}\n${inTenant(config('')).replace('name: "<< inputs.tenant >>"', 'name: "<< inputs.app >>"')}`,
  ),
  'a set that makes sets': set(
    within(
      '- apiVersion: fluxcd.controlplane.io/v1\n  kind: ResourceSet\n  metadata: { name: "<< inputs.tenant >>", namespace: default }\n  spec:\n    inputs: [{ tenant: "<< inputs.tenant >>" }]\n    resources:\n    - apiVersion: v1\n      kind: ConfigMap\n      metadata: { name: "inner-<< inputs.tenant >>", namespace: default }',
    ),
  ),
  'a list in a template': set(
    `${inputs}\n${template('apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: { name: << inputs.tenant >>, namespace: default }')}`,
  ),
};
