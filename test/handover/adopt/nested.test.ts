import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAddon } from '../../../src/addon/define-addon.js';
import { countChanges, printChanges } from '../../../src/changes/print/print-changes.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { HandoverOutcome } from '../../../src/handover/steps/handover-outcome.js';
import { Repository } from '../../changes/repository.js';
import { type SampleCluster, type SampleObject, sampleApp } from '../../changes/sample-app.js';
import { adopt, type Synthesized, synth } from '../../changes/synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!hasKubectl) console.warn('adoption builds what is there with kubectl, which is not installed: skipped');

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const from = 'k8s/clusters/dev';
const dev = (addons: SampleCluster['addons']) => sampleApp({ dev: { addons } });
const config = (name: string, namespace = 'web'): SampleObject => ({ kind: 'ConfigMap', name, namespace });
const textOf = ({ diagnostics }: Pick<HandoverOutcome | Synthesized, 'diagnostics'>) =>
  diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: HandoverOutcome) => clusters.flatMap(({ changes }) => printChanges(changes));
const filesOf = ({ files }: HandoverOutcome) => files.map(({ mark, path }) => `${mark} ${path}`);
const codesOf = ({ diagnostics }: HandoverOutcome) => diagnostics.map(({ code }) => code);

const kustomization = (name: string, path: string, more = '', namespace = '') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
${namespace === '' ? '' : `  namespace: ${namespace}\n`}spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
    namespace: flux-system
${more}`;
const configMap = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  text: ''\n`;

/** Root → cluster-apps → web and shop, in namespaces that kustomization files set: as in many clusters at home. */
const homeOps = () => {
  repository.write('k8s/clusters/dev/apps.yaml', kustomization('cluster-apps', './kubernetes/apps', '', 'flux-system'));
  repository.write(
    'kubernetes/apps/web/kustomization.yaml',
    'namespace: web\nresources:\n  - ./namespace.yaml\n  # the page itself\n  - ./page/ks.yaml\n  - ./shop/ks.yaml\n',
  );
  repository.write('kubernetes/apps/web/namespace.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: web\n');
  repository.write('kubernetes/apps/web/page/ks.yaml', kustomization('page', './kubernetes/apps/web/page/app'));
  repository.write(
    'kubernetes/apps/web/page/app/kustomization.yaml',
    'namespace: web\nresources:\n  - ./page.yaml\n  - ./rules.yaml\n',
  );
  repository.write('kubernetes/apps/web/page/app/page.yaml', configMap('page'));
  repository.write('kubernetes/apps/web/page/app/rules.yaml', configMap('rules'));
  repository.write(
    'kubernetes/apps/web/shop/ks.yaml',
    kustomization('shop', './kubernetes/apps/web/shop/app', '  dependsOn:\n    - name: page\n      namespace: web\n'),
  );
  repository.write(
    'kubernetes/apps/web/shop/app/shop.yaml',
    configMap('shop').replace('shop\n', 'shop\n  namespace: web\n'),
  );
};
const page = { objects: [config('page'), config('rules')] };

/** Both steps, and what `synth --check` says in every state of them. */
const walk = async (addons: SampleCluster['addons']) => {
  const first = adopt(repository, dev(addons), from);
  expect(textOf(first)).not.toContain('error');
  expect(first.step).toBe('first');
  expect(repository.git('diff', '--name-only').trim().split('\n').sort()).toEqual(
    first.files.map(({ path }) => path).sort(),
  );
  const checkFirst = async () => {
    const checked = await synth(repository, dev(addons), { check: true });
    expect(textOf(checked)).not.toContain('error');
    expect(checked.clean).toBe(true);
    expect(checked.codes).toContain('FX510');
    // Until the adoption's second step, others alone apply what it takes over.
    expect(checked.codes).not.toContain('FX533');
    expect(checked.next.map(countChanges)).toEqual(first.clusters.map(({ changes }) => countChanges(changes)));
  };
  await checkFirst();
  repository.publish('step 1');
  await checkFirst();
  const second = adopt(repository, dev(addons), from);
  expect(textOf(second)).not.toContain('error');
  expect(second.step).toBe('second');
  expect(linesOf(second)).toEqual(linesOf(first));
  const checked = await synth(repository, dev(addons), { check: true });
  expect(textOf(checked)).not.toContain('error');
  expect(checked.clean).toBe(true);
  expect(checked.clusters.map(({ changes }) => countChanges(changes))).toEqual(
    second.clusters.map(({ changes }) => countChanges(changes)),
  );
  repository.publish('step 2');
  expect(await synth(repository, dev(addons), { check: true })).toMatchObject({ clean: true, codes: [] });
  return { first, second };
};

describe.runIf(hasKubectl || process.env['CI'] === 'true')('fluxspan handover --from, in nested trees', () => {
  it('writes its file over the one of the same name that it takes over', async () => {
    repository.write('k8s/clusters/dev/kustomization.yaml', 'resources:\n  - web.yaml\n  - system.yaml\n');
    repository.write('k8s/clusters/dev/web.yaml', kustomization('web', './kubernetes/web', '', 'flux-system'));
    repository.write('kubernetes/web/web.yaml', configMap('web').replace('web\n', 'web\n  namespace: web\n'));
    repository.write('k8s/clusters/dev/system.yaml', kustomization('system', './kubernetes/system', '', 'flux-system'));
    repository.write('kubernetes/system/page.yaml', kustomization('page', './kubernetes/page', '', 'flux-system'));
    repository.write('kubernetes/page/page.yaml', configMap('page').replace('page\n', 'page\n  namespace: web\n'));
    repository.publish('by hand');
    const { second } = await walk({ web: { objects: [config('web')] }, page: { objects: [config('page')] } });
    expect(filesOf(second)).toContain('~ k8s/clusters/dev/web.yaml');
    expect(repository.read('k8s/clusters/dev/web.yaml')).toContain('# Generated by fluxspan');
  });

  it('takes over one Kustomization of many, and makes the remaining ones depend on the addon', async () => {
    homeOps();
    repository.publish('by hand');
    const { first, second } = await walk({ page });
    expect(filesOf(first)).toEqual(['~ kubernetes/apps/web/page/ks.yaml']);
    expect(linesOf(second)).toEqual([
      '+ Kustomization/page in flux-system',
      '~ Kustomization/shop in web (cluster-apps)',
      '→ ConfigMap/page in web (web/page → page)',
      '→ ConfigMap/rules in web (web/page → page)',
      '- Kustomization/page in web (cluster-apps)',
    ]);
    expect(filesOf(second).filter((line) => !line.startsWith('+'))).toEqual([
      '~ kubernetes/apps/web/kustomization.yaml',
      '~ kubernetes/apps/web/shop/ks.yaml',
      '- kubernetes/apps/web/page/app/kustomization.yaml',
      '- kubernetes/apps/web/page/app/page.yaml',
      '- kubernetes/apps/web/page/app/rules.yaml',
      '- kubernetes/apps/web/page/ks.yaml',
    ]);
    expect(repository.read('kubernetes/apps/web/kustomization.yaml')).toBe(
      'namespace: web\nresources:\n  - ./namespace.yaml\n  # the page itself\n  - ./shop/ks.yaml\n',
    );
    expect(repository.read('kubernetes/apps/web/shop/ks.yaml')).toContain(
      '  dependsOn:\n    - name: page\n      namespace: flux-system\n',
    );
  });

  const late = (more = '', dependsOn = '    - name: cluster-apps\n') => {
    repository.write(
      'k8s/clusters/dev/late.yaml',
      kustomization('late', './late', `${more}  dependsOn:\n${dependsOn}`, 'flux-system'),
    );
    repository.write('late/late.yaml', configMap('late').replace('late\n', 'late\n  namespace: web\n'));
  };
  const apps = (more: string) =>
    repository.write(
      'k8s/clusters/dev/apps.yaml',
      kustomization('cluster-apps', './kubernetes/apps', more, 'flux-system'),
    );
  const noLongerWaits =
    'notice FX539 adoption-waits: Kustomization "late" depends on "cluster-apps", and no longer waits for what that one loses: ConfigMap/page in web, ConfigMap/rules in web\n';

  it.each([true, false])(
    'reports what no longer waits for objects of a child if its parent waits: %s',
    async (waits) => {
      homeOps();
      apps(waits ? '  wait: true\n' : '');
      late();
      repository.publish('by hand');
      const text = textOf(adopt(repository, dev({ page }), from));
      expect(text.includes(noLongerWaits)).toBe(waits);
      expect(text.includes('add to its dependsOn in the second of the two commits')).toBe(waits);
    },
  );

  it('makes a remaining Kustomization wait for the addon that takes over what it waited for', async () => {
    homeOps();
    apps('  wait: true\n');
    const own = 'kubernetes/apps/web/page/ks.yaml';
    repository.write(own, repository.read(own).replace('  prune:', '  wait: true\n  prune:'));
    late();
    repository.publish('by hand');
    const before = repository.read('k8s/clusters/dev/late.yaml');
    const { first, second } = await walk({ page });
    expect(filesOf(first)).not.toContain('~ k8s/clusters/dev/late.yaml');
    expect(linesOf(second)).toContain('~ Kustomization/late in flux-system (flux-system)');
    expect(textOf(first) + textOf(second)).not.toContain('FX539');
    expect(repository.read('k8s/clusters/dev/late.yaml')).toBe(
      before.replace('- name: cluster-apps\n', '- name: cluster-apps\n    - name: page\n'),
    );
  });

  it('prints which dependency to add if another cluster also reads the file', () => {
    homeOps();
    apps('  wait: true\n');
    const own = 'kubernetes/apps/web/page/ks.yaml';
    repository.write(own, repository.read(own).replace('  prune:', '  wait: true\n  prune:'));
    late();
    repository.write('k8s/clusters/prod/kustomization.yaml', 'resources: [../dev/late.yaml, flux.yaml]\n');
    repository.write('k8s/clusters/prod/flux.yaml', kustomization('prod', './k8s/clusters/prod', '', 'flux-system'));
    repository.publish('by hand');
    expect(textOf(adopt(repository, dev({ page }), from))).toContain(noLongerWaits);
  });

  it('adds no dependency that would make Kustomizations wait for each other', () => {
    homeOps();
    apps('  wait: true\n');
    const own = 'kubernetes/apps/web/page/ks.yaml';
    repository.write(own, repository.read(own).replace('  prune:', '  wait: true\n  prune:'));
    late();
    const before = repository.read('k8s/clusters/dev/late.yaml');
    const mid = kustomization('mid', './mid', '  dependsOn:\n    - name: late\n', 'flux-system');
    repository.write('k8s/clusters/dev/mid.yaml', mid);
    repository.write('mid/mid.yaml', configMap('mid').replace('mid\n', 'mid\n  namespace: web\n'));
    repository.publish('by hand');
    const app = new FluxApp();
    const addon = defineAddon({
      name: 'page',
      build(scope) {
        for (const name of ['page', 'rules'])
          new ApiObject(scope, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'web' } });
      },
    });
    new FluxCluster(app, 'dev', { external: [{ kind: 'Kustomization', name: 'mid' }] }).stage('all', [addon()], {
      dependsOn: ['mid'],
    });
    expect(adopt(repository, app, from).step).toBe('first');
    repository.publish('step 1');
    expect(adopt(repository, app, from).step).toBe('second');
    expect(repository.read('k8s/clusters/dev/late.yaml')).toBe(before);
  });

  it('reports what an addon no longer waits for if it replaces the Kustomization of the same name', () => {
    const inWeb = (name: string) => configMap(name).replace(`${name}\n`, `${name}\n  namespace: web\n`);
    const waits = '  dependsOn:\n    - name: base\n';
    repository.write('k8s/clusters/dev/base.yaml', kustomization('base', './base', '', 'flux-system'));
    repository.write('base/base.yaml', inWeb('base'));
    repository.write('k8s/clusters/dev/page.yaml', kustomization('page', './page', waits, 'flux-system'));
    repository.write('page/page.yaml', inWeb('page'));
    repository.write('page/rules.yaml', inWeb('rules'));
    repository.publish('by hand');
    expect(textOf(adopt(repository, dev({ page }), from))).toContain(
      'notice FX539 adoption-waits: addon "page" doesn\'t wait for "base", as the Kustomization of its name does\n',
    );
  });

  it('also removes a kustomization file that would become empty, since kustomize would reject it', async () => {
    homeOps();
    // No kustomization file names this folder: Flux finds it below kubernetes/apps.
    const list = 'kubernetes/apps/tools/kustomization.yaml';
    repository.write(
      list,
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n  - ./clock/ks.yaml\n',
    );
    repository.write(
      'kubernetes/apps/tools/clock/ks.yaml',
      kustomization('clock', './kubernetes/apps/tools/clock/app', '', 'web'),
    );
    repository.write(
      'kubernetes/apps/tools/clock/app/clock.yaml',
      configMap('clock').replace('clock\n', 'clock\n  namespace: web\n'),
    );
    repository.publish('by hand');
    const { second } = await walk({ clock: { objects: [config('clock')] } });
    expect(filesOf(second).filter((line) => !line.startsWith('+'))).toEqual([
      '- kubernetes/apps/tools/clock/app/clock.yaml',
      '- kubernetes/apps/tools/clock/ks.yaml',
      `- ${list}`,
    ]);
  });

  it('leaves an empty list in the kustomization file of a remaining folder that names nothing else', async () => {
    homeOps();
    const list = 'kubernetes/apps/tools/kustomization.yaml';
    repository.write(list, 'resources:\n  - ./clock.yaml\n');
    repository.write(
      'kubernetes/apps/tools/clock.yaml',
      configMap('clock').replace('clock\n', 'clock\n  namespace: web\n'),
    );
    repository.write('kubernetes/apps/tools/README.md', 'tools\n');
    repository.publish('by hand');
    await walk({ clock: { objects: [config('clock')] } });
    expect(repository.read(list)).toBe('resources: []\n');
    expect(repository.has('kubernetes/apps/tools/clock.yaml')).toBe(false);
  });

  it('leaves objects that the code does not declare with their owner', async () => {
    homeOps();
    repository.publish('by hand');
    const { first, second } = await walk({ page: { objects: [config('page')] } });
    // Of one that stays, what moves is marked, and nothing else.
    expect(filesOf(first)).toEqual(['~ kubernetes/apps/web/page/app/page.yaml']);
    expect(linesOf(second)).toEqual([
      '+ Kustomization/page in flux-system',
      '→ ConfigMap/page in web (web/page → page)',
    ]);
    expect(repository.read('kubernetes/apps/web/page/app/kustomization.yaml')).toBe(
      'namespace: web\nresources:\n  - ./rules.yaml\n',
    );
    expect(repository.has('kubernetes/apps/web/page/app/page.yaml')).toBe(false);
  });

  it('patches the Kustomization of a cluster if another cluster also reads its files', async () => {
    for (const cluster of ['dev', 'prod']) {
      repository.write(`k8s/clusters/${cluster}/apps.yaml`, kustomization('apps', './apps', '', 'flux-system'));
    }
    repository.write(
      'apps/all.yaml',
      `${configMap('page').replace('page\n', 'page\n  namespace: web\n')}---\n${configMap('shop').replace('shop\n', 'shop\n  namespace: web\n')}`,
    );
    repository.publish('by hand');
    const { first, second } = await walk({ page: { objects: [config('page')] } });
    expect(filesOf(first)).toEqual(['~ k8s/clusters/dev/apps.yaml']);
    expect(filesOf(second).filter((line) => !line.startsWith('+'))).toEqual(['~ k8s/clusters/dev/apps.yaml']);
    expect(repository.read('k8s/clusters/dev/apps.yaml')).toContain(
      '  patches:\n    - patch: |\n        $patch: delete\n        apiVersion: v1\n        kind: ConfigMap\n        metadata:\n          name: page\n      target:\n        kind: ConfigMap\n        name: page\n',
    );
    expect(repository.read('k8s/clusters/dev/apps.yaml')).not.toContain('step 1 of 2');
  });

  it.each([
    ['an object', 'page.yaml', configMap('page').replace('page\n', 'page\n  namespace: web\n')],
    ['a Kustomization', 'ks.yaml', kustomization('web', './web', '', 'flux-system')],
  ])('patches %s of a base that clusters share in the kustomization file of the cluster', async (_, file, text) => {
    for (const cluster of ['dev', 'prod']) {
      const folder = `k8s/clusters/${cluster}`;
      repository.write(`${folder}/root.yaml`, kustomization(cluster, `./${folder}`, '', 'flux-system'));
      repository.write(`${folder}/kustomization.yaml`, 'resources:\n  - root.yaml\n  - ../../base\n');
    }
    const prod = repository.read('k8s/clusters/prod/kustomization.yaml');
    const rest = configMap('rest').replace('rest\n', 'rest\n  namespace: web\n');
    repository.write('k8s/base/kustomization.yaml', `resources:\n  - ${file}\n  - rest.yaml\n`);
    repository.write(`k8s/base/${file}`, text);
    repository.write('k8s/base/rest.yaml', rest);
    repository.write('web/page.yaml', configMap('page').replace('page\n', 'page\n  namespace: web\n'));
    repository.publish('by hand');
    const { first, second } = await walk({ page: { objects: [config('page')] } });
    expect(filesOf(first)).toEqual(['~ k8s/clusters/dev/kustomization.yaml']);
    expect(filesOf(second).filter((line) => !line.startsWith('+'))).toEqual(['~ k8s/clusters/dev/kustomization.yaml']);
    const own = repository.read('k8s/clusters/dev/kustomization.yaml');
    expect(own).toContain('$patch: delete');
    expect(own).not.toContain('step 1 of 2');
    expect(repository.read(`k8s/base/${file}`)).toBe(text);
    expect(repository.read('k8s/clusters/prod/kustomization.yaml')).toBe(prod);
  });

  it('prints who else reads a file that the root lists, and how to replace it with an own copy', () => {
    for (const cluster of ['dev', 'prod']) {
      const folder = `k8s/clusters/${cluster}`;
      repository.write(`${folder}/root.yaml`, kustomization(cluster, `./${folder}`, '', 'flux-system'));
      repository.write(`${folder}/kustomization.yaml`, '{ "resources": ["root.yaml", "../../../apps/page.yaml"] }\n');
    }
    repository.write('apps/page.yaml', configMap('page').replace('page\n', 'page\n  namespace: web\n'));
    repository.publish('by hand');
    const refused = textOf(adopt(repository, dev({ page: { objects: [config('page')] } }), from));
    expect(refused).toContain(
      'ConfigMap/page in web cannot let go: "apps/page.yaml" is also read by the cluster in "k8s/clusters/prod"',
    );
    expect(refused).toContain(
      'fix  copy "apps/page.yaml" into "k8s/clusters/dev", and list the copy there in "k8s/clusters/dev/kustomization.yaml" in the place of "../../../apps/page.yaml", as a change of its own; then run handover again',
    );
  });

  it('prints who else reads a file even if the root cannot be patched', () => {
    for (const cluster of ['dev', 'prod']) {
      const folder = `k8s/clusters/${cluster}`;
      repository.write(`${folder}/root.yaml`, kustomization(cluster, `./${folder}`, '', 'flux-system'));
      repository.write(`${folder}/kustomization.yaml`, '{ "resources": ["root.yaml", "../../../apps/page.yaml"] }\n');
    }
    const page = (name: string) => configMap(name).replace(`${name}\n`, `${name}\n  namespace: web\n`);
    repository.write('apps/page.yaml', `${page('page')}---\n${page('rest')}`);
    repository.publish('by hand');
    const refused = textOf(adopt(repository, dev({ page: { objects: [config('page')] } }), from));
    expect(refused).toContain(
      '"apps/page.yaml" is also read by the cluster in "k8s/clusters/prod", and the root Kustomization is',
    );
    expect(refused).toContain('fix  copy "apps/page.yaml" into "k8s/clusters/dev"');
  });

  it('adds the files that it writes to the kustomization file of the cluster', async () => {
    homeOps();
    repository.write('k8s/clusters/dev/kustomization.yaml', 'resources:\n  - apps.yaml\n');
    repository.publish('by hand');
    await walk({ page });
    expect(repository.read('k8s/clusters/dev/kustomization.yaml')).toBe('resources:\n  - apps.yaml\n  - page.yaml\n');
  });

  it('reports a remaining source that nothing uses any more', async () => {
    // As `fluxspan init` leaves it: a cluster without addons.
    await synth(repository, dev({}));
    repository.write('k8s/clusters/dev/infra.yaml', kustomization('infra', './infra', '', 'flux-system'));
    repository.write(
      'infra/metrics.yaml',
      `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: { name: metrics, namespace: web }
spec: { interval: 10m, url: oci://example.org/metrics-server }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: metrics, namespace: web }
spec:
  interval: 10m
  chartRef: { kind: OCIRepository, name: metrics }
`,
    );
    repository.write('infra/shop.yaml', configMap('shop').replace('shop\n', 'shop\n  namespace: web\n'));
    repository.publish('by hand');
    const app = dev({ metrics: { objects: [{ kind: 'HelmRelease', name: 'metrics', namespace: 'web' }] } });
    const told = `notice FX539 adoption-waits: Kustomization "infra" goes on applying OCIRepository/metrics in web, and nothing that is seen uses it any more
  at   infra/metrics.yaml
  fix  when Flux has reconciled the second step, remove it as a change of its own: Flux then deletes it
`;
    expect(textOf(adopt(repository, app, from))).toContain(told);
    repository.publish('step 1');
    const second = adopt(repository, app, from, { withUpgrades: true });
    expect(textOf(second)).toContain(told);
    expect(filesOf(second)).toContain('~ k8s/clusters/dev/README.md');
    expect(filesOf(second)).toContain('+ k8s/clusters/dev/metrics.yaml');
    repository.publish('step 2');
    expect(repository.read('infra/metrics.yaml')).toContain('OCIRepository');
  });

  it('keeps files that an ArtifactGenerator needs to copy', async () => {
    repository.write(
      'k8s/clusters/dev/artifacts.yaml',
      `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata: { name: all, namespace: flux-system }
spec:
  sources: [{ alias: repo, kind: GitRepository, name: flux-system }]
  artifacts:
    - name: apps
      copy: [{ from: '@repo/apps/**', to: '@artifact/' }]
`,
    );
    repository.write(
      'k8s/clusters/dev/apps.yaml',
      kustomization('apps', './', '', 'flux-system')
        .replace('GitRepository', 'ExternalArtifact')
        .replace('name: flux-system\n    n', 'name: apps\n    n'),
    );
    repository.write('apps/page.yaml', configMap('page').replace('page\n', 'page\n  namespace: web\n'));
    repository.publish('by hand');
    const { second } = await walk({ page: { objects: [config('page')] } });
    expect(repository.has('apps/page.yaml')).toBe(true);
    expect(textOf(second)).toContain(
      'FX539 adoption-waits: "apps/page.yaml" stays, though nothing applies it any more: ArtifactGenerator "all" copies "apps/**", and fails where nothing is there',
    );
  });

  it('takes over a Kustomization with the name of the addon in one commit, since no object changes its owner', async () => {
    repository.write('k8s/clusters/dev/web.yaml', kustomization('web', './apps/web', '', 'flux-system'));
    repository.write('apps/web/page.yaml', configMap('page').replace('page\n', 'page\n  namespace: web\n'));
    repository.publish('by hand');
    const app = dev({ web: { objects: [config('page')] } });
    // The code alone is not half of it.
    expect((await synth(repository, app, { check: true })).codes).toEqual(['FX530']);
    const only = adopt(repository, app, from);
    expect(codesOf(only)).toEqual(['FX555']);
    expect(only.step).toBe('only');
    expect(only.next).toEqual([
      'handover of flux-system, web, in one commit: the new tree, and the old files without what it takes over',
      'no object changes its owner, so nothing has to let go first: look at it, commit it, and merge it',
    ]);
    expect(linesOf(only)).toEqual(['~ Kustomization/web in flux-system (flux-system)']);
    const check = await synth(repository, app, { check: true });
    expect(check.codes).toEqual([]);
    expect(check.clean).toBe(true);
  });

  it('takes over from a remaining Kustomization that does not prune in one commit', async () => {
    homeOps();
    const ks = kustomization('page', './kubernetes/apps/web/page/app').replace('prune: true', 'prune: false');
    repository.write('kubernetes/apps/web/page/ks.yaml', ks);
    repository.publish('by hand');
    const app = dev({ rules: { objects: [config('rules')] } });
    expect((await synth(repository, app, { check: true })).codes).toContain('FX506');
    const only = adopt(repository, app, from);
    expect(only.step).toBe('only');
    expect(only.next).toEqual([
      'handover of web/page, in one commit: the new tree, and the old files without what it takes over',
      'the old owners delete nothing, by prune: false or while they are suspended, so nothing has to let go first: look at it, commit it, and merge it',
    ]);
    expect(linesOf(only)).toEqual([
      '+ Kustomization/rules in flux-system',
      '→ ConfigMap/rules in web (web/page → rules)',
    ]);
    const check = await synth(repository, app, { check: true });
    expect(check.codes).toEqual([]);
    expect(check.clean).toBe(true);
  });

  it('removes a Kustomization whose parent sets the deletionPolicy of all its children', async () => {
    homeOps();
    const defaults = `  patches:
    - # Defaults of all Kustomizations
      patch: |-
        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata:
          name: _
        spec:
          deletionPolicy: WaitForTermination
          patches:
            - patch: |-
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata:
                  name: _
                spec:
                  maxHistory: 3
              target:
                group: helm.toolkit.fluxcd.io
                kind: HelmRelease
      target:
        group: kustomize.toolkit.fluxcd.io
        kind: Kustomization
`;
    repository.write(
      'k8s/clusters/dev/apps.yaml',
      kustomization('cluster-apps', './kubernetes/apps', defaults, 'flux-system'),
    );
    repository.publish('by hand');
    const { first, second } = await walk({ page });
    expect(filesOf(first)).toEqual(['~ k8s/clusters/dev/apps.yaml']);
    expect(linesOf(second)).toContain('- Kustomization/page in web (cluster-apps)');
    expect(repository.read('k8s/clusters/dev/apps.yaml')).not.toContain('Orphan');
  });

  const keepDeleting = {
    patch: '- op: add\n  path: /spec/deletionPolicy\n  value: Delete',
    target: { kind: 'Kustomization' },
  };

  it('patches a Kustomization after a patch of the root that would override its file', async () => {
    repository.write('k8s/clusters/dev/web.yaml', kustomization('web', './apps/web', '', 'flux-system'));
    const kept = `patches:\n  - ${JSON.stringify(keepDeleting)}\n`;
    repository.write('k8s/clusters/dev/kustomization.yaml', `resources:\n  - web.yaml\n${kept}`);
    repository.write('apps/web/page.yaml', configMap('page').replace('page\n', 'page\n  namespace: web\n'));
    repository.publish('by hand');
    const { first } = await walk({ page: { objects: [config('page')] } });
    expect(filesOf(first)).toEqual(['~ k8s/clusters/dev/kustomization.yaml']);
    const after = repository.read('k8s/clusters/dev/kustomization.yaml');
    expect(after).toContain(kept);
    expect(after).not.toContain('step 1 of 2');
  });

  it('prints which patch of the root must not change the Kustomization', () => {
    repository.write('k8s/clusters/dev/web.yaml', kustomization('web', './apps/web', '', 'flux-system'));
    repository.write(
      'k8s/clusters/dev/kustomization.yaml',
      JSON.stringify({ resources: ['web.yaml'], patches: [keepDeleting] }),
    );
    repository.write('apps/web/page.yaml', configMap('page').replace('page\n', 'page\n  namespace: web\n'));
    repository.publish('by hand');
    const refused = textOf(adopt(repository, dev({ page: { objects: [config('page')] } }), from));
    expect(refused).toContain('"web" cannot let go: a patch over "k8s/clusters/dev/web.yaml" overrides it');
    expect(refused).toContain('fix  let that patch leave web alone, by the labels or names of its target');
  });

  it('recognizes the first step in files with Windows line endings', async () => {
    homeOps();
    const ks = kustomization('page', './kubernetes/apps/web/page/app').replaceAll('\n', '\r\n');
    repository.write('kubernetes/apps/web/page/ks.yaml', ks);
    repository.publish('by hand');
    const { first } = await walk({ page });
    expect(first.files.map(({ path }) => path)).toEqual(['kubernetes/apps/web/page/ks.yaml']);
  });

  it('removes a binary file together with its folder', async () => {
    homeOps();
    repository.write(
      'kubernetes/apps/web/page/app/kustomization.yaml',
      'namespace: web\nresources:\n  - ./rules.yaml\nconfigMapGenerator:\n  - name: page\n    files: [icon.bin]\n    options: { disableNameSuffixHash: true }\n',
    );
    writeFileSync(
      join(repository.folder, 'kubernetes/apps/web/page/app/icon.bin'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]),
    );
    repository.publish('by hand');
    const { second } = await walk({ page });
    expect(filesOf(second)).toContain('- kubernetes/apps/web/page/app/icon.bin');
  });

  describe('a Kustomization that an addon takes over as an object', () => {
    const spec = {
      path: './apps/web',
      sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
    };
    const made = (own: object = spec): SampleObject => ({
      kind: 'Kustomization',
      name: 'web',
      namespace: 'flux-system',
      spec: own,
    });
    const namespaced = (name: string) => configMap(name).replace(`${name}\n`, `${name}\n  namespace: web\n`);
    const byHand = () => {
      repository.write('k8s/clusters/dev/web.yaml', kustomization('web', './apps/web', '', 'flux-system'));
      repository.write('apps/web/page.yaml', namespaced('page'));
      repository.write('apps/web/rules.yaml', namespaced('rules'));
      repository.publish('by hand');
    };

    it('keeps applying its own objects, which no code declares', async () => {
      byHand();
      const { second } = await walk({ tenants: { objects: [made()], kustomization: { wait: false } } });
      expect(repository.has('apps/web/page.yaml')).toBe(true);
      expect(repository.has('k8s/clusters/dev/web.yaml')).toBe(false);
      expect(linesOf(second).filter((line) => line.startsWith('-'))).toEqual([]);
    });

    it('loses objects that the code also declares, and keeps the rest', async () => {
      byHand();
      await walk({ tenants: { objects: [made(), config('page')], kustomization: { wait: false } } });
      expect(repository.has('apps/web/page.yaml')).toBe(false);
      expect(repository.has('apps/web/rules.yaml')).toBe(true);
    });

    it('shows which objects go if it reads another folder from now on', () => {
      byHand();
      repository.write('apps/other/rules.yaml', namespaced('rules'));
      repository.write('apps/web/data.yaml', namespaced('db').replace('ConfigMap', 'PersistentVolumeClaim'));
      repository.publish('another folder');
      const other = made({ ...spec, path: './apps/other' });
      const refused = adopt(repository, dev({ tenants: { objects: [other], kustomization: { wait: false } } }), from);
      expect(codesOf(refused)).toEqual(['FX555', 'FX502']);
      expect(textOf(refused)).toContain('PersistentVolumeClaim/db in web is removed');
    });
  });

  it('rejects an addon that shares its name with a Kustomization but none of its objects', () => {
    homeOps();
    repository.write('k8s/clusters/dev/other.yaml', kustomization('page', './other', '', 'flux-system'));
    repository.write('other/other.yaml', configMap('other').replace('other\n', 'other\n  namespace: web\n'));
    repository.publish('by hand');
    const refused = adopt(repository, dev({ page }), from);
    expect(refused.files).toEqual([]);
    expect(textOf(refused)).toContain(
      'error FX537 name-taken: addon "page" has the name of a Kustomization that fluxspan did not write and that has no object of it',
    );
    expect(textOf(refused)).toContain('note not declared: ConfigMap/other in web');
  });

  it('fails if a dependsOn on a removed Kustomization cannot be changed', () => {
    homeOps();
    repository.write(
      'kubernetes/apps/web/kustomization.yaml',
      `${repository.read('kubernetes/apps/web/kustomization.yaml')}patches:\n  - target: { kind: Kustomization, name: shop }\n    patch: |\n      - { op: add, path: /spec/dependsOn, value: [{ name: page, namespace: web }] }\n`,
    );
    repository.write('kubernetes/apps/web/shop/ks.yaml', kustomization('shop', './kubernetes/apps/web/shop/app'));
    repository.publish('by hand');
    const refused = adopt(repository, dev({ page }), from);
    expect(refused.files).toEqual([]);
    expect(codesOf(refused)).toContain('FX538');
    expect(textOf(refused)).toContain(
      'Kustomization "web/shop" stays and names "web/page" in spec.dependsOn, which is removed',
    );
  });

  it('edits Kustomizations whose own namespace a kustomization file above replaces', async () => {
    homeOps();
    for (const name of ['page', 'shop']) {
      const file = `kubernetes/apps/web/${name}/ks.yaml`;
      repository.write(file, repository.read(file).replace('spec:', '  namespace: flux-system\nspec:'));
    }
    repository.publish('by hand');
    const { first, second } = await walk({ page });
    expect(filesOf(first)).toEqual(['~ kubernetes/apps/web/page/ks.yaml']);
    expect(linesOf(second)).toContain('~ Kustomization/shop in web (cluster-apps)');
    expect(repository.read('kubernetes/apps/web/shop/ks.yaml')).toContain(
      '  dependsOn:\n    - name: page\n      namespace: flux-system\n',
    );
  });

  it.each([
    ['reads a folder that is not there', 'other', './nowhere', 'flux-system', 'reads "nowhere"'],
    ['has a path that leads out of its source', 'other', '../other', 'flux-system', 'leads out of its source'],
    ['has no namespace', 'other', './other', '', 'has no namespace'],
  ])('goes on where a Kustomization that it does not concern %s', async (_, name, path, namespace, words) => {
    homeOps();
    repository.write('k8s/clusters/dev/other.yaml', kustomization(name, path, '', namespace));
    repository.write('other/other.yaml', configMap('other').replace('other\n', 'other\n  namespace: web\n'));
    repository.publish('by hand');
    const first = adopt(repository, dev({ page }), from);
    expect(first.step).toBe('first');
    expect(filesOf(first)).toEqual(['~ kubernetes/apps/web/page/ks.yaml']);
    expect(textOf(first)).not.toContain('error');
    const fault = first.diagnostics.filter(({ code }) => code === 'FX533');
    expect(fault.map(({ severity }) => severity)).toEqual(['warning']);
    expect(fault[0]!.message).toContain(words);
    repository.publish('step 1');
    expect(adopt(repository, dev({ page }), from).step).toBe('second');
  });

  it.each([
    [
      'a tree that does not build',
      () => repository.write('kubernetes/apps/web/shop/app/kustomization.yaml', 'resources: [nothing.yaml]\n'),
      'error FX507 base-not-built: the folder "kubernetes/apps/web/shop/app" of Kustomization "web/shop" does not build',
      'kubernetes/apps/web/shop/ks.yaml:4',
    ],
    [
      'a circle',
      () =>
        repository.write(
          'kubernetes/apps/web/shop/app/apps.yaml',
          kustomization('cluster-apps', './kubernetes/apps', '', 'flux-system'),
        ),
      'Kustomization "cluster-apps" is applied by what it applies itself',
      'kubernetes/apps/web/shop/app/apps.yaml:4',
    ],
    [
      'two parents',
      () =>
        repository.write(
          'kubernetes/apps/web/shop/app/ks.yaml',
          kustomization('page', './kubernetes/apps/web/page/app', '', 'web'),
        ),
      'Kustomization "web/page" is applied by',
      'kubernetes/apps/web/shop/app/ks.yaml:4',
    ],
  ])('writes nothing if there is %s', (_, breakIt, message, at) => {
    homeOps();
    breakIt();
    repository.publish('by hand');
    const refused = adopt(repository, dev({ page }), from);
    expect(refused.files).toEqual([]);
    expect(textOf(refused)).toContain(message);
    expect(textOf(refused)).toContain(`at   ${at}`);
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('leaves a second cluster for a later handover', async () => {
    for (const cluster of ['dev', 'prod']) {
      repository.write(
        `k8s/clusters/${cluster}/apps.yaml`,
        kustomization('apps', `./apps/${cluster}`, '', 'flux-system'),
      );
      repository.write(`apps/${cluster}/page.yaml`, configMap('page').replace('page\n', 'page\n  namespace: web\n'));
    }
    repository.publish('by hand');
    const addons = { page: { objects: [config('page')] } };
    const both = () => sampleApp({ dev: { addons }, prod: { addons } });
    // Nothing is adopted yet: both would have two owners.
    expect((await synth(repository, both(), { check: true })).codes).toEqual(['FX506', 'FX506']);
    for (const step of ['step 1', 'step 2']) {
      adopt(repository, both(), from);
      const checked = await synth(repository, both(), { check: true });
      expect(textOf(checked)).not.toContain('error');
      expect(checked.clean).toBe(true);
      expect(textOf(checked)).toContain('FX539 adoption-waits: cluster "prod" is not adopted yet');
      repository.publish(step);
    }
    const after = await synth(repository, both());
    expect(after.written).toBe(true);
    expect(repository.has('k8s/clusters/prod/page.yaml')).toBe(false);
  });
});
