import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutKubectl } from '../../reference/kubectl.js';
import { makeProject, type TestProject } from '../../support/project.js';
import { runCommand, runMain } from '../../support/run.js';

let project: TestProject;
beforeAll(() => {
  project = makeProject();
});
afterAll(() => project.remove());

describe('fluxspan explain', () => {
  it('says what a code means, by its number or its name', async () => {
    const { code, stdout } = await runMain('/', 'explain', 'fx605');
    expect(code).toBe(0);
    expect(stdout).toContain('FX605 crd-provider (error)');
    expect(stdout).toContain('no matches for kind "Widget"');
    expect(stdout).toContain("dev.except('FX605'");
    expect(await runMain('/', 'explain', 'crd-provider')).toMatchObject({ code: 0, stdout });
    expect((await runMain('/', 'explain', 'FX301')).stdout).not.toContain('except(');
  });

  it('finds what was meant', async () => {
    const { code, stderr } = await runMain('/', 'explain', 'crd-provder');
    expect(code).toBe(2);
    expect(stderr).toContain('there is no code "crd-provder"; did you mean "crd-provider"?');
  });
});

describe('fluxspan check', () => {
  it('says in JSON whether a refused value is of a wrong type or read by nothing', () => {
    const own = makeProject();
    try {
      own.edit('src/web.ts', 'import { ConfigMap, ', 'import { ConfigMap, HelmRelease, helmChart, ');
      own.edit(
        'src/web.ts',
        "namespace: 'web',",
        `namespace: 'web',
  charts: {
    web: helmChart<object>({
      url: 'https://charts.example.org',
      chart: 'web',
      version: '1.2.3',
      valuesSchema: () => ({ properties: { port: { type: 'number' } }, additionalProperties: false }),
    }),
  },`,
      );
      own.edit('src/web.ts', '{ options, vars }', '{ charts, options, vars }');
      own.edit(
        'src/web.ts',
        'vars }) {',
        "vars }) { new HelmRelease(scope, 'web', { chart: charts.web, values: { port: 'http', ports: 1 } });",
      );
      const { code, stdout } = runCommand(own.folder, 'check', '--cluster', 'dev', '--json');
      const { diagnostics } = JSON.parse(stdout) as {
        diagnostics: readonly { code: string; kind?: string; at: { path?: string } }[];
      };
      const told = diagnostics.filter((one) => one.code === 'FX313').map(({ kind, at }) => [at.path, kind]);
      expect([code, told.sort()]).toEqual([
        1,
        [
          ['spec.values.port', 'type'],
          ['spec.values.ports', 'unread'],
        ],
      ]);
    } finally {
      own.remove();
    }
  });

  it('runs the rules and writes nothing', () => {
    expect(runCommand(project.folder, 'check')).toMatchObject({ code: 0, stdout: 'no problems found\n' });
    expect(project.files('k8s')).toEqual({});
    const { code, stdout } = runCommand(project.folder, 'check', '--cluster', 'dev', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, diagnostics: [] }]);
  });

  it('tells once what is wrong in several clusters', () => {
    const own = makeProject();
    try {
      own.edit('src/web.ts', 'data: { title', "data: { 'a b': '', title");
      const { code, stderr } = runCommand(own.folder, 'check');
      expect(code).toBe(1);
      expect(stderr.match(/^error FX/gm)).toHaveLength(1);
      expect(stderr).toMatch(
        /\n {2}at {3}dev\/web\/ConfigMap\/web .*\n {2}note .*\n {2}note and in 1 more cluster: prod\n {2}fix /,
      );
      expect(stderr.endsWith('\n\n1 error\n')).toBe(true);
      const { stdout } = runCommand(own.folder, 'check', '--json');
      expect((JSON.parse(stdout) as { diagnostics: readonly unknown[] }).diagnostics).toHaveLength(2);
      // A cluster's own is told by itself.
      expect(runCommand(own.folder, 'synth', '--no-base', '--cluster', 'prod').stderr).not.toContain('more cluster');
    } finally {
      own.remove();
    }
  });

  it('looks whether flux-system includes the settings of Flux, and builds it with them', () => {
    const own = makeProject();
    try {
      const file = 'k8s/clusters/dev/flux-system/kustomization.yaml';
      const header = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';
      const include = 'components:\n  - ../../../flux-settings/dev\n';
      const told = () =>
        [...runCommand(own.folder, 'check', '--cluster', 'dev').stderr.matchAll(/^(\w+ FX\d+) /gm)]
          .map(([, one]) => one)
          // The kubectl of this machine, and that there is no root, are told too.
          .filter((one) => !/FX(011|547)$/.test(one ?? ''));
      own.edit('src/app.ts', "flux: '2.9'", "flux: { version: '2.9', concurrency: 10 }");
      expect(told()).toEqual(['notice FX019']);
      own.write(file, `${header}resources: []\n`);
      expect(told()).toEqual(['error FX019']);
      own.write(file, `${header}${include}`);
      expect(told()).toEqual(withoutKubectl() === undefined ? [] : ['notice FX706']);
      own.write(file, `${header}resources: [absent.yaml]\n${include}`);
      expect(told()).toEqual([withoutKubectl() === undefined ? 'error FX706' : 'notice FX706']);
      // The settings go, and the include stays.
      own.write(file, `${header}${include}`);
      own.write('k8s/flux-settings/dev/kustomization.yaml', `${header}`);
      own.edit('src/app.ts', "{ version: '2.9', concurrency: 10 }", "'2.9'");
      expect(told()).toEqual(['error FX019']);
    } finally {
      own.remove();
    }
  });

  it('tells a cluster that is not there', () => {
    const { code, stderr } = runCommand(project.folder, 'check', '--cluster', 'dve');
    expect(code).toBe(1);
    expect(stderr).toContain('the app has no cluster "dve"');
  });
});

describe('fluxspan render', () => {
  it('prints what Flux will apply', () => {
    const { code, stdout, stderr } = runCommand(project.folder, 'render', 'prod', 'web');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('---\n# applied by Kustomization "web"\napiVersion: v1\n');
    expect(stdout).toContain('title: the web of prod');
    expect(stdout).not.toContain('kind: Kustomization');
    expect(runCommand(project.folder, 'render', 'prod', 'flux-system').stdout).toContain('kind: Kustomization');
  });

  it('checks what it is given by the contract', () => {
    const render = (vars: object) => {
      writeFileSync(join(project.folder, 'infra.json'), JSON.stringify({ vars }));
      return runCommand(project.folder, 'render', 'dev', 'web', '--infra', 'infra.json');
    };
    expect(render({ TF_WEB_HOST: 'web.example.org' })).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout, stderr } = render({ TF_WEB_HOST: 'https://web.example.org/', TF_WEB_HOTS: 'a' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/error FX404 .*vars\.TF_WEB_HOST/);
    expect(stderr).toMatch(/error FX402 .*vars\.TF_WEB_HOTS/);
    expect(stdout).toContain('host: https://web.example.org/');
  });

  it('says where a value came from', () => {
    const { code, stdout } = runCommand(project.folder, 'render', 'dev', '--explain', 'data.title');
    expect(code).toBe(0);
    expect(stdout).toContain('web/ConfigMap/web  data.title\n');
    expect(runCommand(project.folder, 'render', 'dev', '--explain', 'data.titel').code).toBe(1);
  });

  it('refuses what is not there', () => {
    expect(runCommand(project.folder, 'render', 'dev', 'wbe')).toMatchObject({ code: 2 });
    expect(runCommand(project.folder, 'render', 'dev', '--infra', 'gone.json').stderr).toContain(
      'cannot read "gone.json": there is no such file',
    );
    expect(runCommand(project.folder, 'render', 'dve').stderr).toContain('did you mean "dev"?');
  });
});
