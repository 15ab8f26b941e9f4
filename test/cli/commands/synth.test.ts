import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withOldHeader } from '../../support/old-header.js';
import type { TestProject } from '../../support/project.js';
import { projectOfEachTest } from '../../support/project-of-each-test.js';
import { runCommand } from '../../support/run.js';

const project = projectOfEachTest();

/** These projects are no git repositories, so there is nothing to compare owners with. */
const synth = (...argv: readonly string[]) => runCommand(project.folder, 'synth', '--no-base', ...argv);
const treeOf = () => project.files('k8s');
/** Without the lists of checksums, which follow from the files and aren't counted. */
const countedOf = () =>
  Object.fromEntries(Object.entries(treeOf()).filter(([path]) => !path.startsWith('k8s/checksums/')));
/** Without what differs from run to run. */
const timeless = (text: string) => text.replace(/in \d+ ms/, 'in N ms');

describe('fluxspan synth', () => {
  it('writes the tree of every cluster, and does nothing the second time', () => {
    const first = synth();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const tree = countedOf();
    expect(Object.keys(tree)).toEqual(
      ['dev', 'prod']
        .flatMap((cluster) => [
          `k8s/addons/${cluster}/web/config-map.yaml`,
          `k8s/addons/${cluster}/web/kustomization.yaml`,
          `k8s/addons/${cluster}/web/namespace.yaml`,
          `k8s/clusters/${cluster}/README.md`,
          `k8s/clusters/${cluster}/web.yaml`,
          ...Object.keys(tree).filter((path) => path.startsWith(`k8s/contract/${cluster}/`)),
        ])
        .sort(),
    );
    expect(tree['k8s/addons/prod/web/config-map.yaml']).toContain('title: the web of prod');
    expect(first.stdout).toContain('+ k8s/addons/dev/web/config-map.yaml\n');
    expect(first.stdout).toContain(`${Object.keys(tree).length} added, 0 changed, 0 removed`);

    const second = synth();
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toContain(
      `0 added, 0 changed, 0 removed, 0 edited and kept, ${Object.keys(tree).length} unchanged`,
    );
    expect(countedOf()).toEqual(tree);
    // The bundle of the app is gone.
    expect(Object.keys(project.files('.fluxspan'))).toEqual(['.fluxspan/.gitignore']);
  });

  it('finds the project from any folder in it', () => {
    expect(runCommand(`${project.folder}/src`, 'synth', '--no-base')).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(project.files('src'))).toEqual(['src/app.ts', 'src/web.ts']);
    expect(treeOf()).not.toEqual({});
  });

  it('removes what is stale, and leaves what is not its own', () => {
    synth();
    project.write('k8s/notes.txt', 'mine\n');
    project.write('k8s/clusters/dev/flux-system/gotk-sync.yaml', 'kind: GitRepository\n');
    const text = project.read('k8s/addons/dev/web/config-map.yaml');
    project.write('k8s/addons/dev/web/mine.yaml', text);
    project.write('k8s/mine/config-map.yaml', text);
    project.edit('src/web.ts', /new ConfigMap\([^;]*;/.exec(project.read('src/web.ts'))![0], 'void scope;');
    expect(synth().stdout).toContain('- k8s/addons/dev/web/config-map.yaml\n');
    const paths = Object.keys(treeOf());
    expect(paths).not.toContain('k8s/addons/dev/web/config-map.yaml');
    expect(paths).toContain('k8s/addons/dev/web/mine.yaml');
    expect(paths).toContain('k8s/mine/config-map.yaml');
    expect(paths).toContain('k8s/notes.txt');
    expect(paths).toContain('k8s/clusters/dev/flux-system/gotk-sync.yaml');
  });

  it('leaves the clusters of another app that shares the tree, and names them', () => {
    synth();
    const prod = Object.entries(treeOf()).filter(([path]) => path.includes('/prod/'));
    project.edit('src/app.ts', "['dev', 'prod']", "['test']");
    for (const force of [[], ['--force']]) {
      const { code, stdout, stderr } = synth(...force);
      expect(code).toBe(0);
      expect(stdout).toContain(' 0 removed, 0 edited and kept');
      expect(stderr).toContain(
        'notice FX006 undeclared-cluster: "k8s" has generated files of cluster "prod", which this app doesn\'t declare; synth leaves them as they are\n',
      );
      expect(stderr).toContain("new FluxCluster(app, 'prod').removed('web', { reason: '…' })\n");
    }
    expect(Object.entries(treeOf())).toEqual(expect.arrayContaining(prod));
    expect(synth('--check').code).toBe(0);
  });

  it('says nothing of the clusters of another project that has the same tree', () => {
    project.edit('src/app.ts', 'new FluxApp()', "new FluxApp({ root: 'sub/k8s' })");
    synth();
    const tree = project.files('sub/k8s');
    for (const [path, text] of Object.entries(project.files('src'))) project.write(`sub/${path}`, text);
    project.write('sub/cdk8s.yaml', project.read('cdk8s.yaml'));
    project.edit('sub/src/app.ts', "new FluxApp({ root: 'sub/k8s' })", 'new FluxApp()');
    project.edit('sub/src/app.ts', "['dev', 'prod']", "['test']");
    expect(runCommand(`${project.folder}/sub`, 'synth', '--no-base')).toMatchObject({ code: 0, stderr: '' });
    expect(project.files('sub/k8s')).toMatchObject(tree);
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    expect(project.files('sub/k8s')).toHaveProperty(['sub/k8s/clusters/test/web.yaml']);
  });

  it('takes the headers of the version before, which changes nothing', () => {
    synth();
    const tree = treeOf();
    for (const [path, text] of Object.entries(tree)) {
      // It had no such lists.
      if (path.startsWith('k8s/checksums/')) rmSync(join(project.folder, path));
      else project.write(path, withOldHeader(path, text));
    }
    const copy = 'k8s/addons/dev/web/copy.yaml';
    project.write(copy, withOldHeader(copy, tree['k8s/addons/dev/web/config-map.yaml']!));
    expect(synth('--check')).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout, stderr } = synth();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const count = Object.keys(countedOf()).length - 1;
    expect(timeless(stdout)).toBe(
      `0 added, 0 changed, 0 removed, 0 edited and kept, ${count} unchanged, ${count} headers rewritten in N ms\n`,
    );
    expect(treeOf()).toEqual({ ...tree, [copy]: project.read(copy) });
    expect(synth().stdout).not.toContain('headers');
  });

  it('writes only the clusters that --cluster names', () => {
    synth();
    project.edit('src/web.ts', 'title: options.title', 'title: options.title.toUpperCase()');
    const { code, stdout } = synth('--cluster', 'dev');
    expect(code).toBe(0);
    expect(stdout).toContain('~ k8s/addons/dev/web/config-map.yaml\n');
    expect(treeOf()['k8s/addons/dev/web/config-map.yaml']).toContain('THE WEB OF DEV');
    expect(treeOf()['k8s/addons/prod/web/config-map.yaml']).toContain('the web of prod');

    const wrong = synth('--cluster', 'prd', '--cluster', 'dev');
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('error FX002 unknown-cluster: the app has no cluster "prd"');
    expect(wrong.stderr).toContain('did you mean "prod"?');
  });
});

describe('fluxspan synth --check', () => {
  it('is silent and clean where the tree is what the source says', () => {
    synth();
    const { code, stdout, stderr } = synth('--check');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(timeless(stdout)).toContain('the tree is up to date: 0 missing, 0 out of date, 0 left over, 0 edited');
  });

  it('writes nothing, shows the differences and gives 1 where it is not', () => {
    synth();
    project.edit('src/web.ts', 'title: options.title', 'headline: options.title');
    project.edit('src/app.ts', "['dev', 'prod']", "['dev', 'test']");
    const before = treeOf();
    const { code, stdout } = synth('--check');
    expect(code).toBe(1);
    expect(stdout).toContain('+ k8s/addons/test/web/config-map.yaml\n');
    expect(stdout).toContain('~ k8s/addons/dev/web/config-map.yaml\n');
    expect(stdout).not.toContain('- k8s/addons/prod/');
    expect(stdout).toContain('--- a/k8s/addons/dev/web/config-map.yaml\n+++ b/k8s/addons/dev/web/config-map.yaml\n');
    expect(stdout).toMatch(/^-\s+title: the web of dev$/m);
    expect(stdout).toMatch(/^\+\s+headline: the web of dev$/m);
    expect(treeOf()).toEqual(before);
  });

  it('shows no secret, since CI puts the differences into a comment', () => {
    const build = 'new ConfigMap(scope';
    const objects = (secret: string) =>
      `new ApiObject(scope, 's', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { a: '${secret}' } } as object as ApiObjectProps); new ConfigMap(scope, 'e', { name: 'e', data: { PASSWORD: '${secret}' } });`;
    project.edit('src/web.ts', 'import', "import { ApiObject, type ApiObjectProps } from 'cdk8s';\nimport");
    project.edit('src/web.ts', build, `${objects('AAA1')} ${build}`);
    synth();
    project.edit('src/web.ts', objects('AAA1'), objects('TOPSECRET1'));
    const { code, stdout } = synth('--check');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^- {2}a: \(secret\)\n\+ {2}a: \(secret\)$/m);
    expect(stdout).toMatch(/^\+ {2}PASSWORD: \(secret\)$/m);
    expect(stdout).not.toMatch(/AAA1|TOPSECRET1/);
  });

  it('gives 1 for a tree that is not there yet', () => {
    expect(synth('--check').code).toBe(1);
    expect(treeOf()).toEqual({});
  });
});

describe('a file that was edited by hand', () => {
  const path = 'k8s/addons/dev/web/config-map.yaml';

  it('is kept, with a warning, until --force', () => {
    synth();
    const generated = project.read(path);
    project.edit(path, 'the web of dev', 'by hand');
    const edited = project.read(path);
    const kept = synth();
    expect(kept.code).toBe(1);
    expect(kept.stderr).toContain(`warning FX004 file-edited: "${path}" was edited by hand`);
    expect(kept.stdout).toContain(`! ${path}\n`);
    expect(project.read(path)).toBe(edited);

    const { stdout } = synth('--check');
    expect(stdout).toMatch(/^-\s+title: by hand$/m);
    expect(stdout).toMatch(
      /\n\nUndo the edit, or run `npx fluxspan synth --force` to overwrite the edited file, and commit the result\.\n$/,
    );
    expect(project.read(path)).toBe(edited);
    project.edit('src/app.ts', "['dev', 'prod']", "['dev', 'prod', 'test']");
    expect(synth('--check').stdout).toMatch(
      /Run `npx fluxspan synth` and commit the result\. It keeps the edited file: undo the edit, or run `npx fluxspan synth --force` to overwrite it\.\n$/,
    );
    project.edit('src/app.ts', "['dev', 'prod', 'test']", "['dev', 'prod']");

    expect(synth('--force')).toMatchObject({ code: 0, stderr: '' });
    expect(project.read(path)).toBe(generated);
  });

  it('is written again where it holds the markers of a merge', () => {
    synth();
    const generated = project.read(path);
    project.write(path, `<<<<<<< HEAD\n${generated}=======\n${generated}>>>>>>> other\n`);
    expect(synth().code).toBe(0);
    expect(project.read(path)).toBe(generated);
  });

  it("that is somebody else's is refused, and nothing is written", () => {
    project.write(path, 'kind: ConfigMap\n');
    const { code, stderr } = synth();
    expect(code).toBe(1);
    expect(stderr).toContain(`error FX003 path-refused: "k8s/addons/dev/web/config-map.yaml" is there already`);
    expect(treeOf()).toEqual({ [path]: 'kind: ConfigMap\n' });
  });
});

describe('fluxspan synth --json', () => {
  it('prints one object, with the changes and the diagnostics', () => {
    const { code, stdout, stderr } = synth('--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(result).toMatchObject({ diagnostics: [], changed: [], removed: [], kept: [], unchanged: 0 });
    expect(result['added']).toContain('addons/dev/web/config-map.yaml');
    expect(result['root']).toBe('k8s');
    expect(Object.keys(result).sort()).toMatchSnapshot();
    expect(result['clusters']).toMatchObject([{ name: 'dev' }, { name: 'prod' }]);
  });

  it('says what is wrong, in parts', () => {
    project.edit('src/app.ts', '{ title: `the web of ${name}` }', '{ titel: name } as never');
    const { code, stdout } = synth('--json');
    expect(code).toBe(1);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Record<string, unknown>[] };
    expect(diagnostics).toContainEqual({
      code: 'FX107',
      name: 'option',
      severity: 'error',
      message: 'addon "web" has no option "titel"',
      at: { cluster: 'dev', addon: 'web', path: 'titel', source: 'src/app.ts:6' },
      notes: [],
      fix: 'did you mean "title"?',
    });
    expect(treeOf()).toEqual({});
  });
});

describe('fluxspan synth --json-file', () => {
  it('writes there what --json prints, and prints the text', () => {
    const timelessJson = (text: string) => text.replace(/"milliseconds": \d+/, '"milliseconds": 0');
    const { code, stdout } = synth('--check', '--json-file', 'result.json');
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('the tree is stale') });
    expect(timelessJson(project.read('result.json'))).toBe(timelessJson(synth('--check', '--json').stdout));
    project.write('cdk8s.yaml', 'fluxspan:\n  app: src/missing.ts\n');
    const refused = synth('--check', '--json-file', 'result.json');
    expect(refused.stderr).toContain('error FX0');
    expect(JSON.parse(project.read('result.json'))).toMatchObject({ ok: false, diagnostics: [{ severity: 'error' }] });
  });

  it.each([
    ['nowhere/result.json', 'there is no such folder'],
    ['src', 'it is a folder'],
  ])('refuses %s before it writes anything', (file, why) => {
    expect(synth(`--json-file=${file}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`--json-file: cannot write "${file}": ${why}\n`),
    });
    expect(treeOf()).toEqual({});
  });
});

describe('an app with errors', () => {
  it('leaves the tree as it is', () => {
    synth();
    const before = treeOf();
    project.edit('src/web.ts', 'vars.TF_WEB_HOST', "'${TF_WEB_HOTS}'");
    const { code, stdout, stderr } = synth();
    expect(code).toBe(1);
    expect(stderr).toContain(
      'error FX304 var-not-declared: addon "web" reads ${TF_WEB_HOTS}, which it does not declare',
    );
    expect(stderr).toContain('  at   dev/web/ConfigMap/web  data.host  src/web.ts:11\n');
    expect(stderr.match(/FX304/g)).toHaveLength(1);
    expect(stderr).toContain('  note and in 1 more cluster: prod\n');
    expect(stdout).not.toContain('~');
    expect(treeOf()).toEqual(before);
  });

  it.each([
    ['does not compile', (one: TestProject) => one.write('src/app.ts', 'const app = ;\n'), 'src/app.ts:1:12'],
    [
      'throws',
      (one: TestProject) => one.edit('src/app.ts', 'const app', "if (1) throw new Error('not today');\nconst app"),
      'src/app.ts:4',
    ],
    [
      'throws in a module',
      (one: TestProject) => one.edit('src/web.ts', 'export', "if (1) throw new Error('not today');\nexport"),
      'src/web.ts:4',
    ],
    [
      'has no default export',
      (one: TestProject) => one.edit('src/app.ts', 'export default app', 'export { app }'),
      'src/app.ts',
    ],
    [
      'exports something else',
      (one: TestProject) => one.edit('src/app.ts', 'default app', 'default { app }'),
      'src/app.ts',
    ],
    [
      'needs a package that is not there',
      (one: TestProject) => one.edit('src/app.ts', "from 'fluxspan'", "from 'fluxspam'"),
      'src/app.ts',
    ],
    [
      'needs a file that is not there',
      (one: TestProject) => one.edit('src/app.ts', './web.js', './wbe.js'),
      'src/app.ts:2:20',
    ],
    ['is not there', (one: TestProject) => one.edit('cdk8s.yaml', 'src/app.ts', 'src/ap.ts'), 'cdk8s.yaml'],
    ['is not named', (one: TestProject) => one.write('cdk8s.yaml', 'language: typescript\n'), 'cdk8s.yaml'],
    ['has two clusters of one name', (one: TestProject) => one.edit('src/app.ts', "'prod'", "'dev'"), 'src/app.ts:6'],
  ])('that %s is one diagnostic with its place', (_, change, place) => {
    change(project);
    const { code, stdout, stderr } = synth();
    expect(stderr).not.toContain('bug');
    expect(code).toBe(1);
    expect(stderr.match(/^error/gm), stderr).toHaveLength(1);
    expect(stderr.split('\n')[1]).toContain(place);
    expect(stderr).toMatchSnapshot();
    expect(treeOf()).toEqual({});
    expect(timeless(stdout)).not.toContain('added, 0 changed');
  });

  it("that takes a wrong var says so at the place in the user's code", () => {
    project.edit('src/web.ts', 'vars.TF_WEB_HOST', 'vars.TF_WEB_HOTS');
    expect(synth().stderr).toContain('  at   dev/web  build  src/web.ts:11\n');
  });
});
