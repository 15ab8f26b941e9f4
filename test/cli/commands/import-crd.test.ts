import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject } from 'cdk8s';
import { FluxApp, FluxCluster } from 'fluxspan';
import { expect, test } from 'vitest';
import { main } from '../../../src/cli/main.js';
import { openCompileContext } from '../../../src/compile/compile-context.js';
import { planApp } from '../../../src/tree/plan-app.js';
import { runMain } from '../../support/run.js';
import { addon } from '../../support/synthesize.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const crd = (
  kind: string,
  { group = 'example.org', versions = ['v1'], size = '{ type: integer, minimum: 1 }' } = {},
): string =>
  `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${kind.toLowerCase()}s.${group} }
spec:
  group: ${group}
  scope: Namespaced
  names: { kind: ${kind}, plural: ${kind.toLowerCase()}s }
  versions:
${versions
  .map(
    (name) =>
      `    - { name: ${name}, served: ${name === 'v1' || name === 'v2'}, storage: ${name === (versions.includes('v1') ? 'v1' : versions[0])}, schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, required: [size], properties: { size: ${size}, 'x-y': { type: string, description: Odd. } } } } } } }\n`,
  )
  .join('')}`;

const project = (files: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'crds'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return {
    folder,
    run: (...argv: readonly string[]) => runMain(folder, 'import', 'crd', ...argv),
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    write: (path: string, text: string) => writeFileSync(join(folder, path), text),
  };
};

const runWithInput = async (folder: string, input: string, ...argv: readonly string[]) => {
  let stdout = '';
  const code = await main(['import', 'crd', '-', ...argv], {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: () => true },
    stdin: (async function* () {
      yield input;
    })(),
    env: {},
    cwd: () => folder,
  });
  return { code, stdout };
};

test('writes classes and schemas once, and keeps kinds of the group from an earlier import', async () => {
  const { run, read, write } = project({ 'widgets.yaml': crd('Widget') });
  const wrote = { code: 0, stdout: 'wrote imports/crds/example.org.yaml\nwrote imports/example.org.ts\n', stderr: '' };
  expect(await run('widgets.yaml')).toEqual(wrote);
  expect(read('imports/example.org.ts')).toContain('export class Widget extends Manifest {');
  expect(read('imports/example.org.ts')).toContain("  /** Odd. */\n  readonly 'x-y'?: string;");
  expect(await run('widgets.yaml')).toEqual({ code: 0, stdout: 'up to date\n', stderr: '' });
  write('crds/gadgets.yaml', crd('Gadget'));
  expect(await run('crds')).toEqual(wrote);
  expect(read('imports/example.org.ts').match(/^export class \w+/gm)).toEqual([
    'export class Gadget',
    'export class Widget',
  ]);
  expect(read('imports/crds/example.org.yaml')).toContain('# From crds, widgets.yaml\n');
});

test('--check says what is stale, and --diff what differs', async () => {
  const { run, write, folder } = project({ 'a.yaml': crd('Widget') });
  expect(await run('a.yaml', '--check')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('stale imports/example.org.ts'),
  });
  expect(existsSync(join(folder, 'imports'))).toBe(false);
  await run('a.yaml');
  expect(await run('a.yaml', '--diff')).toEqual({ code: 0, stdout: 'nothing differs\n', stderr: '' });
  write('a.yaml', crd('Widget', { versions: ['v1', 'v2'], size: '{ type: string }' }));
  const { stdout } = await run('a.yaml', '--diff');
  expect(stdout).toContain('Widget (example.org/v1)\n\nanother type (1)\n  ! spec.size  ');
  expect(stdout).toContain('Widget (example.org/v2): new');
  expect((await run('a.yaml', '--diff', '--check')).code).toBe(2);
});

test('the same CRDs from elsewhere leave the files as they are, and no path of the machine gets into them', async () => {
  const { run, read, folder } = project({ 'crds/a.yaml': crd('Widget') });
  const elsewhere = project({ 'copy.yaml': crd('Widget'), 'gadget.yaml': crd('Gadget') }).folder;
  const { stdout } = await run(join(folder, 'crds/a.yaml'));
  expect(stdout).toContain('wrote imports/example.org.ts');
  expect(read('imports/example.org.ts')).toMatch(/^\/\/ .*\n\/\/ From crds\/a\.yaml\n/);
  const same = { code: 0, stdout: 'up to date\n', stderr: '' };
  expect(await run(join(elsewhere, 'copy.yaml'), '--check')).toEqual(same);
  expect(await run(join(elsewhere, 'copy.yaml'), '--name', 'another\nname')).toEqual(same);
  expect(await runWithInput(folder, crd('Widget'), '--check')).toEqual({ code: 0, stdout: 'up to date\n' });
  await run(join(elsewhere, 'gadget.yaml'));
  expect(read('imports/crds/example.org.yaml')).toMatch(/^# .*\n# From crds\/a\.yaml, gadget\.yaml\n/);
  expect(read('imports/example.org.ts')).not.toContain(elsewhere);
});

test('a deprecated version leaves the name of the class to one that is not, also after another import', async () => {
  const text = crd('Widget', { versions: ['v1', 'v2'] }).replace('name: v2,', 'name: v2, deprecated: true,');
  const { run, read, write } = project({ 'a.yaml': text });
  await run('a.yaml');
  const names = () => read('imports/example.org.ts').match(/export class \w+|apiVersion: '.*'/g);
  const wanted = [
    'export class Widget',
    "apiVersion: 'example.org/v1'",
    'export class WidgetV2',
    "apiVersion: 'example.org/v2'",
  ];
  expect(names()).toEqual(wanted);
  write('b.yaml', crd('Gadget'));
  await run('b.yaml');
  expect(names()?.slice(2)).toEqual(wanted);
});

test('reads what kubectl prints from standard input, and a list of CRDs', async () => {
  const folder = temporaryFolder();
  const items = [crd('Widget')].map((text) => text.replaceAll('\n', '\n    ').trimEnd());
  const list = `apiVersion: v1\nkind: List\nitems:\n  - ${items.join('\n  - ')}\n`;
  const { code, stdout } = await runWithInput(folder, list);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'wrote imports/crds/example.org.yaml\nwrote imports/example.org.ts\n',
  });
});

test('synth checks objects by what was imported, with no further setting', async () => {
  const { run, folder } = project({ 'a.yaml': crd('Widget') });
  const codes = () => {
    const app = new FluxApp();
    const build = (scope: ConstructorParameters<typeof ApiObject>[0]) => {
      new ApiObject(scope, 'w', {
        apiVersion: 'example.org/v1',
        kind: 'Widget',
        metadata: { name: 'w' },
        spec: { size: 0 },
      } as never);
    };
    new FluxCluster(app, 'dev', { external: ['example.org'] }).stage('first', [
      addon('web', { namespace: 'default', build }),
    ]);
    return planApp(app, [], { context: openCompileContext(app, folder) }).diagnostics.map(
      ({ code, message }) => `${code} ${message}`,
    );
  };
  expect(codes()).toEqual([expect.stringMatching(/^FX318 /)]);
  await run('a.yaml');
  expect(codes()).toEqual([expect.stringMatching(/^FX315 .*"spec.size" takes at least 1/)]);
});

test.each([
  ['no CRD', 'kind: ConfigMap\n', 'there is no CustomResourceDefinition in it'],
  ['no schema', crd('Widget').replace('schema: {', 'other: {'), 'has no schema for version "v1"'],
  ['a schema that is not structural', crd('Widget', { size: '{ $ref: a }' }), 'which a CRD may not have'],
  ['no served version', crd('Widget', { versions: ['v1alpha1'] }), 'serves no version'],
  ['a kind that is not an identifier', crd('Wid-get'), "isn't a valid name of a class"],
  [
    'a schema without a type',
    crd('Widget').replace('type: object, properties: { spec', 'properties: { spec'),
    '.openAPIV3Schema.type" is required',
  ],
  [
    'a type in a form',
    crd('Widget', { size: '{ oneOf: [{ type: string }, { type: integer }] }' }),
    'size.oneOf[0].type" can\'t be set',
  ],
  [
    'a rule that is not CEL',
    crd('Widget', { size: '{ type: integer, x-kubernetes-validations: [{ rule: "self ==" }] }' }),
    'size.x-kubernetes-validations[0].rule" isn\'t valid CEL: Unexpected token: the end',
  ],
  [
    'a scope that there is not',
    crd('Widget').replace('Namespaced', 'Galactic'),
    '"spec.scope" takes "Cluster" or "Namespaced"',
  ],
  ['a version with a capital letter', crd('Widget', { versions: ['v1', 'V_1'] }), '"spec.versions[1].name" takes'],
  [
    'a name that is not of its plural',
    crd('Widget').replace('name: widgets.', 'name: gadgets.'),
    '"metadata.name" isn\'t the plural, a dot and the group',
  ],
  ['a group without a dot', crd('Widget', { group: 'example' }), '"spec.group" has no dot'],
  ['an empty group', crd('Widget', { group: '""' }), '"spec.group" takes'],
  ['a group that is a path', crd('Widget', { group: '../../evil' }), '"spec.group" takes'],
  ['broken YAML that names no kind', 'apiVersion: v1\n a: [\n', 'cannot be parsed'],
  ['broken YAML', 'kind: CustomResourceDefinition\n a: [\n', 'cannot be parsed'],
])('refuses %s with the file and a fix, and writes nothing', async (_, text, message) => {
  const { run, folder } = project({ 'a.yaml': text });
  const { code, stderr } = await run('a.yaml');
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
  expect(stderr).toMatch(/\n {2}at {3}a\.yaml\n {2}fix {2}\S/);
  expect(existsSync(join(folder, 'imports'))).toBe(false);
  expect(readdirSync(folder).sort()).toEqual(['a.yaml', 'crds']);
});

test('names all CRDs that are wrong, and says that the others were not written either', async () => {
  const { run, folder } = project({
    'crds/a.yaml': crd('Widget').replace('versions:', 'version:'),
    'crds/b.yaml': crd('Gadget', { group: 'other.org' }),
    'crds/c.yaml': crd('Cog').replace('Namespaced', 'Galactic'),
    'crds/d.yaml': 'not: [a CRD\n',
  });
  const { code, stdout, stderr } = await run('crds');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.match(/CRD "[^"]*"/g)).toEqual(['CRD "widgets.example.org"', 'CRD "cogs.example.org"']);
  expect(stderr).toContain('\nnothing was written of other.org: fix the errors first\n');
  expect(existsSync(join(folder, 'imports'))).toBe(false);
});

test('an empty SOURCE is none', async () => {
  const { run } = project({ 'a.yaml': crd('Widget') });
  const { code, stderr } = await run('');
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('an argument is missing: SOURCE') });
});

test('warns of a field of a CRD that the API server drops', async () => {
  const { run } = project({ 'a.yaml': crd('Widget').replace('scope:', 'scop: Cluster\n  scope:') });
  const { code, stderr } = await run('a.yaml');
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('warning CRD "widgets.example.org": "spec.scop" is a field that nothing reads'),
  });
});

test('tells of versions that are not served, of a kind in two groups, and of two CRDs of one kind', async () => {
  const { run, write } = project({
    'crds/a.yaml': crd('Widget', { versions: ['v1alpha1', 'v1'] }),
    'crds/b.yaml': crd('Widget', { group: 'other.org' }),
  });
  const { code, stderr } = await run('crds');
  expect(code).toBe(0);
  expect(stderr).toContain("doesn't serve v1alpha1, so that version gets no class\n  at   crds/a.yaml\n  fix  use v1");
  expect(stderr).toContain('notice Widget is a kind of example.org and of other.org\n  at   crds/b.yaml');
  write('crds/b.yaml', crd('Widget', { size: '{ type: string }' }));
  const twice = await run('crds');
  expect({ ...twice, stdout: '' }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is also in crds/a.yaml, and differs there'),
  });
});

test('tells of two CRDs of one kind, with two plurals', async () => {
  const other = crd('Widget').replaceAll('widgets', 'widgetz');
  const { run } = project({ 'crds/a.yaml': crd('Widget'), 'crds/b.yaml': other });
  const { code, stderr } = await run('crds');
  expect(code).toBe(1);
  expect(stderr).toContain(
    'CRD "widgetz.example.org" has the kind "Widget", as CRD "widgets.example.org" in crds/a.yaml has, and the API server serves only one of the two\n  at   crds/b.yaml',
  );
  expect(stderr).not.toContain('differs there');
});

test('tells of kinds that the package has itself', async () => {
  const { run } = project({
    'crds/a.yaml': crd('HelmRelease', { group: 'helm.toolkit.fluxcd.io' }),
    'crds/b.yaml': crd('Other', { group: 'helm.toolkit.fluxcd.io' }),
  });
  const { code, stderr } = await run('crds');
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `notice fluxspan has HelmRelease of helm.toolkit.fluxcd.io already: synth checks these objects by the imported CRDs instead of its own
  at   crds
  fix  leave them out, and import the classes from 'fluxspan/imports/helm.toolkit.fluxcd.io', unless your cluster has another version of them

`,
  });
});

test('keeps a file that was edited, and reads no template of a chart', async () => {
  const { run, read, write } = project({
    'crds/a.yaml': crd('Widget'),
    'crds/t.yaml': `{{ if .Values.crds }}\n${crd('Gadget')}{{ end }}\n`,
  });
  expect((await run('crds')).stderr).toContain('"crds/t.yaml" is a template of a chart, and was not read');
  write('imports/example.org.ts', `${read('imports/example.org.ts')}// mine\n`);
  const kept = await run('crds');
  expect(kept.code).toBe(1);
  expect(kept.stderr).toContain('"example.org.ts" was edited by hand');
  expect((await run('crds', '--force')).code).toBe(0);
});

test('leaves a reference to a kind that nothing describes as its schema has it', async () => {
  const ref = '{ type: object, required: [name], properties: { kind: { type: string }, name: { type: string } } }';
  const widget = crd('Widget').replace("'x-y':", `gadgetRef: ${ref}, secretRef: ${ref}, 'x-y':`);
  const { run, read } = project({ 'widgets.yaml': widget });
  expect(await run('widgets.yaml')).toMatchObject({ code: 0, stderr: '' });
  const text = read('imports/example.org.ts');
  const of = (name: string) => /(?<=\{\n)[^}]*/.exec(text.slice(text.indexOf(`interface WidgetSpec${name} `)))?.[0];
  expect(of('GadgetRef')).toBe('  readonly kind?: string;\n  readonly name: string;\n');
  // A Secret is known, and taken for its name.
  expect(of('SecretRef')).toBe('  readonly kind?: string;\n  readonly name: string | SecretObject;\n');
});

test.each([
  ['a dashboard with a comment', 'dashboard.json', '{ // of CustomResourceDefinition\n  "title": "CRDs" }\n'],
  ['several JSON values', 'events.json', '{"reason":"CustomResourceDefinition"}\n{"reason":"other"}\n'],
  ['a JSON that is cut off', 'cut.json', '{ "title": "CustomResourceDefinition", '],
  ['YAML with a tab', 'notes.yaml', 'about: CustomResourceDefinition\n\tmore: x\n'],
])("isn't stopped by %s, which can't hold CRDs", async (_, name, text) => {
  const { run } = project({ 'crds/widgets.yaml': crd('Widget'), [`crds/${name}`]: text });
  expect(await run('crds')).toEqual({
    code: 0,
    stdout: 'wrote imports/crds/example.org.yaml\nwrote imports/example.org.ts\n',
    stderr: '',
  });
});
