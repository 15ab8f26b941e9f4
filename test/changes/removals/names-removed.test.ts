import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import type { Construct } from 'constructs';
import { ConfigMap, FluxApp, Namespace } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namesRemovedProblems } from '../../../src/changes/comparison/names-removed.js';
import { treeAt } from '../../../src/compile/layout.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { synthApp } from '../../../src/synth/synth-app.js';
import { addon, clusterOf } from '../../support/synthesize.js';
import { writeFiles } from '../../support/write-files.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'names-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const builds = (folder: string): boolean =>
  spawnSync('kubectl', ['kustomize', '--load-restrictor=LoadRestrictionsNone', join(root, folder)]).status === 0;

const configMap = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: b\n`;
const web = 'addons/dev/web';
const others: Readonly<Record<string, string>> = {
  [`${web}/kept.yaml`]: configMap('kept'),
  [`${web}/go.yaml`]: configMap('kept'),
  'addons/dev/other/kustomization.yaml': 'resources: [config-map.yaml]\n',
  'addons/dev/other/config-map.yaml': configMap('other'),
  'addons/dev/part/kustomization.yaml':
    'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [config-map.yaml]\n',
  'addons/dev/part/config-map.yaml': configMap('part'),
  [`${web}/transformer.yaml`]:
    'apiVersion: builtin\nkind: LabelTransformer\nmetadata: { name: x }\nlabels: { a: b }\nfieldSpecs: [{ path: metadata/labels, create: true }]\n',
  [`${web}/replacement.yaml`]:
    'source: { kind: ConfigMap, name: kept, fieldPath: data.a }\ntargets: [{ select: { kind: ConfigMap }, fieldPaths: [data.a] }]\n',
};

/** Each way in which kustomize can name a file, and the removed file. */
const breaking: readonly (readonly [text: string, removed: string])[] = [
  ['resources: [go.yaml]', `${web}/go.yaml`],
  ['resources: [./go.yaml]', `${web}/go.yaml`],
  ['resources: [kept.yaml, ../other]', 'addons/dev/other/kustomization.yaml'],
  ['resources: [kept.yaml, ../other/]', 'addons/dev/other/kustomization.yaml'],
  ['resources: [kept.yaml]\ncomponents: [../part]', 'addons/dev/part/kustomization.yaml'],
  ['resources: [kept.yaml]\npatches: [{ path: go.yaml }]', `${web}/go.yaml`],
  ['resources: [kept.yaml]\npatchesStrategicMerge: [go.yaml]', `${web}/go.yaml`],
  ['configMapGenerator: [{ name: a, files: [go.yaml] }]', `${web}/go.yaml`],
  ['configMapGenerator: [{ name: a, files: [key=go.yaml] }]', `${web}/go.yaml`],
  ['secretGenerator: [{ name: a, files: [go.yaml] }]', `${web}/go.yaml`],
  ['resources: [kept.yaml]\nreplacements: [{ path: replacement.yaml }]', `${web}/replacement.yaml`],
  ['resources: [kept.yaml]\ntransformers: [transformer.yaml]', `${web}/transformer.yaml`],
  ['generators: [go.yaml]', `${web}/go.yaml`],
];
/** What only looks so. */
const harmless: readonly (readonly [text: string, removed: string])[] = [
  ['resources: [kept.yaml]', `${web}/go.yaml`],
  ['resources: [kept.yaml]\nnamePrefix: go.yaml', `${web}/go.yaml`],
  ['resources: [kept.yaml]\ncommonAnnotations: { file: go.yaml, path: go.yaml }', `${web}/go.yaml`],
  ['configMapGenerator: [{ name: a, literals: [file=go.yaml] }]', `${web}/go.yaml`],
  ['resources: [kept.yaml] # go.yaml', `${web}/go.yaml`],
  [
    'resources: [kept.yaml]\npatches: [{ patch: "{ kind: ConfigMap, metadata: { name: kept }, data: { path: go.yaml } }", target: { kind: ConfigMap } }]',
    `${web}/go.yaml`,
  ],
];

const problemsOf = (text: string, removed: string) => {
  writeFiles(root, { ...others, [`${web}/kustomization.yaml`]: `${text}\n` });
  return namesRemovedProblems(root, treeAt(), {
    changed: [],
    kept: [`${web}/kustomization.yaml`],
    removed: [removed],
  });
};

describe('an edited kustomization file', () => {
  it.each(breaking)('is an error if it names a removed file: %s', (text, removed) => {
    expect(problemsOf(text, removed)).toMatchObject([{ code: 'FX005', severity: 'error' }]);
  });

  it.each(harmless)("isn't an error if it names no removed file: %s", (text, removed) => {
    expect(problemsOf(text, removed)).toEqual([]);
  });

  it.runIf(hasKubectl || process.env['CI'] === 'true')('is refused if kustomize can no longer build it', () => {
    for (const [text, removed] of [...breaking, ...harmless]) {
      problemsOf(text, removed);
      const isGenerator = text.startsWith('generators');
      if (!isGenerator) expect(builds(web), text).toBe(true);
      unlinkSync(join(root, removed));
      expect(builds(web), text).toBe(harmless.some((one) => one[0] === text));
    }
  });

  it("isn't an error if the whole addon is removed: Flux no longer builds its folder", () => {
    writeFiles(root, { [`${web}/kustomization.yaml`]: 'resources: [go.yaml]\n' });
    const removed = [`${web}/go.yaml`, 'clusters/dev/web.yaml'];
    expect(namesRemovedProblems(root, treeAt(), { changed: [], kept: [`${web}/kustomization.yaml`], removed })).toEqual(
      [],
    );
  });

  it('is reported with all removed files that it names, and a fix', () => {
    const [problem] = problemsOf('resources: [go.yaml, ../other]\npatches: [{ path: go.yaml }]', `${web}/go.yaml`);
    expect(printDiagnostic(problem!)).toMatchInlineSnapshot(`
      "error FX005 names-removed-file: "k8s/addons/dev/web/kustomization.yaml" was edited by hand, so that it is kept, and it names "go.yaml", which synth would remove: Flux could not build the folder
        at   k8s/addons/dev/web/kustomization.yaml  resources
        fix  move the edit into the TypeScript code and run "fluxspan synth --force", or take "go.yaml" out of patches.path and resources in that file
      "
    `);
  });
});

describe('an edited Kustomization of an addon', () => {
  const entry = 'clusters/dev/web.yaml';
  const problemsWith = (path: string, removed: readonly string[]) => {
    const kustomization = `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec:\n  path: ${path}\n`;
    writeFiles(root, { [entry]: kustomization });
    return namesRemovedProblems(root, treeAt(), { changed: [], kept: [entry], removed });
  };

  it.each(['./k8s/addons/dev/web', 'addons/dev/web/', './infra/k8s/addons/dev/web'])(
    'is refused if synth would remove the folder that it reads: %s',
    (path) => {
      const problems = problemsWith(path, [`${web}/kustomization.yaml`, `${web}/go.yaml`]);
      expect(problems).toMatchObject([{ code: 'FX005', severity: 'error', at: { file: `k8s/${entry}` } }]);
      expect(problems[0]!.message).toBe(
        '"k8s/clusters/dev/web.yaml" was edited by hand, so that it is kept, and its Kustomization reads "k8s/addons/dev/web", which synth would remove: Flux could not build the folder',
      );
    },
  );

  it.each([
    ['./k8s/addons/dev/web', [`${web}/go.yaml`]],
    ['./k8s/addons/dev/other', [`${web}/kustomization.yaml`]],
    ['./k8s/my-addons/dev/web', [`${web}/kustomization.yaml`]],
  ])('is accepted if the folder stays: %s', (path, removed) => {
    expect(problemsWith(path, removed)).toEqual([]);
  });
});

describe('a hand-written kustomization file', () => {
  it.each([
    ['clusters/dev/kustomization.yaml', 'web.yaml', 'clusters/dev/web.yaml', 'error'],
    ['clusters/dev/flux-system/kustomization.yaml', '../web.yaml', 'clusters/dev/web.yaml', 'error'],
    ['addons/dev/kustomization.yml', 'web', 'addons/dev/web/kustomization.yaml', 'warning'],
    ['addons/dev/own/kustomization.yaml', '../web', 'addons/dev/web/kustomization.yaml', 'warning'],
    ['mine/all/Kustomization', '../../addons/dev/web/go.yaml', 'addons/dev/web/go.yaml', 'warning'],
    ['addons/dev/web/parts/kustomization.yaml', '../go.yaml', 'addons/dev/web/go.yaml', 'warning'],
  ])('is reported if it names a removed file: %s', (path, names, removed, severity) => {
    writeFiles(root, { [path]: `resources: [${names}]\n` });
    expect(namesRemovedProblems(root, treeAt(), { changed: [], kept: [], removed: [removed] })).toMatchObject([
      { code: 'FX005', severity },
    ]);
    // A kustomization file that is removed itself isn't reported.
    expect(namesRemovedProblems(root, treeAt(), { changed: [], kept: [], removed: [removed, path] })).toEqual([]);
  });

  it('may be outside of the tree if git tracks it, and is an error if Flux reads its folder', async () => {
    const inTree = (text: string) => ({ [`k8s/addons/dev/own/kustomization.yaml`]: text });
    await synthApp(appWith(true), { project: root });
    const removed = `${web}/config-map.yaml`;
    writeFiles(root, {
      'deploy/kustomization.yaml': `resources: [../k8s/${removed}]\n`,
      'untracked/kustomization.yaml': `resources: [../k8s/${removed}]\n`,
      ...inTree('resources: [../web/namespace.yaml]\n'),
    });
    const git = (...args: readonly string[]) => expect(spawnSync('git', args, { cwd: root }).status).toBe(0);
    git('init', '--quiet');
    git('add', 'deploy');
    const told = async () => {
      const { diagnostics } = await synthApp(appWith(false), { project: root, check: true });
      return diagnostics.filter(({ code }) => code === 'FX005').map(({ severity, at }) => [severity, at.file]);
    };
    expect(await told()).toEqual([['warning', 'deploy/kustomization.yaml']]);
    writeFiles(root, {
      'k8s/clusters/dev/deploy.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: deploy, namespace: flux-system }\nspec: { path: ./deploy/, sourceRef: { kind: GitRepository, name: flux-system } }\n',
    });
    expect(await told()).toEqual([['error', 'deploy/kustomization.yaml']]);
  });

  it("isn't reported if it's invalid, because Flux reports that better", () => {
    writeFiles(root, { 'clusters/dev/kustomization.yaml': 'resources: [web.yaml\n' });
    expect(namesRemovedProblems(root, treeAt(), { changed: [], kept: [], removed: ['clusters/dev/web.yaml'] })).toEqual(
      [],
    );
  });
});

const appWith = (hasConfigMap: boolean): FluxApp => {
  const app = new FluxApp();
  const build = (scope: Construct) => {
    new Namespace(scope, 'space', { name: 'other' });
    if (hasConfigMap) new ConfigMap(scope, 'data', { data: {} });
  };
  clusterOf({ first: [addon('web', { build })] }, { app });
  return app;
};

it('ignores a kustomization file that synth itself writes', async () => {
  await synthApp(appWith(true), { project: root });
  const { diagnostics, changes } = await synthApp(appWith(false), { project: root });
  expect(changes).toMatchObject({ changed: [`${web}/kustomization.yaml`], removed: [`${web}/config-map.yaml`] });
  expect(diagnostics.filter(({ code }) => code === 'FX005')).toEqual([]);
});

it('writes nothing while a kustomization file names a removed file', async () => {
  const { files } = await synthApp(appWith(true), { project: root });
  const path = `${web}/kustomization.yaml`;
  writeFiles(root, { [posix.join('k8s', path)]: `${files.get(path)!}commonLabels: { a: b }\n` });
  const refused = await synthApp(appWith(false), { project: root });
  expect(refused.written).toBe(false);
  expect(refused.diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['FX004', 'FX005']));
  expect(await synthApp(appWith(false), { project: root, force: true })).toMatchObject({ written: true });
});
