import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { type Diagnostic, encryptedFile } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { setAddonScope } from '../../src/constructs/addon-scope.js';
import { copiedObjectOf } from '../../src/constructs/encrypted-file.js';
import { root } from '../support/root.js';
import { addon, diagnosticsOf } from '../support/synthesize.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const project = temporaryFolder();
const fixture = (name: string) => readFileSync(join(root, 'test/fixtures/sops', name), 'utf8');
const put = (path: string, text: string | Buffer) => {
  mkdirSync(join(project, path, '..'), { recursive: true });
  writeFileSync(join(project, path), text);
  return path;
};
const scope = (problems: Diagnostic[] = []) => {
  const chart = new Chart(new App(), 'chart');
  const report = (problem: Diagnostic) => void problems.push(problem);
  const reports = { report, reportMissing: report };
  setAddonScope(chart, {
    addon: 'web',
    root: chart,
    namespace: 'web',
    requires: [],
    cluster: 'dev',
    project,
    ...reports,
  });
  return chart;
};
const messageOf = (path: unknown): string => {
  const problems: Diagnostic[] = [];
  const objects = encryptedFile(scope(problems), path as string);
  expect(objects.length === 0).toBe(problems.length > 0);
  return problems.map(({ code, message }) => `${code} ${message}`).join('\n') || 'accepted';
};

describe('encryptedFile', () => {
  it('gives the objects of the file, of which Flux substitutes nothing', () => {
    const path = put('secrets/two.enc.yaml', fixture('two.enc.yaml'));
    const objects = encryptedFile(scope(), path);
    expect(objects.map(({ kind, name }) => `${kind}/${name}`)).toEqual(['Secret/web.tls', 'ConfigMap/settings']);
    expect(objects.map(({ metadata }) => metadata.toJson().annotations)).toEqual([
      { 'example.org/team': 'blue', 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' },
      { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' },
    ]);
    expect(copiedObjectOf(objects[1]!)).toMatchObject({
      file: { name: 'encrypted.two.enc.yaml', text: fixture('two.enc.yaml') },
      index: 1,
      json: { metadata: { name: 'settings' } },
    });
  });

  it('leaves substitution on where that is asked for', () => {
    const path = put('db.yaml', fixture('db.enc.yaml'));
    const [object] = encryptedFile(scope(), path, { substitute: true });
    expect(object!.metadata.toJson()).toEqual({ name: 'db' });
  });

  it('takes a file with carriage returns, and one that another addon has', () => {
    const path = put('crlf.yaml', fixture('db.enc.yaml').replaceAll('\n', '\r\n'));
    expect(messageOf(path)).toBe('accepted');
    expect(messageOf(path)).toBe('accepted');
  });

  it('refuses two files that would have one name', () => {
    const problems: Diagnostic[] = [];
    const chart = scope(problems);
    encryptedFile(chart, put('a/db.yaml', fixture('db.enc.yaml')));
    expect(encryptedFile(chart, put('b/db.yaml', fixture('two.enc.yaml')))).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([
      'encrypted file "b/db.yaml" has the name of another encrypted file of the addon',
    ]);
  });

  it('reports each file that is wrong, and no other', () => {
    const build = (names: readonly string[]) =>
      diagnosticsOf({
        all: [
          addon('web', {
            build: (scope) => {
              for (const name of names) encryptedFile(scope, name)[0]!.metadata.addLabel('a', 'b');
            },
          }),
          addon('other', { build: (scope) => void [encryptedFile(scope, 'x.yaml'), encryptedFile(scope, 'y.yaml')] }),
        ],
      })
        .filter(({ severity }) => severity === 'error')
        .map(({ code, at, message }) => `${code} ${at.addon} ${message.slice(0, 23)}`);
    expect(build(['z.yaml'])).toEqual([
      'FX325 other encrypted file "x.yaml"',
      'FX325 other encrypted file "y.yaml"',
      'FX325 web encrypted file "z.yaml"',
    ]);
  });

  it('is thrown for in a plain cdk8s chart', () => {
    expect(() => encryptedFile(new Chart(new App(), 'chart'), 'missing.yaml')).toThrow(/there is no such file/);
  });

  it("refuses a path that isn't one of a file in the project", () => {
    const outside = temporaryFolderFile();
    symlinkSync(outside, join(project, 'link.yaml'));
    symlinkSync(join(outside, '..'), join(project, 'linked'));
    mkdirSync(join(project, 'folder.yaml'));
    const paths = [
      'missing.yaml',
      '../x.yaml',
      'a/../../x.yaml',
      outside,
      'link.yaml',
      'linked/file.yaml',
      'folder.yaml',
      'x.json',
      'a b.yaml',
      7,
    ];
    expect(paths.map((path) => messageOf(path).replace(outside, '<outside>'))).toMatchInlineSnapshot(`
      [
        "FX325 encrypted file "missing.yaml" cannot be read: there is no such file",
        "FX325 encrypted file "../x.yaml" cannot be read: it isn't below the project's folder",
        "FX325 encrypted file "a/../../x.yaml" cannot be read: it isn't below the project's folder",
        "FX325 encrypted file "<outside>" cannot be read: it isn't below the project's folder",
        "FX325 encrypted file "link.yaml" cannot be read: "link.yaml" is a symbolic link",
        "FX325 encrypted file "linked/file.yaml" cannot be read: "linked" is a symbolic link",
        "FX325 encrypted file "folder.yaml" cannot be read: it is a folder",
        "FX325 encrypted file "x.json" isn't a path that ends in .yaml",
        "FX325 encrypted file "a b.yaml" has a name that the tree doesn't take",
        "FX325 encrypted file 7 isn't a path that ends in .yaml",
      ]
    `);
    rmSync(join(project, 'linked'));
  });

  it("refuses what isn't encrypted, and tells nothing of it", () => {
    const plain = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\nstringData:\n  password: hunter2\n';
    const db = fixture('db.enc.yaml');
    const files: Readonly<Record<string, string | Buffer>> = {
      'plain.yaml': plain,
      'one-plain.yaml': `${db}---\n${plain}`,
      'block-alone.yaml': `${plain}sops:\n  mac: ENC[AES256_GCM,data:aa,iv:aa,tag:aa,type:str]\n`,
      'no-block.yaml': db.slice(0, db.indexOf('\nsops:') + 1),
      'broken.yaml': `${plain}  hunter2: [\n`,
      'list.yaml': '- hunter2\n',
      'empty.yaml': '# nothing\n',
      'latin1.yaml': Buffer.from(`# \xe9\n${db}`, 'latin1'),
      'large.yaml': `# ${'x'.repeat(2 ** 20)}\n${db}`,
      'no-name.yaml': db.replace(/name: .*/, 'name: ENC[AES256_GCM,data:aa,iv:aa,tag:aa,type:str]'),
      'no-kind.yaml': db.replace(/^kind: .*\n/m, ''),
    };
    const messages = Object.entries(files).map(([name, text]) => messageOf(put(name, text)));
    expect(messages.join('\n')).not.toContain('hunter2');
    expect(messages).toMatchInlineSnapshot(`
      [
        "FX325 encrypted file "plain.yaml" isn't encrypted with SOPS",
        "FX325 encrypted file "one-plain.yaml" has an object (2) that isn't encrypted with SOPS",
        "FX325 encrypted file "block-alone.yaml" isn't encrypted with SOPS",
        "FX325 encrypted file "no-block.yaml" isn't encrypted with SOPS",
        "FX325 encrypted file "broken.yaml" isn't valid YAML (line 8)",
        "FX325 encrypted file "list.yaml" isn't a Kubernetes object",
        "FX325 encrypted file "empty.yaml" is empty",
        "FX325 encrypted file "latin1.yaml" cannot be read: it isn't UTF-8",
        "FX325 encrypted file "large.yaml" cannot be read: it is larger than the 1 MB that are read",
        "FX325 encrypted file "no-name.yaml" has no readable metadata.name",
        "FX325 encrypted file "no-kind.yaml" has no readable kind",
      ]
    `);
  });
});

const temporaryFolderFile = (): string => {
  const path = join(temporaryFolderOnce, 'file.yaml');
  writeFileSync(path, fixture('db.enc.yaml'));
  return path;
};
const temporaryFolderOnce = temporaryFolder();
