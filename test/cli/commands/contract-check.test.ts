import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { main } from '../../../src/cli/main.js';
import { planConfigMaps } from '../../../src/compile/plan-config-maps.js';
import { exampleInfra } from '../../../src/terraform/example-infra.js';
import { makeProject } from '../../support/project.js';
import { runMain } from '../../support/run.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { many, relaxed } from '../../terraform/clusters.js';

const folder = temporaryFolder();

const write = (name: string, value: unknown): string => {
  writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  return name;
};

const { contract, files } = synthCluster(many);
const infra = exampleInfra(contract);
const configMaps = (vars: object = infra.vars) => ({
  kind: 'List',
  items: planConfigMaps(contract, { vars: vars as typeof infra.vars, values: infra.values }),
});
write('contract.json', files['contract/many/contract.json']!);

const check = (...argv: readonly string[]) => runMain(folder, 'contract', 'check', ...argv);

describe('fluxspan contract check', () => {
  it('says what it reads, and that it keeps the contract', async () => {
    const file = write('right.json', configMaps());
    expect(await check(file, '--contract', 'contract.json')).toEqual({
      code: 0,
      stdout:
        'right.json is read as ConfigMaps (kubectl get configmaps -A -o json)\nit keeps the contract of cluster "many"\n',
      stderr: '',
    });
  });

  it('reads standard input', async () => {
    let stdout = '';
    const code = await main(['contract', 'check', '-', '--contract', 'contract.json', '--json'], {
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stdout += text) },
      stdin: (async function* () {
        const bytes = Buffer.from(JSON.stringify(configMaps()));
        // A character may be cut in two by a chunk.
        for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
      })(),
      env: {},
      cwd: () => folder,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      form: 'config-maps',
      clusters: [{ cluster: 'many', place: '', unknown: [] }],
      diagnostics: [],
    });
  });

  it('ends with 1 and every problem where it does not keep it, as text and as JSON', async () => {
    const { TF_COUNT: _, ...vars } = infra.vars;
    const file = write('wrong.json', configMaps({ ...vars, TF_ON: 'hunter2' }));
    const { code, stderr } = await check(file, '--contract', 'contract.json');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /error FX401 infra-missing: vars\.TF_COUNT is missing; addon kinds reads it\n {2}at {3}many\/kinds {2}vars\.TF_COUNT\n/,
    );
    expect(stderr).toMatch(/error FX403 infra-type: vars\.TF_ON is not a boolean/);
    expect(stderr).toMatch(/2 errors\n$/);
    expect(stderr).not.toContain('hunter2');
    const asJson = await check(file, '--contract', 'contract.json', '--json');
    expect(asJson.code).toBe(1);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      ok: false,
      form: 'config-maps',
      diagnostics: [{ code: 'FX401' }, { code: 'FX403' }],
    });
  });

  it('ends on a value that takes a backtracking engine for ever, and refuses a pattern that Terraform cannot read', async () => {
    const withPattern = (name: string, pattern: string) => {
      const changed = structuredClone(contract) as { vars: Record<string, { schema: object }> };
      changed.vars['TF_TEXT']!.schema = { type: 'string', pattern };
      return write(name, changed);
    };
    const values = write('slow.json', configMaps({ ...infra.vars, TF_TEXT: `${'a'.repeat(5000)}!` }));
    const slow = await check(values, '--contract', withPattern('slow-contract.json', '^([a-z0-9]+-?)+$'));
    expect(slow.stderr).toContain('FX404 infra-pattern: vars.TF_TEXT is not text that matches ^([a-z0-9]+-?)+$');
    const foreign = await check(values, '--contract', withPattern('foreign-contract.json', '^(?=a)'));
    expect(foreign.stderr).toContain('foreign-contract.json is not as a contract is at "vars.TF_TEXT.schema.pattern"');
  });

  it.each<[string, readonly string[], number, RegExp]>([
    ['no file', [], 2, /an argument is missing/],
    [
      'a file that is not there',
      ['gone.json', '--contract', 'contract.json'],
      2,
      /cannot read "gone\.json": there is no such file/,
    ],
    ['a folder', ['.', '--contract', 'contract.json'], 2, /cannot read "\.": it is a folder/],
    [
      'an unknown cluster',
      ['right.json', '--contract', 'contract.json', '--cluster', 'prod'],
      2,
      /no contract of cluster "prod"; there is "many"/,
    ],
    [
      'a contract of another version',
      ['right.json', '--contract', 'new.json'],
      1,
      /FX415 .*is a contract of version 9/,
    ],
    ['neither app nor contract', ['right.json'], 1, /FX001 .*no cdk8s\.yaml/],
    ['truncated JSON', ['cut.json', '--contract', 'contract.json'], 1, /FX412 .*cut\.json is JSON that is cut off/],
  ])('refuses %s', async (_, argv, code, message) => {
    write('right.json', configMaps());
    write('new.json', { ...contract, contract: 9 });
    write('cut.json', JSON.stringify(configMaps()).slice(0, 300));
    const run = await check(...argv);
    expect(run.code).toBe(code);
    expect(run.stderr).toMatch(message);
  });

  it('refuses a contract that is nested too deep', async () => {
    write('right.json', configMaps());
    for (const [name, text] of [
      ['version.json', `{ "contract": ${'['.repeat(20_000)}1${']'.repeat(20_000)} }`],
      [
        'schema.json',
        JSON.stringify(contract).replace(
          '"schema":{',
          `"schema":{"items":${'{"items":'.repeat(5000)}{}${'}'.repeat(5000)},`,
        ),
      ],
    ] as const) {
      const { code, stderr } = await check('right.json', '--contract', write(name, text));
      expect(stderr).toContain(`${name} is nested deeper than the 500 levels that are read`);
      expect(code).toBe(1);
    }
  });

  it('takes several contracts', async () => {
    write('relaxed.json', synthCluster(relaxed).contract);
    const run = await check(
      write('right.json', configMaps()),
      '--contract',
      'contract.json',
      '--contract',
      'relaxed.json',
    );
    expect(run).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^usage: [\s\S]*\n\nright\.json holds ConfigMaps, which do not say of which cluster they are: name it with --cluster, one of "many", "relaxed"\n$/,
      ),
    });
  });

  it('reads YAML, one list or many documents, also with Secrets, and shows nothing of one that is broken', async () => {
    const { items } = configMaps();
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: x }\nstringData: { a: hunter2 }\n';
    const clean = { code: 0, stderr: '', stdout: expect.stringContaining('it keeps the contract of cluster "many"') };
    const texts = {
      'list.yaml': stringify({ apiVersion: 'v1', kind: 'List', items }),
      'documents.yaml': `# a note\n---\n${[...items.map((one) => stringify(one)), secret].join('---\n')}`,
      'lists.yaml': `${secret}---\n${stringify({
        kind: 'ConfigMapList',
        apiVersion: 'v1',
        items: items.map(({ kind: _, ...one }) => one),
      })}`,
    };
    for (const [name, text] of Object.entries(texts)) {
      expect(await check(write(name, text), '--contract', 'contract.json'), name).toMatchObject(clean);
    }
    const wrong = await check(write('one.yaml', stringify(items[0])), '--contract', 'contract.json');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('FX405') });
    const broken = await check(write('broken.yaml', `${secret}b: [hunter3\nc: d\n`), '--contract', 'contract.json');
    expect(broken).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /FX412 .*broken\.yaml begins as an object of Kubernetes, and is not YAML at line \d/,
      ),
    });
    expect(broken.stderr).not.toContain('hunter');
  });
});

describe('fluxspan fixtures', () => {
  it("writes what keeps the contract of an app's cluster, the same each time", async () => {
    const project = makeProject();
    try {
      const first = await runMain(project.folder, 'fixtures', 'dev');
      expect(first).toEqual({
        code: 0,
        stdout: ['config-maps.yaml', 'secrets.yaml', 'vars.env']
          .map((file) => `.fluxspan/fixtures/dev/${file}\n`)
          .join(''),
        stderr: '',
      });
      await runMain(project.folder, 'fixtures', 'dev', '--out', 'made');
      expect(readdirSync(join(project.folder, 'made'))).toEqual(['config-maps.yaml', 'secrets.yaml', 'vars.env']);
      for (const file of readdirSync(join(project.folder, 'made'))) {
        expect(project.read(`made/${file}`)).toBe(project.read(`.fluxspan/fixtures/dev/${file}`));
        expect(project.read(`made/${file}`)).toMatch(/^# Examples /);
      }
      expect(project.read('made/config-maps.yaml')).toContain('TF_WEB_HOST: app.example.org\n');
      const kept = await runMain(project.folder, 'contract', 'check', 'made/config-maps.yaml', '--cluster', 'dev');
      expect(kept).toMatchObject({ code: 0, stderr: '' });
      // A shell reads it, and so what is run in it finds the vars.
      const seen = execFileSync('sh', ['-c', 'set -a; . ./made/vars.env; printf %s "$TF_WEB_HOST"'], {
        cwd: project.folder,
      });
      expect(seen.toString()).toBe('app.example.org');
    } finally {
      project.remove();
    }
  });

  it('finds what a plan and the tree both manage', async () => {
    const project = makeProject();
    try {
      const change = (address: string, module: string, after: object) => ({
        address,
        module_address: module,
        mode: 'managed',
        type: /(\w+)\.\w+$/.exec(address)![1],
        name: /\w+$/.exec(address)![0],
        change: { actions: ['create'], before: null, after, after_unknown: {} },
      });
      const input = {
        fluxspan: { contract: 1, cluster: 'dev' },
        vars: { TF_WEB_HOST: 'app.example.org' },
        values: {},
        secrets: {},
      };
      const plan = {
        format_version: '1.2',
        resource_changes: [
          change('module.flux_contract.terraform_data.contract', 'module.flux_contract', { input }),
          change('kubernetes_config_map_v1.data', '', { metadata: [{ name: 'web', namespace: 'web' }] }),
        ],
      };
      project.write('plan.json', JSON.stringify(plan));
      const run = await runMain(project.folder, 'contract', 'check', 'plan.json');
      expect(run.stdout + run.stderr).toContain(
        'error FX781 two-tools: ConfigMap/web in web has two owners: Kustomization "web" and Terraform\'s kubernetes_config_map_v1.data',
      );
      expect(run.code).toBe(1);
    } finally {
      project.remove();
    }
  }, 60_000);

  it('names the clusters that there are', async () => {
    const project = makeProject();
    try {
      const run = await runMain(project.folder, 'fixtures', 'dve');
      expect(run).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/FX002 .*the app has no cluster "dve"[\s\S]*did you mean "dev"\?/),
      });
      expect(readFileSync(join(project.folder, 'cdk8s.yaml'), 'utf8')).toContain('app:');
    } finally {
      project.remove();
    }
  });
});
