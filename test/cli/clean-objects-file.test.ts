import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectOfEachTest } from '../support/project-of-each-test.js';
import { runProcess } from '../support/run.js';

const project = projectOfEachTest();

const FILE = '.fluxspan/clean-objects';
const synth = (...argv: readonly string[]) => runProcess(project.folder, 'synth', '--no-base', ...argv);
const inBuild = (text: string) => project.edit('src/web.ts', '{ options, vars }) {', `{ options, vars }) { ${text}`);
/** An object of a kind with a schema, and a label that the API server takes or refuses. */
const service = (port: string) =>
  `new ApiObject(scope, 'svc', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'svc', namespace: 'web' }, spec: { ports: [{ port: ${port} }] } });`;
const withService = (port: string) => {
  project.edit('src/web.ts', 'import ', "import { ApiObject } from 'cdk8s';\nimport ");
  inBuild(service(port));
};

describe('what earlier runs found clean', () => {
  it('is not checked again, and what is new or changed is', () => {
    withService('80');
    expect(synth().code).toBe(0);
    const known = project.read(FILE);
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    expect(project.read(FILE)).toBe(known);
    project.edit('src/web.ts', 'port: 80', "port: 'http'");
    for (let run = 0; run < 2; run++) {
      const { code, stderr } = synth();
      expect(code).toBe(1);
      expect(stderr).toContain('FX315');
      expect(stderr).toContain('"spec.ports[0].port" takes a whole number');
    }
    project.edit('src/web.ts', "port: 'http'", 'port: 80');
    expect(synth('--check')).toMatchObject({ code: 0, stderr: '' });
  });

  it('counts for nothing where another build found it', () => {
    withService("'http'");
    const first = synth();
    expect(first.code).toBe(1);
    project.write(FILE, project.read(FILE).replace(/^.*/, 'another build'));
    expect(synth().stderr).toBe(first.stderr);
    expect(project.read(FILE)).not.toContain('another build');
  });

  it.each(['', '\n\n\n', 'x'.repeat(100_000), '\0\ud800{"a":', '[]'])('may be damaged: %j', (text) => {
    const first = synth();
    const known = project.read(FILE);
    project.write(FILE, text);
    expect(synth()).toMatchObject({ code: first.code, stderr: first.stderr });
    expect(project.read(FILE)).toBe(known);
  });

  it('has the values of a chart too, by the text of its schema', () => {
    project.edit('src/web.ts', 'import { ConfigMap, ', 'import { ConfigMap, HelmRelease, helmChart, ');
    project.edit(
      'src/web.ts',
      "namespace: 'web',",
      `namespace: 'web',
  charts: {
    web: helmChart<{ port?: number | string }>({
      url: 'https://charts.example.org',
      chart: 'web',
      version: '1.2.3',
      valuesSchema: Object.assign(() => JSON.parse('{ "properties": { "port": { "type": "number" } } }'), { text: 'first' }),
    }),
  },`,
    );
    project.edit('src/web.ts', '{ options, vars }', '{ charts, options, vars }');
    project.edit(
      'src/web.ts',
      'vars }) {',
      "vars }) { new HelmRelease(scope, 'web', { chart: charts.web, values: { port: 80 } });",
    );
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    // The text says that nothing has changed, and is believed.
    project.edit('src/web.ts', '"number"', '"boolean"');
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    const wrong = 'the value "port" of release "web" does not fit its chart';
    project.edit('src/web.ts', "'first'", "'second'");
    for (let run = 0; run < 2; run++)
      expect(synth()).toMatchObject({ code: 1, stderr: expect.stringContaining(wrong) });
    project.edit('src/web.ts', '"boolean"', '"number"');
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    project.edit('src/web.ts', 'port: 80', "port: 'http'");
    for (let run = 0; run < 2; run++)
      expect(synth()).toMatchObject({ code: 1, stderr: expect.stringContaining(wrong) });
  });

  it('is nothing that JSON writes otherwise', () => {
    withService('null as never');
    synth();
    project.edit('src/web.ts', 'port: null as never', 'port: Number.NaN');
    const fresh = synth();
    expect(fresh.stderr).toContain('NaN is no JSON number');
    project.write(FILE, '');
    expect(synth()).toMatchObject({ code: fresh.code, stderr: fresh.stderr });
  });

  it('may be impossible to keep', () => {
    mkdirSync(join(project.folder, FILE), { recursive: true });
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(project.files('.fluxspan'))).toEqual(['.fluxspan/.gitignore']);
  });

  it('holds nothing of a Secret', () => {
    expect(synth().code).toBe(0);
    const known = project.read(FILE).split('\n').length;
    project.edit('src/web.ts', 'import ', "import { ApiObject } from 'cdk8s';\nimport ");
    inBuild(
      "new ApiObject(scope, 's', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'web' }, stringData: { a: 'b' } });",
    );
    expect(synth().code).toBe(0);
    // The list of the addon's files is no object that is checked, so that nothing else is new.
    expect(project.read(FILE).split('\n')).toHaveLength(known);
  });
});
