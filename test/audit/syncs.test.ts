import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, found, kustomization } from './repository.js';

const instance = (path: string, rest = '') => `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec:
  distribution: { version: 2.7.x, registry: ghcr.io/fluxcd }
  sync: { kind: GitRepository, url: https://github.com/acme/fleet.git, ref: refs/heads/main, path: ${path} }
${rest}`;
const names = async (files: Files): Promise<readonly string[]> =>
  (await auditOf(files)).clusters.map(({ name, file }) => `${name} ${file}`);

describe('a sync that reads the folder of another cluster (FX894)', () => {
  const files = (path: string): Files => ({
    'clusters/eu/flux-system/flux-instance.yaml': instance(path),
    'clusters/eu/apps.yaml': kustomization('apps'),
    'clusters/us/flux-system/flux-instance.yaml': instance('clusters/us'),
    'clusters/us/apps.yaml': kustomization('apps'),
    'apps/config.yaml': config('a', '{ a: b }'),
  });
  const code = /FX894/;

  it('leaves the objects of its own folder to nobody', async () => {
    expect(await found(files('clusters/us'), code)).toEqual([
      'warning FX894 clusters/eu/flux-system/flux-instance.yaml:6',
    ]);
    expect(await found(files('clusters/eu'), code)).toEqual([]);
  });

  it('is wanted where its folder has nothing else, where another reads it, or where it is no cluster', async () => {
    const { 'clusters/eu/apps.yaml': _, ...rest } = files('clusters/us');
    expect(await found(rest, code)).toEqual([]);
    const read = {
      ...files('clusters/us'),
      'clusters/us/eu.yaml': kustomization('clusters/eu').replace('name: clusters/eu', 'name: eu'),
    };
    expect(await found(read, code)).toEqual([]);
    const bootstrap = {
      ...files('clusters/eu'),
      'bootstrap/flux-instance.yaml': instance('clusters/us'),
      'bootstrap/notes.yaml': 'a: b\n',
    };
    expect(await found(bootstrap, code)).toEqual([]);
    const base = {
      ...files('clusters/us'),
      'clusters/us/kustomization.yaml': 'resources: [flux-system, apps.yaml, ../eu]\n',
      'clusters/eu/kustomization.yaml': 'resources: [more.yaml]\n',
      'clusters/eu/more.yaml': kustomization('more'),
      'more/config.yaml': config('more', '{ a: b }'),
    };
    expect(await found(base, code)).toEqual([]);
  });
});

describe('a sync of a folder that is not there (FX533)', () => {
  const files = (path: string): Files => ({
    'flux.values.yaml': `instance:\n  sync:\n    kind: GitRepository\n    path: ${path}\n`,
    'flux/apps.yaml': kustomization('apps'),
    'apps/config.yaml': config('a', '{ a: b }'),
  });

  it('is a warning where a part of the path is there, or a folder of almost that name', async () => {
    expect(await found(files('flux/cluster'), /FX533/)).toEqual(['warning FX533 flux.values.yaml:4']);
    expect(await found(files('fluxx'), /FX533/)).toEqual(['warning FX533 flux.values.yaml:4']);
    expect(await found(files('flux'), /FX533/)).toEqual([]);
    const deeper = { ...files('clusters/dev'), 'flux/clusters/dev/apps.yaml': kustomization('apps') };
    expect(await found(deeper, /FX533/)).toEqual(['warning FX533 flux.values.yaml:4']);
  });

  it('may be in another repository, else', async () => {
    expect(await found(files('clusters/prod'), /FX533/)).toEqual([]);
    expect(await found({ 'examples/flux.values.yaml': files('flux/cluster')['flux.values.yaml']! }, /FX533/)).toEqual(
      [],
    );
  });
});

it('calls the Kustomization of the Flux Operator as its sync, also where only values of the chart have it', async () => {
  const tree = {
    'flux.values.yaml': 'instance:\n  sync: { kind: GitRepository, name: fleet, path: clusters/prod }\n',
    'clusters/prod/apps.yaml': kustomization('apps').replace('name: flux-system }', 'name: fleet }'),
    'clusters/prod/config.yaml': config('a', '{ a: b }'),
    'apps/config.yaml': config('a', '{ a: b }'),
  };
  const { findings } = await auditOf(tree);
  expect(findings.flatMap(({ code, message }) => (code === 'FX302' ? [message] : []))).toEqual([
    'Kustomization "fleet" and Kustomization "apps" both make ConfigMap/a in namespace "default"',
  ]);
});

describe('a cluster that Terraform tells of', () => {
  const tree: Files = {
    'clusters/dev/apps.yaml': kustomization('apps', '  postBuild: { substitute: { REGION: eu } }\n'),
    'clusters/prod/apps.yaml': kustomization('apps', '  postBuild: { substitute: { AREA: eu } }\n'),
    'apps/config.yaml': config('a', '{ region: "${REGION}" }'),
  };
  const release = (chart: string, body: string): Files => ({
    'infra/main.tf': `resource "helm_release" "flux" {
  name  = "flux"
  chart = "${chart}"
  ${body}
}
`,
  });

  it('is that of flux_bootstrap_git, also in a module, beside one that files tell of', async () => {
    const files = {
      ...tree,
      ...bootstrapped('dev'),
      'clusters/prod/flux-system/gotk-sync.yaml': '',
      'infra/prod/main.tf': 'module "flux" {\n  source = "../flux"\n  path   = "./clusters/prod"\n}\n',
      'infra/flux/main.tf': 'variable "path" {}\nresource "flux_bootstrap_git" "this" {\n  path = var.path\n}\n',
    };
    expect(await names(files)).toEqual(['dev clusters/dev/flux-system/gotk-sync.yaml', 'prod infra/flux/main.tf']);
    const { findings } = await auditOf(files);
    expect(findings.filter(({ code }) => code === 'FX842')).toMatchObject([{ clusters: ['prod'] }]);
  });

  it('is that of a chart: values, set, and what Terraform computes', async () => {
    const values = 'values = [yamlencode({ kustomization = { spec = { path = "clusters/prod" } } })]';
    expect(await names({ ...tree, ...release('flux2-sync', values) })).toEqual(['prod infra/main.tf']);
    const set = 'set {\n    name  = "instance.sync.path"\n    value = "clusters/prod"\n  }';
    expect(await names({ ...tree, ...release('oci://ghcr.io/acme/charts/flux-instance', set) })).toEqual([
      'prod infra/main.tf',
    ]);
    const lost = await auditOf({ ...tree, ...release('flux-instance', set.replace('clusters/prod', 'clusters/prd')) });
    expect(lost.findings.find(({ code }) => code === 'FX533')).toMatchObject({
      severity: 'warning',
      file: 'infra/main.tf',
      message: 'the sync of Flux reads "clusters/prd", and there is no such folder',
      fix: 'did you mean "clusters/prod"?',
    });
  });

  const azure = (path: string, rest = ''): string => `variable "name" {}
resource "azurerm_kubernetes_flux_configuration" "this" {
  name       = "fleet"
  namespace  = "fleet"
  cluster_id = "1"
  git_repository {
    url             = "https://github.com/acme/fleet"
    reference_type  = "branch"
    reference_value = "main"
  }
  kustomizations {
    name = "apps"
    path = "${path}"
  }
  ${rest}
}
`;

  it('is each folder that the extension of Azure reads', async () => {
    const inner = {
      'clusters/dev/apps/kustomization.yaml': 'resources: [../../../apps]\n',
      'clusters/dev/infra/kustomization.yaml': 'resources: [../../../apps]\n',
      'apps/kustomization.yaml': 'resources: [config.yaml]\n',
      'apps/config.yaml': config('a', '{ a: b }'),
      'modules/aks/main.tf': azure(
        '/clusters/${var.name}/apps',
        'kustomizations {\n    name = "infra"\n    path = "./clusters/${var.name}/infra"\n  }',
      ),
      'infra/main.tf': 'module "aks" {\n  source = "../modules/aks"\n  name   = "dev"\n}\n',
    };
    const { clusters, isGuessed, findings } = await auditOf(inner);
    expect(isGuessed).toBe(false);
    expect(clusters.map(({ folder, file, objects }) => [folder, file, objects])).toEqual([
      ['clusters/dev/apps', 'modules/aks/main.tf', 1],
      ['clusters/dev/infra', 'modules/aks/main.tf', 1],
    ]);
    expect(findings).toEqual([]);
    const open = await auditOf({ ...inner, 'infra/main.tf': inner['infra/main.tf'].replace('"dev"', 'data.a.b.name') });
    expect(open.findings).toMatchObject([
      {
        code: 'FX840',
        message: 'only Terraform says which folder Flux reads, and no folder here is surely that one',
        notes: [
          "azurerm_kubernetes_flux_configuration.this (modules/aks/main.tf:2): its path isn't here, or only Terraform knows it",
        ],
      },
    ]);
  });

  it('is not where its folder is not here: flux_bootstrap_git makes it, and a chart may read another repository', async () => {
    const files = { ...tree, 'infra/main.tf': 'resource "flux_bootstrap_git" "this" {\n  path = "clusters/prd"\n}\n' };
    expect(await found(files, /FX533/)).toEqual([]);
    expect((await auditOf(files)).isGuessed).toBe(true);
  });
});

describe('a controller that Flux lacks (FX326)', () => {
  const automation = `apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageUpdateAutomation
metadata: { name: fleet, namespace: flux-system }
spec:
  interval: 1h
  sourceRef: { kind: GitRepository, name: flux-system }
  git: { commit: { author: { email: bot@acme.io } } }
`;
  const listed = (...more: readonly string[]) =>
    ['source', 'kustomize', ...more].map((name) => `${name}-controller`).join(', ');

  it('is an error by the list of a FluxInstance', async () => {
    const files = (list: string): Files => ({
      'clusters/prod/flux-instance.yaml': instance('clusters/prod', `  components: [${list}]\n`),
      'clusters/prod/automation.yaml': automation,
    });
    expect(await found(files(listed()), /FX326/)).toEqual(['error FX326 clusters/prod/automation.yaml:1']);
    expect(await found(files(listed('image-automation')), /FX326/)).toEqual([]);
  });

  it('is a warning by that of flux bootstrap: a person may have installed more', async () => {
    const files = (list: string): Files => ({
      ...bootstrapped('prod'),
      'clusters/prod/flux-system/gotk-components.yaml': `---\n# Flux Version: v2.8.0\n# Components: ${list.replaceAll(' ', '')}\n`,
      'clusters/prod/automation.yaml': automation,
    });
    expect(await found(files(listed()), /FX326/)).toEqual(['warning FX326 clusters/prod/automation.yaml:1']);
    const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: imageupdateautomations.image.toolkit.fluxcd.io }
spec: { group: image.toolkit.fluxcd.io, scope: Namespaced, names: { kind: ImageUpdateAutomation, plural: imageupdateautomations }, versions: [] }
`;
    expect(await found({ ...files(listed()), 'clusters/prod/crd.yaml': crd }, /FX326/)).toEqual([]);
    expect(await found(files(listed('image-automation')), /FX326/)).toEqual([]);
  });
});
