import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { printDiagnostic, printDiagnostics } from '../../src/diagnostics/print.js';
import { Repository } from './repository.js';
import { type SampleCluster, sampleApp } from './sample-app.js';
import { type Synthesized, synth } from './synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const dev = (addons: SampleCluster['addons'] = {}) => sampleApp({ dev: { addons } });
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes));

const kustomization = (name: string, path: string, more = '', namespace = 'namespace: flux-system') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  ${namespace}
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system, namespace: flux-system }
${more}`;
const configMap = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { text: '' }\n`;
const web = { objects: [{ kind: 'ConfigMap', name: 'web', namespace: 'web' }] };

/** Root → apps → web, whose namespaces come from kustomization files, as in many repositories of clusters at home. */
const nested = () => {
  repository.write('k8s/clusters/dev/apps.yaml', kustomization('cluster-apps', './kubernetes/apps'));
  repository.write('kubernetes/apps/web/kustomization.yaml', 'namespace: web\nresources: [ks.yaml]\n');
  repository.write('kubernetes/apps/web/ks.yaml', kustomization('web', './kubernetes/apps/web/app', '', ''));
  repository.write('kubernetes/apps/web/app/kustomization.yaml', 'namespace: web\nresources: [config.yaml]\n');
  repository.write('kubernetes/apps/web/app/config.yaml', configMap('web'));
};

describe('nested Kustomizations', () => {
  it('are owners: an object that an addon takes from one in the same change is a move', async () => {
    nested();
    repository.publish('by hand');
    repository.delete('kubernetes/apps/web');
    repository.write('kubernetes/apps/kustomization.yaml', 'resources: []\n');
    const taken = await synth(repository, dev({ web }));
    expect(taken).toMatchObject({ written: false });
    expect(taken.codes).toContain('FX501');
    expect(linesOf(taken)).toContain('→ ConfigMap/web in web (web/web → web): not handed over');
    expect(textOf(taken)).toContain(
      'leave kubernetes/apps/web/app/config.yaml as it was, and run npx fluxspan handover --from k8s/clusters/dev',
    );
  });

  it('are refused as second owners if they stay', async () => {
    nested();
    repository.publish('by hand');
    const both = await synth(repository, dev({ web }));
    expect(both.codes).toEqual(['FX506']);
    expect(textOf(both)).toContain('Kustomization "web/web", which fluxspan did not write, applies it too');
    expect(textOf(both)).toContain('at   kubernetes/apps/web/app/config.yaml');
  });

  it('are refused as second owners of the Namespace flux-system, which the bootstrap has written', async () => {
    const labels = dev({ labels: { objects: [{ kind: 'Namespace', name: 'flux-system' }] } });
    repository.write(
      'k8s/clusters/dev/flux-system/gotk-components.yaml',
      'apiVersion: v1\nkind: Namespace\nmetadata: { name: flux-system }\n',
    );
    repository.publish('bootstrap');
    const both = await synth(repository, labels);
    expect(both.codes).toEqual(['FX506']);
    expect(textOf(both)).toContain(
      'at   k8s/clusters/dev/flux-system/gotk-components.yaml\n  note objects: Namespace/flux-system',
    );
  });

  it('appear in the plan only if one of their objects changes', async () => {
    nested();
    repository.publish('by hand');
    const other = { objects: [{ kind: 'ConfigMap', name: 'other' }] };
    const calm = await synth(repository, dev({ other }));
    expect(calm).toMatchObject({ written: true, codes: [] });
    repository.publish('other');
    repository.delete('kubernetes/apps/web');
    repository.write('kubernetes/apps/kustomization.yaml', 'resources: []\n');
    const gone = await synth(repository, dev({ other }));
    expect(linesOf(gone)).toContain('- ConfigMap/web in web (web/web)');
  });
});

describe.runIf(hasKubectl || process.env['CI'] === 'true')('what kustomize and Flux build from a folder', () => {
  describe.each(['little', 'big'])('with files in UTF-16, %s-endian', (order) => {
    const utf16 = (text: string): Buffer => {
      const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
      return order === 'big' ? bytes.swap16() : bytes;
    };
    const folder = (config: Buffer, file: Buffer = Buffer.from('namespace: web\nresources: [config.yaml]\n')) => {
      repository.write('k8s/clusters/dev/apps.yaml', utf16(kustomization('apps', './apps')));
      repository.write('apps/kustomization.yaml', file);
      repository.write('apps/config.yaml', config);
      repository.publish('by hand');
    };

    it('has their objects', async () => {
      folder(utf16(configMap('web')));
      expect(
        (await synth(repository, dev({ other: { objects: [{ kind: 'ConfigMap', name: 'other' }] } }))).codes,
      ).toEqual([]);
      expect((await synth(repository, dev({ web }))).codes).toEqual(['FX506']);
    });

    it('reads a kustomization file, and the first document of a file alone', async () => {
      folder(
        utf16(`${configMap('first')}---\n${configMap('web')}`),
        utf16('namespace: web\nresources: [config.yaml]\n'),
      );
      expect((await synth(repository, dev({ web }))).codes).toEqual([]);
      const first = { objects: [{ kind: 'ConfigMap', name: 'first', namespace: 'web' }] };
      expect((await synth(repository, dev({ first }))).codes).toEqual(['FX506']);
    });

    it('does not build without the byte order mark', async () => {
      folder(utf16(configMap('web')).subarray(2));
      expect((await synth(repository, dev({ web }))).codes).toEqual(['FX505']);
    });
  });

  it('includes components, generators and patches that the root adds to children', async () => {
    repository.write(
      'k8s/clusters/dev/apps.yaml',
      kustomization(
        'cluster-apps',
        './kubernetes/apps',
        `  patches:
    - patch: |-
        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata: { name: _ }
        spec: { targetNamespace: web, components: [../component] }
      target: { kind: Kustomization }
`,
      ),
    );
    repository.write('kubernetes/apps/ks.yaml', kustomization('web', './kubernetes/app'));
    repository.write(
      'kubernetes/app/kustomization.yaml',
      'configMapGenerator:\n- { name: web, literals: [a=b], options: { disableNameSuffixHash: true } }\n',
    );
    repository.write(
      'kubernetes/component/kustomization.yaml',
      'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [added.yaml]\n',
    );
    repository.write('kubernetes/component/added.yaml', configMap('added'));
    repository.publish('by hand');
    const both = await synth(
      repository,
      dev({ shop: { objects: [...web.objects, { kind: 'ConfigMap', name: 'added', namespace: 'web' }] } }),
    );
    expect(textOf(both)).toContain('objects: ConfigMap/added in web, ConfigMap/web in web');
  });

  it('leaves out remote resources, and compares the others', async () => {
    repository.write('k8s/clusters/dev/team.yaml', kustomization('team', './team'));
    repository.write(
      'team/kustomization.yaml',
      'namespace: web\nresources:\n- https://example.org/app.yaml\n- config.yaml\n',
    );
    repository.write('team/config.yaml', configMap('web'));
    repository.publish('by hand');
    const both = await synth(repository, dev({ shop: web }));
    expect(both.codes).toEqual(['FX506', 'FX505']);
    expect(textOf(both)).toContain(
      'https://example.org/app.yaml of Kustomization "team" is not compared: is fetched from the network\n  at   team/kustomization.yaml:3',
    );
  });
});

describe('the root after synth', () => {
  it('still builds: synth asks for another name if an addon has the name of an existing Kustomization', async () => {
    repository.write('k8s/clusters/dev/team.yaml', kustomization('web', './team'));
    repository.write('team/config.yaml', configMap('theirs'));
    repository.publish('by hand');
    const twice = await synth(repository, dev({ web }));
    expect(twice).toMatchObject({ written: false, codes: ['FX530'] });
    expect(textOf(twice)).toContain('Kustomization/web in flux-system is in "k8s/clusters/dev/team.yaml"');
    expect(await synth(repository, dev({ shop: web }))).toMatchObject({ written: true, codes: [] });
  });

  it('gets one report for a file that no longer builds, and one for each other Kustomization that breaks', async () => {
    repository.write('k8s/clusters/dev/team.yaml', kustomization('team', './team'));
    repository.write('team/config.yaml', configMap('theirs'));
    repository.publish('by hand');
    repository.write('k8s/clusters/dev/broken.yaml', 'a: [\n');
    expect((await synth(repository, dev({ web }))).codes).toEqual(['FX507']);
    repository.write('team/kustomization.yaml', 'resources: [missing.yaml]\n');
    expect((await synth(repository, dev({ web }))).codes).toEqual(['FX507', 'FX530']);
  });

  it('reads every generated file', async () => {
    repository.write('k8s/clusters/dev/kustomization.yaml', 'resources: [team.yaml]\n');
    repository.write('k8s/clusters/dev/team.yaml', kustomization('team', './team'));
    repository.write('team/config.yaml', configMap('theirs'));
    repository.publish('by hand');
    const unlisted = await synth(repository, dev({ web }));
    expect(unlisted).toMatchObject({ written: false, codes: ['FX531'] });
    expect(textOf(unlisted)).toContain('add to its resources:\n  - web.yaml');
    repository.write('k8s/clusters/dev/kustomization.yaml', 'resources: [team.yaml, web.yaml]\n');
    expect(await synth(repository, dev({ web }))).toMatchObject({ written: true, codes: [] });
  });

  it("isn't reported separately from its cause if an adoption lists the files", async () => {
    repository.write('k8s/clusters/dev/kustomization.yaml', 'resources: [team.yaml]\n');
    repository.write('k8s/clusters/dev/team.yaml', kustomization('team', './team'));
    repository.write('team/config.yaml', configMap('web').replace('name: web', 'name: web, namespace: web'));
    repository.publish('by hand');
    const { diagnostics } = await synth(repository, dev({ web }));
    const printed = printDiagnostics(diagnostics);
    expect(printed.counts).toBe('1 error (1 more because of it)');
    expect(printed.text).toMatch(/^error FX506 [\s\S]*because of this:\n {4}error FX531 /);
  });
});

describe("a folder that doesn't exist", () => {
  it('is reported once: as existing if the base already lacks it, or as broken by this change', async () => {
    repository.write('k8s/clusters/dev/team.yaml', kustomization('team', './team'));
    repository.publish('by hand');
    expect((await synth(repository, dev({ web }))).codes).toEqual(['FX533']);
    repository.write('team/config.yaml', configMap('theirs'));
    repository.publish('with the folder');
    repository.delete('team');
    expect((await synth(repository, dev({ web }))).codes).toEqual(['FX530']);
  });
});

it('assumes that a folder builds in the cluster if it only lacks what Flux fetches', async () => {
  repository.write('k8s/clusters/dev/team.yaml', kustomization('team', './team'));
  repository.write('team/kustomization.yaml', 'resources: [gone.yaml, https://example.org/app.yaml]\n');
  repository.publish('by hand');
  const { diagnostics } = await synth(repository, dev({ web }));
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['notice FX505', 'notice FX505']);
});

describe('a symbolic link', () => {
  const team = () => {
    repository.write('k8s/clusters/dev/team.yaml', kustomization('team', './team'));
    repository.write('team/kustomization.yaml', 'resources: [config.yaml]\n');
    repository.write('shared/config.yaml', configMap('theirs'));
  };

  it("in the base is skipped like in Flux, and doesn't affect other files", async () => {
    team();
    repository.link('../shared/config.yaml', 'team/config.yaml');
    repository.write('k8s/clusters/dev/other.yaml', kustomization('other', './other'));
    repository.link('shared', 'other');
    repository.link('../../../shared/config.yaml', 'k8s/clusters/dev/config.yaml');
    repository.publish('by hand');
    const result = await synth(repository, dev({ web }));
    expect(result.written).toBe(true);
    expect(textOf(result)).toMatchInlineSnapshot(`
      "warning FX533 flux-tree-fault: Kustomization "other" reads "other", and "other" is a symbolic link, which Flux leaves out
        at   k8s/clusters/dev/other.yaml:4
        fix  let its path name the folder that the link leads to, or put the files in the place of the link
      warning FX505 not-compared: folder "team" of Kustomization "team" is not compared: "team/kustomization.yaml" reads "config.yaml" (resources), a symbolic link, which Flux leaves out
        at   k8s/clusters/dev/team.yaml:4
        fix  correct it on the branch that Flux follows; flux build kustomization team --namespace flux-system --path ./team --kustomization-file k8s/clusters/dev/team.yaml --dry-run shows the error. Until then, Flux applies nothing new of it, and synth can't see what else it has
      "
    `);
    expect(linesOf(result)).toEqual(['+ ConfigMap/web in web (web)', '+ Kustomization/web in flux-system']);
  });

  it('is refused if it replaces a file that Flux reads', async () => {
    team();
    repository.write('team/config.yaml', configMap('theirs'));
    repository.publish('by hand');
    repository.delete('team/config.yaml');
    repository.link('../shared/config.yaml', 'team/config.yaml');
    const result = await synth(repository, dev({ web }));
    expect(result).toMatchObject({ written: false, codes: ['FX530'] });
    expect(textOf(result)).toContain('symbolic link');
  });
});

describe('a Helm release', () => {
  const release = (place: string, more = '') => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: metrics-server, namespace: ${place} }
spec:
  chart: { spec: { chart: metrics-server, sourceRef: { kind: HelmRepository, name: metrics-server } } }
${more}`;
  const old = release('flux-system', '  releaseName: metrics-server\n  targetNamespace: kube-system\n');
  const addon = {
    objects: [{ kind: 'HelmRelease', name: 'metrics-server', namespace: 'kube-system' }],
  };

  it('is the same for Helm under different names of the HelmRelease', async () => {
    repository.write('k8s/clusters/dev/infra.yaml', kustomization('infra', './infra'));
    repository.write('infra/metrics-server.yaml', old);
    repository.publish('by hand');
    const both = await synth(repository, dev({ metrics: addon }));
    expect(both).toMatchObject({ written: false, codes: ['FX532'] });
    expect(textOf(both)).toContain('are both the Helm release "metrics-server" in namespace "kube-system"');
    repository.write('infra/kustomization.yaml', 'resources: []\n');
    const taken = await synth(repository, dev({ metrics: addon }));
    expect(taken.codes).toEqual(['FX515']);
    expect(linesOf(taken)).toContain(
      '± HelmRelease/metrics-server in flux-system is replaced: HelmRelease "flux-system/metrics-server" → "kube-system/metrics-server" of one Helm release (infra)',
    );
    expect(taken.clusters[0]!.changes.deleted).toEqual([]);
  });

  it('is a different one in another cluster', async () => {
    const kubeConfig = (name: string) => `  kubeConfig: { secretRef: { name: ${name} } }\n`;
    repository.write('k8s/clusters/dev/infra.yaml', kustomization('infra', './infra'));
    repository.write(
      'infra/here.yaml',
      release('staging', `  storageNamespace: kube-system\n${kubeConfig('staging')}`),
    );
    repository.publish('by hand');
    expect(await synth(repository, dev({ metrics: addon }))).toMatchObject({ written: true, codes: [] });
    // Of one name, but in a namespace of its own.
    const remote = { ...addon.objects[0]!, spec: { kubeConfig: { secretRef: { name: 'staging' } } } };
    expect(await synth(repository, dev({ metrics: { objects: [remote] } }))).toMatchObject({
      written: true,
      codes: [],
    });
  });

  it("isn't uninstalled by a command of the plan", async () => {
    repository.write(
      'k8s/clusters/dev/infra.yaml',
      kustomization('infra', './infra').replace('prune: true', 'prune: false'),
    );
    repository.write('infra/metrics-server.yaml', old);
    repository.publish('by hand');
    repository.write('infra/kustomization.yaml', 'resources: []\n');
    const left = await synth(repository, dev({ metrics: addon }));
    expect(linesOf(left)).toContain(
      '○ HelmRelease/metrics-server in flux-system is left behind (infra), and HelmRelease/metrics-server in kube-system has its Helm release from now on: flux suspend helmrelease -n flux-system metrics-server before it is deleted',
    );
  });
});

describe('a Kustomization that switches to another cluster or source', () => {
  const pvc =
    'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data, namespace: web }\nspec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }\n';
  const other = { objects: [{ kind: 'ConfigMap', name: 'other' }] };
  const legacy = async () => {
    repository.write('k8s/clusters/dev/legacy.yaml', kustomization('legacy', './flux/legacy'));
    repository.write('flux/legacy/data.yaml', pvc);
    expect((await synth(repository, dev({ other }))).written).toBe(true);
    repository.publish('a cluster');
  };

  it('leaves its objects in the old cluster', async () => {
    await legacy();
    const more = '  kubeConfig: { secretRef: { name: far } }\n';
    repository.write('k8s/clusters/dev/legacy.yaml', kustomization('legacy', './flux/legacy', more));
    const found = await synth(repository, dev({ other }));
    expect(found.codes).toEqual(['FX515', 'FX505']);
    expect(linesOf(found).some((line) => line.startsWith('- '))).toBe(false);
    expect(linesOf(found)).toContain(
      '○ PersistentVolumeClaim/data in web is left behind (legacy): kubectl delete -n web persistentvolumeclaim/data',
    );
  });

  it('may keep or delete its objects if the new source is unknown', async () => {
    await legacy();
    const text = kustomization('legacy', './flux/legacy').replace(
      'name: flux-system, namespace',
      'name: elsewhere, namespace',
    );
    repository.write('k8s/clusters/dev/legacy.yaml', text);
    const found = await synth(repository, dev({ other }));
    expect(found.codes).toEqual(['FX516', 'FX505']);
    expect(textOf(found)).toContain(
      "if they aren't there: PersistentVolumeClaim/data in web, and with it its volume and the data on it",
    );
    expect(linesOf(found).some((line) => line.startsWith('- '))).toBe(false);
  });
});

it("prints the root's own name", async () => {
  const root = kustomization('platform', './k8s/clusters/dev', '', 'namespace: kube-system');
  repository.write('k8s/clusters/dev/root.yaml', root);
  repository.write('k8s/clusters/dev/config.yaml', configMap('web').replace('name: web', 'name: web, namespace: web'));
  repository.publish('by hand');
  const both = await synth(repository, dev({ web }));
  expect(textOf(both)).toContain('Kustomization "kube-system/platform", which fluxspan did not write, applies it too');
  repository.delete('k8s/clusters/dev/config.yaml');
  const moved = await synth(repository, dev({ web }));
  expect(linesOf(moved)).toContain('→ ConfigMap/web in web (kube-system/platform → web): not handed over');
  expect(textOf(moved)).toContain('from Kustomization "kube-system/platform" to "web"');
  // What the API server refuses, and a release that others have, too.
  const fixed = (a: string) =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'fixed', namespace: 'web' },
      immutable: true,
      data: { a },
    });
  repository.write('k8s/clusters/dev/fixed.yaml', fixed('1'));
  const release = { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', metadata: { name: 'shop' } };
  const theirs = { ...release, metadata: { name: 'shop', namespace: 'apps' }, spec: { storageNamespace: 'web' } };
  repository.write('k8s/clusters/dev/shop.yaml', JSON.stringify(theirs));
  repository.publish('more by hand');
  repository.write('k8s/clusters/dev/fixed.yaml', fixed('2'));
  const ours = { kind: 'HelmRelease', name: 'shop', namespace: 'web', spec: { storageNamespace: 'web' } };
  const more = textOf(await synth(repository, dev({ web: { objects: [ours] } })));
  expect(more).toContain('so Kustomization "kube-system/platform" fails and stays at the state that it has');
  expect(more).toContain('Kustomization "kube-system/platform" applies HelmRelease/shop in apps');
});

it('asks for another name if an addon only shares its name with a hand-written Kustomization', async () => {
  repository.write('k8s/clusters/dev/apps.yaml', kustomization('cluster-apps', './kubernetes/apps'));
  repository.write('kubernetes/apps/ks.yaml', kustomization('web', './kubernetes/web'));
  repository.write('kubernetes/web/shop.yaml', configMap('shop').replace('name: shop', 'name: shop, namespace: web'));
  repository.publish('by hand');
  const clash = await synth(repository, dev({ web }));
  expect(textOf(clash)).toMatchInlineSnapshot(`
    "error FX506 foreign-owner: addon "web" has the name of Kustomization "web", which fluxspan did not write and which has nothing of the addon: Flux would take one for the other, and delete what the other applied
      at   kubernetes/apps/ks.yaml
      note that Kustomization applies ConfigMap/shop in web
      fix  give the addon another name, such as "web-extras"; or, if it is to take the place of that Kustomization, let it declare these objects
    "
  `);
  const shop = { kind: 'ConfigMap', name: 'shop', namespace: 'web' };
  const taken = await synth(repository, dev({ web: { objects: [...web.objects, shop] } }));
  expect(textOf(taken)).toContain('fix  take over what it has in two commits: npx fluxspan handover --from');
});
