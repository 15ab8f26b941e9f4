import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/index.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { openCheckContext } from '../../src/rules/context/open-context.js';
import { checkState, openYamlFolders, stateOfYaml } from '../../src/rules/index.js';
import { rules } from '../../src/rules/registry.js';
import type { Rule } from '../../src/rules/rule.js';
import { root } from '../support/root.js';
import { schemas } from '../support/schemas.js';
import { config, type Files, kustomization, stateOf } from './yaml-repository.js';

const found = (files: Files): readonly string[] =>
  checkState(stateOf(files), { schemas }).map(({ code, at }) => [code, at.object, at.path, at.file].join(' '));

const deployment = (ports: string, image = 'ghcr.io/acme/web:1.2.3'): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: apps }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: ${image}
          ports: [${ports}]
`;

const nodePort = (name: string, port: number): string => `apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: apps }
spec:
  type: NodePort
  ports: [{ port: 80, nodePort: ${port} }]
`;

const volume = (request: string): string => `apiVersion: v1
kind: PersistentVolume
metadata: { name: media }
spec:
  capacity: { storage: 10Gi }
  accessModes: [ReadWriteOnce]
  nfs: { server: nas.example.org, path: /media }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: media, namespace: apps }
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: ''
  volumeName: media
  resources: { requests: { storage: ${request} } }
`;

const service = (targetPort: string): string => `# Two documents in one file.
apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: apps }
data: { greeting: hello }
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: apps }
spec:
  selector: { app: web }
  ports:
    - name: http
      port: 80
      targetPort: ${targetPort}
`;

const valued = (data: string, secret: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: valued, namespace: apps }
data: ${data}
---
apiVersion: v1
kind: Secret
metadata: { name: valued, namespace: apps }
${secret}
`;

const connected = (reference: string): string => `apiVersion: sqs.aws.m.upbound.io/v1beta1
kind: Queue
metadata: { name: web, namespace: apps }
spec:
  writeConnectionSecretToRef: ${reference}
`;

const tofu = (approvePlan: string): string => `apiVersion: infra.contrib.fluxcd.io/v1alpha2
kind: Terraform
metadata: { name: web, namespace: flux-system }
spec:
  approvePlan: ${approvePlan}
  destroyResourcesOnDeletion: true
  interval: 10m
  path: ./terraform
  sourceRef: { kind: GitRepository, name: flux-system, namespace: flux-system }
`;

const vpc = (policies: string): string => `apiVersion: ec2.aws.m.upbound.io/v1beta1
kind: VPC
metadata: { name: web, namespace: apps }
spec:
  managementPolicies: ${policies}
  forProvider: { region: eu-west-1, cidrBlock: 10.0.0.0/16 }
`;

const identity = (id: string): string => `apiVersion: v1
kind: ServiceAccount
metadata:
  name: web
  namespace: apps
  annotations:
    azure.workload.identity/client-id: ${id}
`;

const worker = (label: string): string =>
  deployment('').replace('name: web', 'name: worker').replaceAll('app: web', `app: ${label}`);

const release = (values: string, valuesFrom: string): string => `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: podinfo, namespace: apps }
spec: { interval: 1h, url: https://stefanprodan.github.io/podinfo }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: podinfo, namespace: apps }
spec:
  interval: 5m
  install: { strategy: { name: RetryOnFailure } }
  upgrade: { strategy: { name: RetryOnFailure } }
  chart:
    spec:
      chart: podinfo
      version: 6.5.0
      sourceRef: { kind: HelmRepository, name: podinfo }
  valuesFrom: [${valuesFrom}]
  values:
    account: ${values}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: podinfo-values
  namespace: apps
  labels: { reconcile.fluxcd.io/watch: Enabled }
data:
  values.yaml: |
    replicaCount: 2
`;

const charts = (type: string): string => `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: charts, namespace: apps }
spec:
  interval: 1h
${type}  url: oci://ghcr.io/acme/charts
`;

const sealedFor = (namespace: string): string => `apiVersion: bitnami.com/v1alpha1
kind: SealedSecret
metadata: { name: db, namespace: apps }
spec:
  encryptedData: { password: AgBy }
  template: { metadata: { name: db, namespace: ${namespace} } }
`;

const alertAbout = (name: string): string => `apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Provider
metadata: { name: hook, namespace: flux-system }
spec: { type: generic, address: https://alerts.example.org }
---
apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
metadata: { name: errors, namespace: flux-system }
spec:
  providerRef: { name: hook }
  eventSources: [{ kind: Kustomization, name: ${name} }]
`;

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.org }
spec:
  group: example.org
  scope: Namespaced
  names: { kind: Widget, plural: widgets }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { size: { type: integer } } } }
`;

const vpcCrd = crd
  .replaceAll('widgets', 'vpcs')
  .replaceAll('example.org', 'ec2.aws.m.upbound.io')
  .replace('kind: Widget', 'kind: VPC')
  .replace('name: v1', 'name: v1beta1')
  .replace('properties: { size: { type: integer } }', 'x-kubernetes-preserve-unknown-fields: true');

const widget = (size: string): string => `apiVersion: example.org/v1
kind: Widget
metadata: { name: web, namespace: apps }
spec:
  size: ${size}
`;

const copied = (metadata: string): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  namespace: apps
  ${metadata}
data: { a: b }
`;

const account = (resource: string): string => `apiVersion: v1
kind: ServiceAccount
metadata: { name: web, namespace: flux-system }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: web, namespace: apps }
rules: [{ apiGroups: [''], resources: [${resource}], verbs: ['*'] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: web, namespace: apps }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: web }
subjects: [{ kind: ServiceAccount, name: web, namespace: flux-system }]
`;

const externalSecret = (name: string, policy: string): string => `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: ${name}, namespace: apps }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: main }
  target: { name: db, creationPolicy: ${policy} }
  dataFrom: [{ extract: { key: db } }]
`;

const cases: readonly {
  readonly rule: string;
  readonly fault: Files;
  readonly finds: readonly string[];
  readonly near: Files;
}[] = [
  {
    rule: 'objects/sealed-elsewhere',
    fault: { 'apps/sealed.yaml': sealedFor('shop') },
    finds: ['FX877 SealedSecret/db spec.template.metadata.namespace apps/sealed.yaml:6'],
    near: { 'apps/sealed.yaml': sealedFor('apps') },
  },
  {
    rule: 'flux/silent-alert',
    fault: { 'apps/alerts.yaml': alertAbout('shop') },
    finds: ['FX872 Alert/errors spec.eventSources[0] apps/alerts.yaml:11'],
    near: { 'apps/alerts.yaml': alertAbout('"*"') },
  },
  {
    rule: 'flux/source-url',
    fault: { 'apps/charts.yaml': charts('') },
    finds: ['FX634 HelmRepository/charts spec.url apps/charts.yaml:6'],
    near: { 'apps/charts.yaml': charts('  type: oci\n') },
  },
  {
    rule: 'flux/suspended-addon',
    fault: {
      'clusters/prod/infra.yaml': kustomization('infra', '  suspend: true\n'),
      'clusters/prod/web.yaml': kustomization('web', '  dependsOn: [{ name: infra }]\n'),
    },
    finds: ['FX672 Kustomization/infra spec.suspend clusters/prod/infra.yaml:12'],
    near: {
      'clusters/prod/infra.yaml': kustomization('infra', '  suspend: true\n'),
      'clusters/prod/web.yaml': kustomization('web', '  dependsOn: [{ name: apps }]\n'),
    },
  },
  {
    rule: 'flux/forbidden-object',
    fault: {
      'apps/account.yaml': account('secrets'),
      'clusters/prod/web.yaml': kustomization('web', '  serviceAccountName: web\n'),
      'web/config-map.yaml': copied(''),
    },
    finds: ['FX800 ConfigMap/web  web/config-map.yaml:1'],
    near: {
      'apps/account.yaml': account('configmaps'),
      'clusters/prod/web.yaml': kustomization('web', '  serviceAccountName: web\n'),
      'web/config-map.yaml': copied(''),
    },
  },
  {
    rule: 'helm/big-number',
    fault: { 'apps/podinfo.yaml': release('123456789012', '{ kind: ConfigMap, name: podinfo-values }') },
    finds: ['FX618 HelmRelease/podinfo spec.values.account apps/podinfo.yaml:20'],
    near: { 'apps/podinfo.yaml': release("'123456789012'", '{ kind: ConfigMap, name: podinfo-values }') },
  },
  {
    rule: 'helm/value-source',
    fault: { 'apps/podinfo.yaml': release("'1'", '{ kind: ConfigMap, name: podinfo-value }') },
    finds: ['FX610 HelmRelease/podinfo spec.valuesFrom[0] apps/podinfo.yaml:18'],
    near: { 'apps/podinfo.yaml': release("'1'", '{ kind: ConfigMap, name: podinfo-values }') },
  },
  {
    rule: 'objects/server-field',
    fault: { 'apps/web.yaml': copied("resourceVersion: '4711'") },
    finds: ['FX688 ConfigMap/web metadata.resourceVersion apps/web.yaml:6'],
    near: { 'apps/web.yaml': copied('creationTimestamp: null') },
  },
  {
    rule: 'objects/secret-target',
    fault: { 'apps/one.yaml': externalSecret('one', 'Owner'), 'apps/two.yaml': externalSecret('two', 'Merge') },
    finds: ['FX635 ExternalSecret/two spec.target apps/two.yaml:6'],
    near: { 'apps/one.yaml': externalSecret('one', 'Owner'), 'apps/two.yaml': externalSecret('two', 'None') },
  },
  {
    rule: 'objects/target-port',
    fault: {
      'apps/web/deployment.yaml': deployment('{ name: web, containerPort: 8080 }'),
      'apps/web/service.yaml': service('http'),
    },
    finds: ['FX657 Service/web spec.ports[0].targetPort apps/web/service.yaml:15'],
    near: {
      'apps/web/deployment.yaml': deployment('{ name: http, containerPort: 8080 }'),
      'apps/web/service.yaml': service('http'),
    },
  },
  {
    rule: 'objects/pod-selector',
    fault: {
      'apps/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: apps }\n',
      'apps/web/deployment.yaml': deployment('{ containerPort: 8080 }'),
      'apps/web/worker.yaml': worker('web'),
      'apps/web/service.yaml': service('8080'),
      'apps/web/other.yaml': service('8080').replaceAll('web', 'wbe'),
    },
    finds: [
      'FX692 Service/wbe spec.selector apps/web/other.yaml:11',
      'FX693 Service/web spec.selector apps/web/service.yaml:11',
    ],
    near: {
      'apps/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: apps }\n',
      'apps/web/deployment.yaml': deployment('{ containerPort: 8080 }'),
      'apps/web/worker.yaml': worker('worker'),
      'apps/web/service.yaml': service('8080'),
    },
  },
  {
    rule: 'objects/object-schema, by a CRD of the repository',
    fault: { 'apps/crd.yaml': crd, 'apps/web.yaml': widget('large') },
    finds: ['FX315 Widget/web spec.size apps/web.yaml:5'],
    near: { 'apps/crd.yaml': crd, 'apps/web.yaml': widget('3') },
  },
  {
    rule: 'substitution/expression-meaning',
    fault: {
      'clusters/prod/apps.yaml': kustomization('apps', '  postBuild: { substitute: { MODE: debug } }\n'),
      'apps/config.yaml': config('${MODE:+on}'),
    },
    finds: ['FX602 ConfigMap/config data.mode apps/config.yaml:5'],
    near: {
      'clusters/prod/apps.yaml': kustomization('apps', '  postBuild: { substitute: { MODE: debug } }\n'),
      'apps/config.yaml': config('${MODE:=on}'),
    },
  },
  {
    rule: 'references: a name with a letter missing',
    fault: {
      'apps/podinfo.yaml': release("'1'", '').replace(
        'HelmRepository, name: podinfo }',
        'HelmRepository, name: podinf }',
      ),
    },
    finds: ['FX307 HelmRelease/podinfo spec.chart.spec.sourceRef apps/podinfo.yaml:17'],
    near: { 'apps/podinfo.yaml': release("'1'", '') },
  },
  {
    rule: 'order: Kustomizations wait for each other',
    fault: {
      'clusters/prod/infra.yaml': kustomization('infra', '  dependsOn: [{ name: web }]\n'),
      'clusters/prod/web.yaml': kustomization('web', '  dependsOn: [{ name: infra }]\n'),
    },
    finds: ['FX640 Kustomization/infra spec.dependsOn[0] clusters/prod/infra.yaml:12'],
    near: {
      'clusters/prod/infra.yaml': kustomization('infra', '  dependsOn: [{ name: apps }]\n'),
      'clusters/prod/web.yaml': kustomization('web', '  dependsOn: [{ name: infra }]\n'),
    },
  },
  {
    rule: 'objects: a value that is read as another',
    fault: { 'apps/config.yaml': valued('{ a: null }', 'stringData: { a: null, b: c }') },
    finds: ['FX617 ConfigMap/valued data.a apps/config.yaml:4', 'FX617 Secret/valued stringData.a apps/config.yaml:9'],
    near: { 'apps/config.yaml': valued("{ a: '' }", 'immutable: null') },
  },
  {
    rule: 'flux: an interval of zero',
    fault: { 'clusters/prod/apps.yaml': kustomization('apps', '').replace('10m', '0s') },
    finds: ['FX673 Kustomization/apps spec.interval clusters/prod/apps.yaml:7'],
    near: { 'clusters/prod/apps.yaml': kustomization('apps', '').replace('10m', '1s') },
  },
  {
    rule: 'helm: values that are a text',
    fault: { 'apps/podinfo.yaml': release("'1'", '').replace('values:\n', 'values: |\n') },
    finds: ['FX674 HelmRelease/podinfo spec.values apps/podinfo.yaml:19'],
    near: { 'apps/podinfo.yaml': release("'1'", '') },
  },
  {
    rule: 'flux: plans that approve themselves and destroy',
    fault: { 'apps/web.yaml': tofu('auto') },
    finds: ['FX784 Terraform/web spec.approvePlan apps/web.yaml:5'],
    near: { 'apps/web.yaml': tofu("''") },
  },
  {
    rule: 'objects: a network by an operator',
    fault: { 'apps/crd.yaml': vpcCrd, 'apps/vpc.yaml': vpc("['*']") },
    finds: ['FX785 VPC/web  apps/vpc.yaml:1'],
    near: { 'apps/crd.yaml': vpcCrd, 'apps/vpc.yaml': vpc("['Observe']") },
  },
  {
    rule: 'objects: the resource id of a managed identity in the place of its client id',
    fault: { 'apps/account.yaml': identity('/subscriptions/a/resourceGroups/a') },
    finds: ['FX890 ServiceAccount/web metadata.annotations["azure.workload.identity/client-id"] apps/account.yaml:7'],
    near: { 'apps/account.yaml': identity('4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f') },
  },
  {
    rule: 'objects: a node port of two Services',
    fault: { 'apps/web.yaml': nodePort('web', 30080), 'apps/api.yaml': nodePort('api', 30080) },
    finds: ['FX321 Service/web spec.ports[0].nodePort apps/web.yaml:6'],
    near: { 'apps/web.yaml': nodePort('web', 30080), 'apps/api.yaml': nodePort('api', 30081) },
  },
  {
    rule: 'objects: a volume that is too small for its claim',
    fault: { 'apps/media.yaml': volume('20Gi') },
    finds: ['FX322 PersistentVolumeClaim/media spec.resources.requests.storage apps/media.yaml:16'],
    near: { 'apps/media.yaml': volume('10Gi') },
  },
  {
    rule: 'order: an object before its CRD',
    fault: {
      'clusters/prod/crds.yaml': kustomization('crds', '  wait: true\n'),
      'crds/widgets.yaml': crd,
      'apps/web.yaml': widget('3'),
    },
    finds: ['FX605 Widget/web apiVersion apps/web.yaml:1'],
    near: {
      'clusters/prod/crds.yaml': kustomization('crds', '  wait: true\n'),
      'clusters/prod/apps.yaml': kustomization('apps', '  dependsOn: [{ name: crds }]\n'),
      'crds/widgets.yaml': crd,
      'apps/web.yaml': widget('3'),
    },
  },
];

describe('a repository of plain YAML', () => {
  it('has no problem as `flux bootstrap` begins it', () => {
    expect(found({})).toEqual([]);
  });

  it.each(cases)('$rule', ({ fault, finds, near }) => {
    expect(found(fault)).toEqual(finds);
    expect(found(near)).toEqual([]);
  });

  it('has a namespace of a connection Secret that is always next to its resource', () => {
    // Where a schema describes the kind, that says it.
    const undescribed = 'FX318   ';
    expect(found({ 'apps/queue.yaml': connected('{ name: queue, namespace: apps }') })).toEqual([
      'FX891 Queue/web spec.writeConnectionSecretToRef.namespace apps/queue.yaml:5',
      undescribed,
    ]);
    expect(found({ 'apps/queue.yaml': connected('{ name: queue }') })).toEqual([undescribed]);
  });

  it('names the file and line, and a fix in YAML', () => {
    const [problem] = checkState(
      stateOf({ 'apps/podinfo.yaml': release("'1'", '{ kind: ConfigMap, name: podinfo-value }') }),
    );
    expect(printDiagnostic(problem!)).toMatchInlineSnapshot(`
      "warning FX610 value-source: HelmRelease/podinfo reads ConfigMap "podinfo-value" in namespace "apps", which nothing writes
        at   apps/podinfo.yaml:18  spec.valuesFrom[0]
        fix  did you mean "podinfo-values"? else make it, or set optional: true
      "
    `);
  });

  it.each(['dev', 'prod'])("has none in what this repository's cluster %s is generated to", (name) => {
    const files = new Map(
      readdirSync(join(root, 'k8s'), { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name))
        .map((path) => [relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
    );
    const state = stateOfYaml({ name, root: `k8s/clusters/${name}`, build: openYamlFolders(files) });
    expect(state.units.length).toBeGreaterThan(10);
    expect(checkState(state).map(printDiagnostic)).toEqual([]);
  });

  it('is skipped by the rules about what only code declares', () => {
    const needing = (rules as readonly Rule[]).filter(({ needsDeclared }) => needsDeclared === true);
    const problems: Diagnostic[] = [];
    const context = openCheckContext(stateOf({ 'apps/podinfo.yaml': release('123456789012', '') }));
    for (const { check } of needing) check(context.state, (problem) => problems.push(problem), context);
    expect(needing.length).toBeGreaterThan(5);
    expect(problems).toEqual([]);
  });
});
