import { describe, expect, it } from 'vitest';
import { printAuditText } from '../../src/audit/print/print-text.js';
import { auditOf, bootstrapped, config, type Files, found, kustomization } from './repository.js';

const prod = bootstrapped('prod');

describe('a path that is not in the repository', () => {
  const files = {
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps').replace('./apps', './apps/controlers'),
    'apps/controllers/config.yaml': config('web', '{ a: b }'),
  };

  it('is an error at its line, with the folder that looks like it', async () => {
    const result = await auditOf(files);
    expect(result.findings[0]).toMatchObject({
      severity: 'error',
      code: 'FX533',
      file: 'clusters/prod/apps.yaml',
      line: 8,
      message: 'Kustomization "apps" reads "apps/controlers", and there is no such folder',
      fix: 'did you mean "apps/controllers"?',
    });
    expect(printAuditText(result)).toContain('not seen: 1 whose path does not exist\n');
  });

  it('names the folder that begins as it does', async () => {
    const { findings } = await auditOf({
      ...prod,
      'clusters/prod/apps.yaml': kustomization('apps').replace('./apps', './apps/stage'),
      'apps/base/config.yaml': config('web', '{ a: b }'),
      'apps/staging/config.yaml': config('web', '{ a: b }'),
    });
    expect(findings.find(({ code }) => code === 'FX533')?.fix).toBe('did you mean "apps/staging"?');
  });

  it('is a warning where only a guess says that the source is this repository', async () => {
    const guessed = Object.fromEntries(Object.entries(files).filter(([path]) => !Object.hasOwn(prod, path)));
    expect(await found(guessed, /FX533/)).toEqual(['warning FX533 clusters/prod/apps.yaml:8']);
  });

  it('is a notice where no folder looks like it, either: the source may be another repository', async () => {
    const guessed = {
      'clusters/prod/apps.yaml': kustomization('apps').replace('./apps', './environments/prod'),
      'apps/config.yaml': config('web', '{ a: b }'),
    };
    expect(await found(guessed, /FX533/)).toEqual(['notice FX533 clusters/prod/apps.yaml:8']);
  });

  it('is none, or a notice, where the cluster reads an artifact that may start in another folder', async () => {
    const files = (folder: string) => ({
      'clusters/prod/flux-system/gotk-sync.yaml': bootstrapped('prod')['clusters/prod/flux-system/gotk-sync.yaml']!,
      'clusters/prod/kustomization.yaml': `resources: [flux-system/gotk-sync.yaml, source.yaml, web.yaml]
patches:
  - target: { kind: Kustomization }
    patch: |
      - { op: replace, path: /spec/sourceRef, value: { kind: OCIRepository, name: platform } }
`,
      'clusters/prod/source.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: { name: platform, namespace: flux-system }
spec: { interval: 10m, url: oci://registry.example.com/platform, ref: { tag: 1.4.0 } }
`,
      'clusters/prod/web.yaml': kustomization('web'),
      [`platform/${folder}/config.yaml`]: config('web', '{ a: b }'),
    });
    expect(await found(files('web'), /FX533/)).toEqual([]);
    expect(await found(files('other'), /FX533/)).toEqual(['notice FX533 clusters/prod/web.yaml:8']);
  });

  it('is the path in the repository where an artifact has it by another one', async () => {
    const generator = `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata: { name: infra, namespace: flux-system }
spec:
  sources: [{ alias: repo, kind: GitRepository, name: flux-system }]
  artifacts: [{ name: infra, copy: [{ from: "@repo/infrastructure/**", to: "@artifact/" }] }]
`;
    const { findings } = await auditOf({
      ...prod,
      'clusters/prod/generator.yaml': generator,
      'clusters/prod/infra.yaml': kustomization('infra')
        .replace('./infra', './controler')
        .replace('kind: GitRepository, name: flux-system', 'kind: ExternalArtifact, name: infra'),
      'infrastructure/controllers/config.yaml': config('web', '{ a: b }'),
    });
    expect(findings[0]).toMatchObject({
      code: 'FX533',
      severity: 'error',
      message: 'Kustomization "infra" reads "infrastructure/controler", and there is no such folder',
    });
  });
});

describe('a folder that two Kustomizations apply', () => {
  it('is one finding of each kind, with both by their names', async () => {
    const { findings } = await auditOf({
      ...prod,
      'clusters/prod/apps/list.yaml': kustomization('apps').replace('./apps', './clusters/prod/apps'),
      'clusters/prod/apps/a.yaml': kustomization('a'),
      'clusters/prod/apps/b.yaml': kustomization('b'),
      'a/config.yaml': config('a', '{ a: b }'),
      'b/config.yaml': config('b', '{ a: b }'),
    });
    expect(findings.flatMap(({ code, message, notes }) => (code === 'FX302' ? [[message, notes]] : []))).toEqual([
      [
        'Kustomization "flux-system" and Kustomization "apps" both make Kustomization/a in namespace "flux-system"',
        ['and Kustomization/b in namespace "flux-system"'],
      ],
    ]);
    expect(
      findings.flatMap(({ code, message, notes }) =>
        code === 'FX533' && message.includes('take it') ? [[message, notes]] : [],
      ),
    ).toEqual([
      [
        'Kustomization "a" is applied by "flux-system" and "apps", which take it from each other',
        ['and Kustomization "b"'],
      ],
    ]);
  });
});

describe('a root of another name than flux-system', () => {
  const sync = bootstrapped('dev')['clusters/dev/flux-system/gotk-sync.yaml']!.replaceAll('flux-system', 'flux-dev');
  const files = {
    'clusters/dev/flux-dev/gotk-sync.yaml': sync,
    'clusters/dev/flux-dev/kustomization.yaml': 'resources: [gotk-sync.yaml]\n',
    'clusters/dev/apps.yaml': kustomization('apps').replaceAll('flux-system', 'flux-dev'),
    'apps/config.yaml': config('a', '{ a: b }'),
  };

  it('is the one that reads the very folder in which it is, and may apply itself', async () => {
    const { clusters, findings } = await auditOf(files);
    expect(clusters).toMatchObject([{ folder: 'clusters/dev', kustomizations: 2 }]);
    expect(findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
    const unbuilt = {
      ...files,
      'clusters/dev/flux-dev/kustomization.yaml': 'resources: [gotk-sync.yaml, gone.yaml]\n',
    };
    expect(await found(unbuilt, /FX302|FX533|FX841/)).toEqual([
      'error FX841 clusters/dev/flux-dev/kustomization.yaml:1',
    ]);
  });

  it('is a circle where it applies itself through another one', async () => {
    const circle = {
      ...prod,
      'clusters/prod/apps.yaml': kustomization('apps'),
      'apps/apps.yaml': kustomization('apps'),
    };
    expect(await found(circle, /FX533/)).toEqual([]);
    const two = { ...circle, 'apps/apps.yaml': kustomization('other'), 'other/apps.yaml': kustomization('apps') };
    expect(await found(two, /FX533/)).toEqual(['warning FX533 other/apps.yaml:4']);
  });
});

it('is sure of no two owners where only a guess says that there is a root', async () => {
  const guessed = {
    'fleet/bootstrap.yaml': `${kustomization('fleet/apps').replace('name: fleet/apps', 'name: apps')}---\n${kustomization('fleet/web').replace('name: fleet/web', 'name: web')}`,
    'fleet/apps/config.yaml': config('a', '{ a: b }'),
    'fleet/web/inner.yaml': kustomization('inner'),
    'inner/config.yaml': config('inner', '{ a: b }'),
  };
  expect((await auditOf(guessed)).isGuessed).toBe(true);
  expect(await found(guessed, /FX302|FX533/)).toEqual([]);
  const twice = { ...guessed, 'inner/config.yaml': config('a', '{ a: b }') };
  expect(await found(twice, /FX302/)).toEqual([]);
  const sync = bootstrapped('fleet')['clusters/fleet/flux-system/gotk-sync.yaml']!.replace('clusters/', '');
  expect(await found({ ...guessed, 'fleet/flux-system/gotk-sync.yaml': sync }, /FX302|FX533/)).not.toEqual([]);
});

it('is not sure that a guessed cluster lacks what a file outside of it makes', async () => {
  const files = {
    'clusters/prod/apps.yaml': kustomization('apps', '  dependsOn: [{ name: infra }]\n'),
    'apps/config.yaml': config('web', '{ a: b }'),
  };
  expect(await found(files, /FX307/)).toEqual(['error FX307 clusters/prod/apps.yaml:11']);
  const elsewhere = { ...files, 'clusters/prod/sops/infra.yaml': kustomization('infra') };
  const kustomizationFile = { 'clusters/prod/kustomization.yaml': 'resources: [apps.yaml]\n' };
  expect(await found({ ...elsewhere, ...kustomizationFile }, /FX307/)).toEqual([
    'notice FX307 clusters/prod/apps.yaml:11',
  ]);
  expect(await found({ ...prod, ...elsewhere, ...kustomizationFile }, /FX307/)).toEqual([
    'error FX307 clusters/prod/apps.yaml:11',
  ]);
});

describe('a source that lacks the folder', () => {
  const files = (to: string, source: string) => ({
    ...prod,
    'clusters/prod/generator.yaml': `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata: { name: gen, namespace: flux-system }
spec:
  sources: [{ alias: repo, kind: GitRepository, name: flux-system }]
  artifacts: [{ name: apps, copy: [{ from: "@repo/apps/prod/**", to: "@artifact/${to}/" }] }]
`,
    'clusters/prod/apps.yaml': kustomization('apps')
      .replace('./apps', './prod')
      .replace('kind: GitRepository, name: flux-system', source),
    'apps/prod/config.yaml': config('web', '{ a: b }'),
  });

  it('is an artifact that has the folder of the repository by another path', async () => {
    const right = files('prod', 'kind: ExternalArtifact, name: apps');
    expect(await found(right, /FX533|FX307/)).toEqual([]);
    const { findings } = await auditOf({ ...files('live', 'kind: ExternalArtifact, name: apps'), 'apps/x.yaml': '' });
    expect(findings.filter(({ code }) => code === 'FX533')).toMatchObject([
      {
        severity: 'error',
        line: 8,
        message:
          'Kustomization "apps" reads "./prod" of ExternalArtifact/apps, and ArtifactGenerator/gen copies nothing there',
        notes: ['it copies to "@artifact/live/"'],
      },
    ]);
  });

  it('has the name of one of another kind (FX307)', async () => {
    const wrong = files('prod', 'kind: GitRepository, name: apps');
    // Without gotk-sync.yaml, the source of the cluster is a guess.
    const { findings } = await auditOf({ ...wrong, 'clusters/prod/flux-system/gotk-sync.yaml': '' });
    expect(findings.map(({ code }) => code)).not.toContain('FX533');
    expect(findings.filter(({ code }) => code === 'FX307').map(({ message, fix }) => [message, fix])).toEqual([
      ['nothing makes GitRepository/apps in namespace "flux-system"', 'did you mean kind: ExternalArtifact?'],
    ]);
  });
});

describe('an artifact that no generator makes', () => {
  const files = (name: string) => ({
    ...prod,
    'clusters/prod/generator.yaml': `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata: { name: apps, namespace: flux-system }
spec:
  sources: [{ alias: repo, kind: GitRepository, name: flux-system }]
  artifacts: [{ name: staging-apps, copy: [{ from: "@repo/apps/**", to: "@artifact/apps/" }] }]
`,
    'clusters/prod/apps.yaml': kustomization('apps').replace(
      'kind: GitRepository, name: flux-system',
      `kind: ExternalArtifact, name: ${name}`,
    ),
    'apps/config.yaml': config('web', '{ a: b }'),
  });

  it('is an error while one makes a similar name', async () => {
    const { findings, clusters } = await auditOf(files('staging-app'));
    expect(findings[0]).toMatchObject({
      severity: 'error',
      code: 'FX307',
      line: 10,
      fix: 'correct the name; did you mean "staging-apps"?',
    });
    expect(clusters[0]!.notSeen).toEqual([]);
  });

  it('may come from a controller under any other name', async () => {
    expect(await found(files('staging-apps'), /FX307/)).toEqual([]);
    const { findings, clusters } = await auditOf(files('charts'));
    expect(findings.filter(({ code }) => code === 'FX307')).toEqual([]);
    expect(clusters[0]!.notSeen).toMatchObject([{ cause: 'elsewhere' }]);
  });
});

describe('a folder that does not build', () => {
  const files = {
    ...prod,
    ...bootstrapped('dev'),
    'apps/kustomization.yaml': 'resources: [../parts]\nnamePrefix: a-\n',
    'parts/kustomization.yaml': 'resources:\n  - config.yaml\n  - gone.yaml\n',
    'parts/config.yaml': config('web', '{ a: b }'),
    'clusters/prod/apps.yaml': kustomization('apps'),
    'clusters/dev/apps.yaml': kustomization('apps'),
    'clusters/prod/other.yaml': kustomization('other', '  dependsOn: [{ name: infrastructure }, { name: appps }]\n'),
    'other/config.yaml': config('other', '{ a: b }'),
  };

  it('is one finding for all clusters, at the kustomization file that fails', async () => {
    const { findings } = await auditOf(files);
    expect(findings.filter(({ code }) => code === 'FX841')).toMatchObject([
      {
        clusters: ['dev', 'prod'],
        file: 'parts/kustomization.yaml',
        line: 3,
        message:
          'folder "apps" doesn\'t build: "parts/kustomization.yaml" names "gone.yaml", and there is no such file or folder',
        fix: 'correct the entry, or take it out',
      },
    ]);
  });

  it('names the component that is not there, as its kustomization file writes it', async () => {
    const { findings } = await auditOf({ ...files, 'parts/kustomization.yaml': 'components:\n  - ../_gone/part\n' });
    expect(findings.filter(({ code }) => code === 'FX841')).toMatchObject([
      {
        file: 'parts/kustomization.yaml',
        line: 2,
        message: expect.stringContaining('names "../_gone/part", and there'),
      },
    ]);
  });

  it('is the innermost one of long paths that include each other', async () => {
    const deep = ['one', 'two', 'three'].map((name) => `apps/${'a-folder-with-a-long-name/'.repeat(4)}${name}`);
    const lists = deep.map((folder, at): readonly [string, string] => [
      `${folder}/kustomization.yaml`,
      `resources: [${at < 2 ? `../${['two', 'three'][at]}` : 'gone.yaml'}]\n`,
    ]);
    const { findings } = await auditOf({
      ...files,
      'apps/kustomization.yaml': `resources: [./${deep[0]?.slice('apps/'.length)}]\n`,
      ...Object.fromEntries(lists),
    });
    expect(findings.filter(({ code }) => code === 'FX841')).toMatchObject([
      { file: `${deep[2]}/kustomization.yaml`, line: 1, message: expect.stringContaining('names "gone.yaml", and') },
    ]);
  });

  it('is not certain where a patch has comments alone, which newer versions of kustomize take', async () => {
    const patched = async (text: string) =>
      (
        await found(
          {
            ...prod,
            'clusters/prod/apps.yaml': kustomization('apps'),
            'apps/kustomization.yaml':
              'resources: [config.yaml]\npatches: [{ path: patch.yaml, target: { name: a } }]\n',
            'apps/config.yaml': config('a', '{ a: b }'),
            'apps/patch.yaml': text,
          },
          /FX841/,
        )
      ).filter((one) => one.startsWith('error'));
    expect(await patched('# None yet.\n---\n')).toEqual([]);
    expect(await patched('none yet\n')).toEqual(['error FX841 apps/kustomization.yaml:undefined']);
  });

  it('is not certain where what a patch is for may be in a resource that is not fetched', async () => {
    const patched = (inner: string, rest: Files = {}) => ({
      ...prod,
      'clusters/prod/apps.yaml': kustomization('apps'),
      'apps/kustomization.yaml': 'resources: [inner, other]\n',
      'apps/inner/kustomization.yaml': `resources: [base]\n${inner}`,
      'apps/inner/base/kustomization.yaml': 'resources: [config.yaml]\n',
      'apps/inner/base/config.yaml': config('a', '{ a: b }'),
      'apps/inner/patch.yaml': config('b', '{ a: c }'),
      'apps/other/kustomization.yaml': 'resources: [config.yaml]\n',
      'apps/other/config.yaml': config('c', '{ a: b }'),
      ...rest,
    });
    const errors = async (files: Files) => (await found(files, /FX841/)).map((one) => one.replace(/:\w+$/, ''));
    const remote = 'resources: [config.yaml, "https://example.com/all.yaml"]\n';
    const far = { 'apps/other/kustomization.yaml': remote };
    for (const text of [
      'patches: [{ path: patch.yaml }]\n',
      'patchesStrategicMerge: [patch.yaml]\n',
      'replacements: [{ source: { kind: ConfigMap, name: b }, targets: [{ select: { kind: ConfigMap } }] }]\n',
      'configMapGenerator: [{ name: b, behavior: merge, literals: [a=c] }]\n',
    ]) {
      expect(await errors(patched(text))).toEqual(['error FX841 apps/inner/kustomization.yaml']);
      expect(await errors(patched(text, { 'apps/inner/base/kustomization.yaml': remote }))).toEqual([]);
      expect(await errors(patched(text, far))).toEqual(['error FX841 apps/inner/kustomization.yaml']);
    }
    const component = {
      ...far,
      'apps/other/kustomization.yaml': `${remote}components: [../inner]\n`,
      'apps/kustomization.yaml': 'resources: [other]\n',
      'apps/inner/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{ path: patch.yaml }]\n',
    };
    expect(await errors(patched('', component))).toEqual([]);
  });

  it('says what is not checked because of it, and hides no near twin in dependsOn', async () => {
    const result = await auditOf(files);
    expect(printAuditText(result)).toContain('Not checked in dev, prod, because');
    const twins = { ...files, 'clusters/prod/other.yaml': kustomization('other', '  dependsOn: [{ name: appss }]\n') };
    expect(await found(twins, /FX307/)).toEqual(['error FX307 clusters/prod/other.yaml:11']);
    expect(await found({ ...twins, 'parts/gone.yaml': config('gone', '{ a: b }') }, /FX841/)).toEqual([]);
  });
});

describe('the counts', () => {
  it('are of the Kustomizations that files declare, and of one finding as one', async () => {
    const result = await auditOf({
      'clusters/prod/apps.yaml': kustomization('apps', '  postBuild: { substitute: { A: b } }\n'),
      'apps/config.yaml': config('web', '{ a: "${B}" }'),
    });
    expect(result.clusters).toMatchObject([{ kustomizations: 1 }]);
    expect(printAuditText(result)).toContain('A contract would have caught this one before a merge');
  });
});

describe('a circle of dependsOn', () => {
  it('is told once, without what only goes through it (FX640)', async () => {
    const files = {
      ...prod,
      'clusters/prod/apps.yaml': kustomization('apps', '  wait: true\n  dependsOn: [{ name: base }]\n'),
      'clusters/prod/base.yaml': kustomization('base', '  wait: true\n  dependsOn: [{ name: apps }]\n'),
      'apps/release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: flux-system }
spec:
  interval: 5m
  chart: { spec: { chart: web, version: 1.0.0, sourceRef: { kind: HelmRepository, name: charts } } }
`,
      'base/charts.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: charts, namespace: flux-system }
spec: { interval: 10m, url: https://charts.example.org }
`,
    };
    expect(await found(files, /FX640/)).toEqual(['error FX640 clusters/prod/apps.yaml:12']);
  });
});
