import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Construct } from 'constructs';
import { defineAddon, encryptedFile, FluxApp, FluxCluster, gitSource, type SopsOptions, sops, tenant } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { root } from '../support/root.js';

const A = `age1${'a'.repeat(58)}`;
const B = `age1${'c'.repeat(58)}`;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const read = () => readFileSync(join(repository.folder, '.sops.yaml'), 'utf8');
const synth = async (clusters: Readonly<Record<string, SopsOptions>>, check = false) => {
  const app = new FluxApp();
  for (const [name, options] of Object.entries(clusters)) new FluxCluster(app, name, { secrets: sops(options) });
  const { diagnostics, beside } = await synthApp(app, { project: repository.folder, check });
  written = beside;
  return diagnostics.filter(({ code }) => ['FX875', 'FX876', 'FX882'].includes(code));
};
let written: readonly object[] = [];

describe('.sops.yaml', () => {
  it('is written once for all clusters, and again when their keys change', async () => {
    expect(
      await synth({
        dev: { age: A },
        prod: { age: [B], kms: { aws: 'arn:aws:kms:eu-central-1:123456789012:key/0123' } },
      }),
    ).toEqual([]);
    expect(read()).toMatchInlineSnapshot(`
      "creation_rules:
        # fluxspan: the keys of sops(), which synth writes
        - path_regex: 'secrets/.*\\.enc\\.ya?ml$'
          encrypted_regex: '^(data|stringData)$'
          age: 'age1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,age1cccccccccccccccccccccccccccccccccccccccccccccccccccccccccc'
          kms: 'arn:aws:kms:eu-central-1:123456789012:key/0123'
        # fluxspan: end
      "
    `);
    expect(written).toEqual([{ path: '.sops.yaml', isNew: true }]);
    const first = read();
    await synth({
      prod: { age: [B], kms: { aws: 'arn:aws:kms:eu-central-1:123456789012:key/0123' } },
      dev: { age: A },
    });
    expect(read()).toBe(first);
    expect(written).toEqual([]);
    await synth({ dev: { age: A, files: 'secrets/dev/.*\\.enc\\.ya?ml$' }, prod: { age: B } });
    expect(written).toEqual([{ path: '.sops.yaml', isNew: false }]);
    expect(read()).toMatchInlineSnapshot(`
      "creation_rules:
        # fluxspan: the keys of sops(), which synth writes
        - path_regex: 'secrets/dev/.*\\.enc\\.ya?ml$'
          encrypted_regex: '^(data|stringData)$'
          age: 'age1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
        - path_regex: 'secrets/.*\\.enc\\.ya?ml$'
          encrypted_regex: '^(data|stringData)$'
          age: 'age1cccccccccccccccccccccccccccccccccccccccccccccccccccccccccc'
        # fluxspan: end
      "
    `);
  });

  it('keeps the rules that others have added, to the byte', async () => {
    await synth({ dev: { age: A } });
    const own = '\n# mine\nstores: { yaml: { indent: 2 } }\n';
    repository.write('.sops.yaml', `# top\r\n${read()}  - path_regex: 'other/.*'\n    age: ${B}\n${own}`);
    await synth({ dev: { age: B } });
    expect(read()).toBe(
      `# top\r\ncreation_rules:\n  # fluxspan: the keys of sops(), which synth writes\n  - path_regex: 'secrets/.*\\.enc\\.ya?ml$'\n    encrypted_regex: '^(data|stringData)$'\n    age: '${B}'\n  # fluxspan: end\n  - path_regex: 'other/.*'\n    age: ${B}\n${own}`,
    );
  });

  it('that Git has checked out with the line endings of Windows is up to date, and stays so when keys change', async () => {
    await synth({ dev: { age: A } });
    const windows = (text: string) => text.replaceAll('\n', '\r\n');
    const first = windows(read());
    repository.write('.sops.yaml', first);
    expect(await synth({ dev: { age: A } }, true)).toEqual([]);
    await synth({ dev: { age: B } });
    expect(read()).toBe(first.replace(A, B));
  });

  it.each([
    ['no such rule', 'creation_rules:\n  - path_regex: x\n    age: age1other\n'],
    ['no YAML', 'creation_rules: [\n'],
  ])('of someone else with %s stays as it is, and the lines to paste are shown', async (_, text) => {
    repository.write('.sops.yaml', text);
    const [found, ...more] = await synth({ dev: { age: A } });
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      code: 'FX876',
      severity: 'notice',
      message: ".sops.yaml isn't fluxspan's, and has no rule with the keys of sops()",
    });
    expect(read()).toBe(text);
    const lines = (found!.notes ?? []).slice(1);
    repository.write('.sops.yaml', ['creation_rules:', ...lines, ''].join('\n'));
    expect(await synth({ dev: { age: A } })).toEqual([]);
  });

  it('that is a folder or a link stays', async () => {
    repository.write('.sops.yaml/inside', '');
    const reasons = async () => (await synth({ dev: { age: A } })).map(({ message }) => message);
    expect(await reasons()).toEqual([".sops.yaml isn't fluxspan's, and can't be read: EISDIR"]);
    rmSync(join(repository.folder, '.sops.yaml'), { recursive: true });
    symlinkSync('elsewhere.yaml', join(repository.folder, '.sops.yaml'));
    expect(await reasons()).toEqual([".sops.yaml isn't fluxspan's, and is a symlink"]);
  });

  it('of someone else that has the keys is good', async () => {
    const text = `creation_rules:\n  - age: >-\n      ${A},\n      ${B}\n`;
    repository.write('.sops.yaml', text);
    expect(await synth({ dev: { age: A } })).toEqual([]);
    expect(read()).toBe(text);
  });

  it('is not written by --check, and not without sops()', async () => {
    const found = await synth({ dev: { age: A } }, true);
    expect(found.map(({ message }) => message)).toEqual([".sops.yaml isn't what the keys of sops() make of it"]);
    expect(read).toThrow('ENOENT');
    expect(await synth({ dev: { age: A } })).toEqual([]);
    expect(await synth({ dev: { age: A } }, true)).toEqual([]);
    rmSync(join(repository.folder, '.sops.yaml'));
    const app = new FluxApp();
    new FluxCluster(app, 'dev');
    await synthApp(app, { project: repository.folder });
    expect(read).toThrow('ENOENT');
  });
});

describe('a private key of age', () => {
  const key = `AGE-SECRET-${'KEY'}-1${'Q'.repeat(58)}`;

  it('in a file that git has, or would take, is refused by its place, and not shown', async () => {
    repository.write('keys/old.txt', `# created\n${key}\n`);
    repository.publish('a key');
    repository.write('age.agekey', `${key}\n`);
    const found = await synth({ dev: { age: A } });
    expect(found.map(({ severity, code, message }) => `${severity} ${code} ${message}`)).toEqual([
      'error FX875 age.agekey has a private key of age in line 1: whoever reads the repository can decrypt all that is encrypted for it',
      'error FX875 keys/old.txt has a private key of age in line 2: whoever reads the repository can decrypt all that is encrypted for it',
    ]);
    expect(JSON.stringify(found)).not.toContain('QQQ');
    expect(read).toThrow('ENOENT');
  });

  it('is looked for wherever a file is encrypted', async () => {
    repository.write('secrets/db.enc.yaml', readFileSync(join(root, 'test/fixtures/sops/db.enc.yaml')));
    repository.write('age.agekey', `${key}\n`);
    const app = new FluxApp();
    const kustomization = { decryption: { provider: 'sops' } } as const;
    const build = (scope: Construct) => void encryptedFile(scope, 'secrets/db.enc.yaml');
    const secrets = defineAddon({ name: 'secrets', namespace: 'default', kustomization, build });
    new FluxCluster(app, 'dev').stage('base', [secrets()]);
    const context = openCompileContext(app, repository.folder);
    const { diagnostics } = await synthApp(app, { project: repository.folder, context });
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['FX875']);
  });

  it('is looked for where only a team encrypts', async () => {
    repository.write('age.agekey', `${key}\n`);
    const app = new FluxApp();
    const source = gitSource({ url: 'https://example.org/claims', ref: { branch: 'main' } });
    const team = tenant({ name: 'claims', source, secrets: sops({ age: A }) });
    new FluxCluster(app, 'dev').stage('tenants', [team]);
    const context = openCompileContext(app, repository.folder);
    const { diagnostics } = await synthApp(app, { project: repository.folder, context });
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['FX875']);
    expect(read).toThrow('ENOENT');
  });

  it('is not looked for outside of a repository, which a notice says', async () => {
    rmSync(join(repository.folder, '.git'), { recursive: true });
    repository.write('age.agekey', `${key}\n`);
    expect((await synth({ dev: { age: A } })).map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'notice FX882',
    ]);
    expect(read()).toContain(A);
  });

  it('in a file that git ignores is where it belongs', async () => {
    repository.write('.gitignore', 'age.agekey\n');
    repository.write('age.agekey', `${key}\n`);
    repository.write('docs.md', 'AGE-SECRET-KEY-1… stays out of Git\n');
    expect(await synth({ dev: { age: A } })).toEqual([]);
  });
});
