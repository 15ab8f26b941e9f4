import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, Helm, Include, JsonPatch, Lazy, Testing, Yaml } from 'cdk8s';
import type { Construct } from 'constructs';
import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { planApp } from '../../src/tree/plan-app.js';
import { root } from '../support/root.js';
import { addon } from '../support/synthesize.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { writeFiles } from '../support/write-files.js';

type Make = (scope: Construct) => void;

/** The objects that a `build` makes, and what is wrong with them. */
const made = (make: Make, project: string = root) => {
  const app = new FluxApp();
  new FluxCluster(app, 'dev').stage('apps', [addon('web', { build: make })]);
  const { clusters, diagnostics } = planApp(app, [], { context: openCompileContext(app, project) });
  return {
    objects: clusters[0]!.objects.map(({ json }) => json).filter(({ kind }) => kind !== 'Kustomization'),
    problems: diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`),
    places: diagnostics.map(({ at }) => at.source),
  };
};

const configMap = (scope: Construct, name: string, more: object = {}): ApiObject =>
  new ApiObject(scope, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...more });

const object = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  ...more,
});

/** The line of this file that calls it, as a diagnostic has it. */
const thisLine = (): string => {
  const line = /cdk8s-ways\.test\.ts:(\d+)/.exec(new Error().stack!.split('\n')[2]!)![1];
  return `test/addon/cdk8s-ways.test.ts:${line}`;
};

const INCLUDED = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: rules }\ndata: { level: info }\n';

describe('Include', () => {
  it('takes the objects of a file, whose path starts at the project', () => {
    const project = temporaryFolder();
    writeFiles(project, { 'vendor/rules.yaml': INCLUDED });
    const include: Make = (scope) => new Include(scope, 'rules', { url: 'vendor/rules.yaml' });
    const { objects, problems } = made(include, project);
    expect(problems).toEqual([]);
    expect(objects).toEqual([object('rules', { data: { level: 'info' } })]);
  });

  it('takes a file in UTF-16, as kustomize does', () => {
    const project = temporaryFolder();
    const bytes = Buffer.from(`\ufeff${INCLUDED}---\n# nothing\n`, 'utf16le');
    writeFileSync(join(project, 'rules.yaml'), bytes);
    writeFileSync(join(project, 'other.yaml'), Buffer.from(bytes).swap16());
    for (const url of ['rules.yaml', 'other.yaml']) {
      const { objects, problems } = made((scope) => void new Include(scope, 'rules', { url }), project);
      expect(problems).toEqual([]);
      expect(objects).toEqual([object('rules', { data: { level: 'info' } })]);
    }
  });

  it('takes one of the repository around the project', () => {
    const repository = temporaryFolder();
    writeFiles(repository, { '.git/HEAD': '', 'vendor/rules.yaml': INCLUDED, 'infra/cdk8s.yaml': '' });
    const include: Make = (scope) => new Include(scope, 'rules', { url: '../vendor/rules.yaml' });
    expect(made(include, join(repository, 'infra'))).toMatchObject({
      problems: [],
      objects: [object('rules', { data: { level: 'info' } })],
    });
  });

  it('follows a link in the repository, and none that leads out of it', () => {
    const project = temporaryFolder();
    const elsewhere = join(temporaryFolder(), 'rules.yaml');
    writeFileSync(elsewhere, INCLUDED);
    writeFiles(project, { 'vendor/rules.yaml': INCLUDED });
    symlinkSync(join(project, 'vendor/rules.yaml'), join(project, 'linked.yaml'));
    symlinkSync(elsewhere, join(project, 'outside.yaml'));
    const include = (url: string) => made((scope) => void new Include(scope, 'rules', { url }), project);
    expect(include('linked.yaml')).toMatchObject({ problems: [], objects: [object('rules')] });
    expect(include('outside.yaml')).toMatchObject({
      problems: [expect.stringContaining('"outside.yaml", which is outside the repository')],
      objects: [],
    });
  });

  it('takes none from elsewhere, and names the line that does', () => {
    const elsewhere = join(temporaryFolder(), 'rules.yaml');
    writeFileSync(elsewhere, INCLUDED);
    let line = '';
    const { objects, problems, places } = made((scope) => {
      line = thisLine();
      new Include(scope, 'rules', { url: elsewhere });
    });
    expect(objects).toEqual([]);
    expect(problems).toEqual([
      `error FX331 addon "web" includes "${elsewhere}", which is outside the repository: other machines don't have it`,
    ]);
    expect(places).toEqual([line.replace(/\d+$/, (number) => String(Number(number) + 1))]);
  });

  it('says which file is missing', () => {
    const { problems } = made((scope) => {
      new Include(scope, 'rules', { url: 'rulse.yaml' });
    });
    expect(problems).toEqual([
      'error FX331 addon "web" includes "rulse.yaml", which isn\'t a file of YAML in the project\'s folder',
    ]);
  });

  it('warns of a URL, without what logs in', () => {
    const { problems } = made((scope) => {
      new Include(scope, 'rules', { url: 'http://user:secret@127.0.0.1:1/rules.yaml?token=secret' });
    });
    expect(problems.sort()).toEqual([
      'error FX331 addon "web" includes http://127.0.0.1:1/rules.yaml, which doesn\'t answer with YAML',
      'warning FX331 addon "web" includes http://127.0.0.1:1/rules.yaml, so synth needs the network, and its result changes with what is there',
    ]);
  });

  it('is as it was after a build, and in a plain chart', () => {
    const { load } = Yaml;
    made(() => undefined);
    made(() => {
      throw new Error('no');
    });
    expect(Yaml.load).toBe(load);
    const elsewhere = join(temporaryFolder(), 'rules.yaml');
    writeFileSync(elsewhere, INCLUDED);
    const chart = new Chart(new App(), 'web');
    const build: Make = (scope) => new Include(scope, 'rules', { url: elsewhere });
    defineAddon({ name: 'web', namespace: 'default', build }).addTo(chart);
    expect(Testing.synth(chart)).toEqual([object('rules', { data: { level: 'info' } })]);
  });
});

it('Helm renders a chart while synth runs, which is a notice', () => {
  const helm = join(temporaryFolder(), 'helm');
  writeFileSync(helm, `#!/bin/sh\ncat <<'END'\n${INCLUDED}END\n`);
  chmodSync(helm, 0o755);
  const { objects, problems } = made((scope) => {
    new Helm(scope, 'rules', { chart: './rules', releaseName: 'rules', helmExecutable: helm });
  });
  expect(objects).toEqual([object('rules', { data: { level: 'info' } })]);
  expect(problems).toEqual([
    'notice FX332 addon "web" renders a chart with the helm of this machine: the tree changes with that helm, and synth needs the network unless the chart is a folder',
  ]);
});

it('addJsonPatch changes an object, of cdk8s or of fluxspan', () => {
  const { objects, problems } = made((scope) => {
    configMap(scope, 'one').addJsonPatch(JsonPatch.add('/data', { level: 'info' }));
  });
  expect([objects, problems]).toEqual([[object('one', { data: { level: 'info' } })], []]);
});

it('addDependency in an addon changes nothing, since Flux applies its objects together', () => {
  const build = (depends: boolean) => {
    const app = new FluxApp();
    const both: Make = (scope) => {
      const first = configMap(scope, 'one');
      if (depends) first.addDependency(configMap(scope, 'two'));
      else configMap(scope, 'two');
    };
    new FluxCluster(app, 'dev').stage('apps', [addon('web', { build: both })]);
    return planApp(app).files;
  };
  expect([...build(true)]).toEqual([...build(false)]);
});

describe('tokens', () => {
  it('are resolved once all builds have run', () => {
    let level = 'debug';
    const { objects, problems } = made((scope) => {
      configMap(scope, 'lazy', { data: { level: Lazy.any({ produce: () => level }) } });
      configMap(scope, 'token', { data: { level: { resolve: () => level } } });
      level = 'info';
    });
    expect(problems).toEqual([]);
    expect(objects).toEqual(['lazy', 'token'].map((name) => object(name, { data: { level: 'info' } })));
  });

  it('that fail are reported with their object', () => {
    const produce = () => {
      throw new Error('no level');
    };
    const { problems } = made((scope) => {
      configMap(scope, 'lazy', { data: { level: Lazy.any({ produce }) } });
    });
    expect(problems).toEqual(['error FX301 ConfigMap/lazy cannot be made into JSON: no level']);
  });

  // The second is an item of an array in a script.
  it.each([
    ['${Token[AWS.Region.4]}', true],
    ['${TfToken[TOKEN.12]}', true],
    ['prefix-${Token[TOKEN.7]}', true],
    ['echo ${Token[0]}', false],
    ['echo ${Tokens[TOKEN.1]}', false],
  ])('of AWS CDK and CDKTF stay unresolved: %s', (text, isToken) => {
    const { problems } = made((scope) => {
      configMap(scope, 'one', { data: { text } });
    });
    expect(problems.filter((problem) => problem.includes('token'))).toEqual(
      isToken ? ['error FX301 ConfigMap/one has a token of AWS CDK or CDKTF, which nothing in this app resolves'] : [],
    );
  });
});

it('a Chart in an addon gives its objects its labels and namespace', () => {
  const { objects, problems } = made((scope) => {
    const labels = { team: 'web' };
    configMap(new Chart(scope, 'own', { namespace: 'kube-system', labels }), 'one');
    configMap(new Chart(scope, 'other', { labels }), 'two');
  });
  expect(problems).toEqual([]);
  expect(objects).toEqual([
    object('two', { metadata: { name: 'two', namespace: 'default', labels: { team: 'web' } } }),
    object('one', { metadata: { name: 'one', namespace: 'kube-system', labels: { team: 'web' } } }),
  ]);
});

describe('an object without a name, in a Chart in an addon', () => {
  const unnamed = { apiVersion: 'v1', kind: 'ConfigMap' };
  const nameIn = (make: (scope: Construct) => Construct) => {
    let name = '';
    made((scope) => {
      name = new ApiObject(make(scope), 'data', unnamed).name;
    });
    return name;
  };

  it('is named as the addon itself does it', () => {
    expect(nameIn((scope) => new Chart(scope, 'own'))).toBe('dev-web-own-data');
    expect(nameIn((scope) => scope)).toBe('dev-web-data');
  });

  it('keeps the name that the class of the chart gives', () => {
    class Named extends Chart {
      override generateObjectName(): string {
        return 'mine';
      }
    }
    expect(nameIn((scope) => new Named(scope, 'own'))).toBe('mine');
  });

  it('is named by cdk8s again outside of a build', () => {
    nameIn((scope) => new Chart(scope, 'own'));
    expect(new ApiObject(Testing.chart(), 'data', unnamed).name).toMatch(/^test-data-c8/);
  });
});

it('what a `build` finds below its scope, it can change, as an aspect would', () => {
  const { objects } = made((scope) => {
    configMap(new Chart(scope, 'deep'), 'one');
    for (const found of scope.node.findAll()) if (ApiObject.isApiObject(found)) found.metadata.addLabel('team', 'web');
  });
  expect(objects).toEqual([
    object('one', { metadata: { name: 'one', namespace: 'default', labels: { team: 'web' } } }),
  ]);
});

describe('validations of constructs', () => {
  it('refuse as in cdk8s', () => {
    const { problems } = made((scope) => {
      configMap(scope, 'one').node.addValidation({ validate: () => ['it has no data', 'it has no labels'] });
    });
    expect(problems).toEqual([
      'error FX333 the construct "dev/web/one" refuses what it was given: it has no data',
      'error FX333 the construct "dev/web/one" refuses what it was given: it has no labels',
    ]);
  });

  it('that throw are reported', () => {
    const validate = () => {
      throw new Error('no data');
    };
    const { problems } = made((scope) => configMap(scope, 'one').node.addValidation({ validate }));
    expect(problems).toEqual(['error FX301 a validation of the construct "dev/web/one" failed: no data']);
  });

  it('see what the other addons made', () => {
    let count = 0;
    const counting: Make = (scope) =>
      configMap(scope, 'one').node.addValidation({ validate: () => [`there are ${count}`] });
    const web = addon('web', { build: counting });
    const later = addon('later', { build: (scope: Construct) => void configMap(scope, `later-${++count}`) });
    const cluster = new FluxCluster(new FluxApp(), 'dev').stage('apps', [web]).stage('later', [later]);
    expect(synthCluster(cluster).diagnostics.map(({ message }) => message)).toEqual([
      'the construct "dev/web/one" refuses what it was given: there are 1',
    ]);
  });
});

it('Testing.synth shows what an addon makes in a plain chart', () => {
  const chart = Testing.chart();
  const build: Make = (scope) => void configMap(scope, 'one');
  defineAddon({ name: 'web', namespace: 'default', build }).addTo(chart);
  expect(Testing.synth(chart)).toEqual([object('one')]);
});
