import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from '../../support/root.js';
import { runCommand } from '../../support/run.js';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fluxspan-contract-')));
  cpSync(join(root, 'test/audit/seven-plants'), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const run = (...argv: readonly string[]) => runCommand(folder, ...argv);
const contract = () => JSON.parse(readFileSync(join(folder, 'contract/prod/contract.json'), 'utf8'));

/** What `terraform show -json` prints of a ConfigMap. */
const planWith = (data: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.9.0',
    resource_changes: [
      {
        address: 'kubernetes_config_map_v1.vars',
        mode: 'managed',
        type: 'kubernetes_config_map_v1',
        name: 'vars',
        provider_name: 'registry.terraform.io/hashicorp/kubernetes',
        change: {
          actions: ['create'],
          before: null,
          after: { metadata: [{ name: 'cluster-vars', namespace: 'flux-system' }], data },
          after_unknown: {},
        },
      },
    ],
  });

describe('fluxspan contract write', () => {
  it('writes a contract that checks plans without an app, a package or TypeScript', () => {
    const { code, stdout, stderr } = run('contract', 'write');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      `${['contract.json', 'README.md', 'contract.tf', 'kubernetes.tf'].map((name) => `wrote contract/prod/${name}\n`).join('')}\nprod: 1 var\n`,
    );
    expect(readFileSync(join(folder, 'contract/prod/contract.tf'), 'utf8')).toContain(
      'Kustomization/apps reads a string',
    );
    expect(readFileSync(join(folder, 'contract/prod/README.md'), 'utf8')).toContain(
      '| npx fluxspan contract check - --contract contract/prod/contract.json\n',
    );
    writeFileSync(join(folder, 'plan.json'), planWith({ HOST: 'app.example.org' }));
    const check = ['contract', 'check', 'plan.json', '--contract', 'contract/prod/contract.json'];
    expect(run(...check)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('it keeps the contract of cluster "prod"'),
    });
    writeFileSync(join(folder, 'plan.json'), planWith({ HOTS: 'app.example.org' }));
    const broken = run(...check);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain('HOST');
  });

  it('fails with --check once the manifests read something else, and keeps types that people correct', () => {
    expect(run('contract', 'write', '--check')).toMatchObject({ code: 1, stderr: expect.stringContaining('FX859') });
    run('contract', 'write');
    expect(run('contract', 'write', '--check')).toMatchObject({ code: 0, stdout: 'up to date: prod\n' });
    const text = readFileSync(join(folder, 'contract/prod/contract.json'), 'utf8');
    writeFileSync(join(folder, 'contract/prod/contract.json'), text.replace(/"pattern": ".*",/, '"pattern": "^a$",'));
    run('contract', 'write');
    expect(contract().vars.HOST.schema.pattern).toBe('^a$');
    expect(readFileSync(join(folder, 'contract/prod/contract.tf'), 'utf8')).toContain('regex("^a$"');
    appendFileSync(
      join(folder, 'apps/web.yaml'),
      '---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: more, namespace: default }\ndata: { a: "${ZONE}" }\n',
    );
    const stale = run('contract', 'write', '--check');
    expect(stale.code).toBe(1);
    expect(stale.stderr).toContain(`the contract of cluster "prod" isn't what its manifests read`);
    expect(stale.stderr).toContain('note the contract lacks vars.ZONE');
  });

  it('empties a contract of which nothing is read any more, and --check passes then', () => {
    run('contract', 'write');
    const web = readFileSync(join(folder, 'apps/web/web.yaml'), 'utf8');
    writeFileSync(join(folder, 'apps/web/web.yaml'), web.replaceAll(/\$\{\w+\}/g, 'app.example.org'));
    const stale = run('contract', 'write', '--check');
    expect(stale).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing reads vars.HOST any more') });
    expect(run('contract', 'write')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('prod: the manifests read nothing that a contract can ask for\n'),
    });
    expect(contract().vars).toEqual({});
    expect(run('contract', 'write', '--check')).toMatchObject({ code: 0, stdout: 'up to date: prod\n' });
  });

  it('writes nothing if a file of somebody else is in the way, and says what is wrong with its arguments', () => {
    mkdirSync(join(folder, 'contract/prod'), { recursive: true });
    writeFileSync(join(folder, 'contract/prod/contract.tf'), '# mine\n');
    const refused = run('contract', 'write');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('is there already, and contract write did not write it');
    expect(run('contract', 'write', '--out', 'infra')).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'infra/contract/prod/README.md'), 'utf8')).toContain('"../infra/contract/prod"');
    expect(run('contract', 'write', '--check', '--out', join(folder, 'infra'))).toMatchObject({ code: 0, stderr: '' });
    expect(run('contract', 'write', '--out', tmpdir()).stderr).toContain('is outside of the repository');
    expect(run('contract', 'write', '--out', '..').stderr).toContain('is outside of the repository');
    expect(run('contract', 'write', '--cluster', 'pord').stderr).toContain('did you mean "prod"?');
    rmSync(join(folder, 'clusters'), { recursive: true });
    rmSync(join(folder, 'apps'), { recursive: true });
    expect(run('contract', 'write')).toMatchObject({ code: 1, stderr: expect.stringContaining('FX840') });
    expect(run('contract', 'write').stderr).toContain(
      'give it that folder: `fluxspan audit FOLDER`, `fluxspan contract write FOLDER`',
    );
  });
});
