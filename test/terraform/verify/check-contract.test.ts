import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { planConfigMaps } from '../../../src/compile/plan-config-maps.js';
import type { Contract } from '../../../src/contract/index.js';
import { exampleInfra } from '../../../src/terraform/example-infra.js';
import { verifyContract } from '../../../src/terraform/verify/check-contract.js';
import { many, relaxed } from '../clusters.js';

const { contract } = synthCluster(many);
const infra = exampleInfra(contract);
const namesOf = (secrets: typeof infra.secrets) =>
  Object.fromEntries(Object.entries(secrets).map(([secret, properties]) => [secret, Object.keys(properties)]));

type Json = Record<string, unknown>;
const right = (): Json & { vars: Json; values: Record<string, Json>; secrets: Record<string, string[]> } =>
  structuredClone({
    fluxspan: { contract: 1, cluster: 'many' },
    vars: { ...infra.vars },
    values: infra.values as Record<string, Json>,
    secrets: namesOf(infra.secrets),
  });

const planOf = (input: unknown, unknown: unknown = {}, more: readonly unknown[] = []) => ({
  format_version: '1.2',
  planned_values: {},
  resource_changes: [
    { mode: 'data', type: 'aws_region', address: 'data.aws_region.current', change: { after: {} } },
    {
      mode: 'managed',
      type: 'terraform_data',
      name: 'contract',
      address: 'module.flux_contract.terraform_data.contract',
      module_address: 'module.flux_contract',
      change: {
        actions: ['create'],
        before: null,
        after: { input },
        after_unknown: { id: true, input: unknown, output: true },
      },
    },
    ...more,
  ],
});

const check = (artifact: unknown, contracts: readonly Contract[] = [contract], cluster?: string) =>
  verifyContract(Buffer.from(typeof artifact === 'string' ? artifact : JSON.stringify(artifact)), contracts, {
    file: 'plan.json',
    ...(cluster === undefined ? {} : { cluster }),
  });

const saidBy = (result: ReturnType<typeof check>) =>
  result.diagnostics.map(
    ({ code, severity, message, at, fix }) => `${severity} ${code} ${at.path ?? at.object ?? ''} | ${message} | ${fix}`,
  );

describe('what a module was given', () => {
  it('is clean where it keeps the contract, and null is what is left out', () => {
    const given = right();
    given.vars['TF_LIMIT'] = null;
    given.values['kinds']!['maybe'] = null;
    expect(check(planOf(given))).toEqual({
      form: 'plan',
      clusters: [{ cluster: 'many', place: 'module.flux_contract.terraform_data.contract', unknown: [] }],
      diagnostics: [],
    });
  });

  it('is reported with every key that is missing, unknown, mistyped or breaks its pattern', () => {
    const given = right();
    delete given.vars['TF_COUNT'];
    given.vars['TF_CUONT'] = 1;
    given.vars['TF_ON'] = 'true';
    given.vars['TF_HOST'] = 'Not A Host';
    given.vars['TF_SIZE'] = 'medium';
    given.vars['TF_TEXT'] = null;
    given.values['kinds']!['settings'] = { region: 'r', deep: 'flat' };
    given.values['kinds']!['names'] = ['abc', 'ABC'];
    given.values['kinds']!['env'] = [{ name: 'a', valeu: 'b' }];
    delete given.values['with-dash'];
    given.secrets['login'] = ['user', 'pasword'];
    given.secrets['other'] = [];
    const result = check(planOf(given));
    expect(saidBy(result)).toMatchInlineSnapshot(`
      [
        "error FX402 secrets.other | secrets.other is not in the contract of cluster "many" | there is "login"; otherwise remove it",
        "error FX402 vars.TF_CUONT | vars.TF_CUONT is not in the contract of cluster "many" | did you mean "TF_COUNT"? otherwise remove it",
        "error FX401 vars.TF_TEXT | vars.TF_TEXT is missing; addons kinds and reader read it | give it in \`vars\` of the module: a string that matches ^[^ ]+$, such as "text"",
        "error FX401 secrets.login.password | secrets.login.password is missing; addon kinds reads it | give it in \`secrets\` of the module: a string",
        "error FX402 secrets.login.pasword | secrets.login.pasword is not in the contract of cluster "many" | did you mean "password"? otherwise remove it",
        "error FX402 values.kinds.env[0].valeu | values.kinds.env[0].valeu is not in the contract of cluster "many" | did you mean "value"? otherwise remove it",
        "error FX404 values.kinds.names[1] | values.kinds.names[1] is not text that matches ^[a-z]+$ | give a string that matches ^[a-z]+$, such as "abc"",
        "error FX403 values.kinds.settings.deep | values.kinds.settings.deep is not an object | give an object with size, such as {"size":"m"}",
        "error FX401 values.with-dash | values.with-dash is missing; addon kinds reads it | give it in \`values\` of the module: an object with clusterName, such as {"clusterName":"example"}",
        "error FX401 vars.TF_COUNT | vars.TF_COUNT is missing; addon kinds reads it | give it in \`vars\` of the module: a number, such as 1",
        "error FX404 vars.TF_HOST | vars.TF_HOST (host name) is not text that matches ^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$ | give a string that matches ^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$, such as "app.example.org"",
        "error FX403 vars.TF_ON | vars.TF_ON is not a boolean | give a boolean, such as true",
        "error FX403 vars.TF_SIZE | vars.TF_SIZE is not one of "large", "small" | give one of "large", "small"",
      ]
    `);
  });

  it('may be unknown: values are noticed, and keys still checked', () => {
    const given = right();
    const host = given.vars['TF_HOST'];
    delete given.vars['TF_HOST'];
    given.vars['TF_HSOT'] = host;
    delete given.vars['TF_COUNT'];
    delete given.vars['TF_HSOT'];
    delete (given.values['kinds']!['settings'] as Json)['region'];
    const result = check(
      planOf(given, { vars: { TF_COUNT: true, TF_HSOT: true }, values: { kinds: { settings: { region: true } } } }),
    );
    expect(result.clusters[0]!.unknown).toEqual(['vars.TF_COUNT', 'vars.TF_HSOT', 'values.kinds.settings.region']);
    expect(saidBy(result).join('\n')).toMatch(/FX401 vars\.TF_HOST /);
    expect(saidBy(result).join('\n')).toMatch(/FX402 vars\.TF_HSOT .*did you mean "TF_HOST"/);
    expect(saidBy(result).join('\n')).toMatch(
      /notice FX410 .*3 values are known after apply: vars\.TF_COUNT, vars\.TF_HSOT, values\.kinds\.settings\.region/,
    );
    expect(result.diagnostics).toHaveLength(3);
  });

  it('is unproven, not wrong, where an argument is unknown as a whole', () => {
    const { values: _, ...given } = right();
    const result = check(planOf(given, { values: true }));
    expect(saidBy(result)).toEqual([expect.stringMatching(/^notice FX411 values \| `values` is unknown as a whole/)]);
    const all = check(planOf(undefined, true));
    expect(saidBy(all)).toEqual([expect.stringMatching(/^error FX413/)]);
  });

  it('never shows a value', () => {
    const given = right();
    given.vars['TF_HOST'] = 'hunter2 hunter2';
    given.vars['TF_COUNT'] = 'hunter2';
    given.vars['TF_SIZE'] = 'hunter2';
    given.vars['TF_NEW'] = 'hunter2';
    given.values['kinds'] = 'hunter2' as never;
    given.secrets['login'] = 'hunter2' as never;
    const result = check(planOf(given));
    expect(result.diagnostics.length).toBeGreaterThan(5);
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it('shows the names of secrets alone, whoever wrote them', () => {
    const given = right() as Record<string, Json>;
    given['secrets']!['login'] = { user: 'hunter2', passwrod: 'hunter2' };
    const result = check(planOf(given));
    expect(saidBy(result)).toEqual([
      expect.stringMatching(/^error FX401 secrets\.login\.password /),
      expect.stringMatching(/^error FX402 secrets\.login\.passwrod .*did you mean "password"/),
    ]);
    delete given['secrets']!['login'];
    const [missing] = saidBy(check(planOf(given)));
    expect(missing).toMatch(
      /^error FX401 secrets\.login .*give it in `secrets` of the module: an object with password and user/,
    );
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it('is found in outputs of the root module, one by one or all in one', () => {
    const output = (value: unknown) => ({ sensitive: false, type: 'string', value });
    const broken = right();
    delete broken.vars['TF_COUNT'];
    for (const outputs of [
      { region: output('eu-west-1'), flux_contract: output(broken) },
      { flux: output({ contract: broken, ready: [], secrets: { login: 'hunter2' } }) },
    ]) {
      const result = check(outputs);
      expect(result.form).toBe('output');
      expect(saidBy(result)).toEqual([expect.stringMatching(/^error FX401 vars\.TF_COUNT/)]);
    }
  });

  it('is found in a state, however deep', () => {
    const resource = {
      mode: 'managed',
      type: 'terraform_data',
      name: 'contract',
      address: 'module.a.module.b.terraform_data.contract',
      values: { input: right() },
    };
    const state = {
      format_version: '1.0',
      values: {
        root_module: {
          child_modules: [
            { address: 'module.a', child_modules: [{ address: 'module.a.module.b', resources: [resource] }] },
          ],
        },
      },
    };
    expect(check(state)).toMatchObject({
      form: 'state',
      clusters: [{ cluster: 'many', place: resource.address }],
      diagnostics: [],
    });
  });

  it('is checked cluster by cluster where one plan has several', () => {
    const second = synthCluster(relaxed).contract;
    const other = {
      mode: 'managed',
      type: 'terraform_data',
      name: 'contract',
      address: 'module.other.terraform_data.contract',
      module_address: 'module.other',
      change: {
        after: {
          input: { fluxspan: { contract: 1, cluster: 'relaxed' }, vars: { TF_MODE: 'odd' }, values: {}, secrets: {} },
        },
      },
    };
    const plan = planOf(right(), {}, [other]);
    const both = check(plan, [contract, second]);
    expect(both.clusters.map(({ cluster }) => cluster)).toEqual(['many', 'relaxed']);
    expect(saidBy(both)).toEqual([expect.stringMatching(/^error FX403 vars\.TF_MODE/)]);
    expect(check(plan, [contract, second], 'many').diagnostics).toEqual([]);
  });
});

describe('ConfigMaps', () => {
  const list = (): { kind: string; items: Json[] } => ({
    kind: 'List',
    items: structuredClone(planConfigMaps(contract, infra)) as unknown as Json[],
  });
  const named = ({ items }: { items: Json[] }, name: string) =>
    items.find((one) => (one['metadata'] as Json)['name'] === name)! as {
      metadata: Json;
      data: Json;
      immutable?: boolean;
    };

  it('are clean as infraConfigMaps would write them', () => {
    expect(check(list())).toEqual({
      form: 'config-maps',
      clusters: [{ cluster: 'many', place: '', unknown: [] }],
      diagnostics: [],
    });
  });

  it('are reported where they are missing, elsewhere, without the label, immutable, unread, or hold something else', () => {
    const broken = list();
    named(broken, 'kinds-values-terraform').metadata['namespace'] = 'default';
    const vars = named(broken, 'cluster-vars-terraform');
    vars.metadata['labels'] = {};
    vars.immutable = true;
    vars.data['TF_COUNT'] = 'many';
    vars.data['TF_ON'] = 'yes';
    delete vars.data['TF_TEXT'];
    named(broken, 'with-dash-values-terraform').data = { 'values.yml': 'clusterName: a\n' };
    broken.items.push({
      kind: 'ConfigMap',
      metadata: { namespace: 'flux-system', name: 'gone-values-terraform' },
      data: {},
    });
    broken.items.push({ kind: 'ConfigMap', metadata: { namespace: 'default', name: 'kube-root-ca.crt' }, data: {} });
    expect(saidBy(check(broken))).toMatchInlineSnapshot(`
      [
        "error FX401 vars.TF_TEXT | vars.TF_TEXT is missing; addons kinds and reader read it | give it in \`vars\` of the module: a string that matches ^[^ ]+$, such as "text"",
        "warning FX408 immutable | ConfigMap flux-system/cluster-vars-terraform is immutable, so a change of its data deletes it and makes it again | remove \`immutable\`; the next change of the data removes it from the ConfigMap",
        "error FX406 metadata.labels | ConfigMap flux-system/cluster-vars-terraform lacks the label reconcile.fluxcd.io/watch: Enabled | add it: labels = { "reconcile.fluxcd.io/watch" = "Enabled" }",
        "warning FX409 ConfigMap/gone-values-terraform | ConfigMap flux-system/gone-values-terraform is read by nothing in cluster "many" | take it out, or declare what should read it as infra of an addon",
        "error FX405 metadata.namespace | ConfigMap "kinds-values-terraform" is in namespace "default", where its reader does not look | let the module of cluster "many" write it, or write it into namespace "kinds"",
        "error FX407 data["values.yaml"] | ConfigMap kinds/with-dash-values-terraform has no key "values.yaml" | write the values as one YAML mapping under the key "values.yaml"",
        "error FX403 vars.TF_COUNT | vars.TF_COUNT is not a number | give a number, such as 1",
        "error FX403 vars.TF_ON | vars.TF_ON is not a boolean | give a boolean, such as true",
      ]
    `);
  });

  it.each([
    ['1e400', false],
    ['12345678901234567890', false],
    ['-9007199254740993', false],
    ['1e-400', false],
    ['9007199254740991', true],
    ['-0.0e5', true],
  ])('hold numbers that arrive as they are: %s', (text, arrives) => {
    const given = list();
    named(given, 'cluster-vars-terraform').data['TF_COUNT'] = text;
    expect(saidBy(check(given))).toEqual(
      arrives
        ? []
        : [expect.stringMatching(/^error FX403 vars\.TF_COUNT .* does not arrive as it is: .*z\.string\(\)/)],
    );
    // A plan and an output have it as a JSON number.
    const plan = JSON.stringify(planOf(right())).replace(/"TF_COUNT":[^,}]+/, `"TF_COUNT":${text}`);
    const { diagnostics } = verifyContract(Buffer.from(plan), [contract], { file: 'plan.json' });
    if (text !== '1e-400') expect(diagnostics.map(({ code }) => code)).toEqual(arrives ? [] : ['FX403']);
  });

  it.each([
    ['a: [', /holds no YAML under "values\.yaml"/],
    ['- a\n', /holds no mapping/],
    ['', /holds no mapping/],
    ['clusterName: 5\n', /values\.with-dash\.clusterName is not a string/],
    ['clusterName: yes\n', /values\.with-dash\.clusterName is not a string/],
    ['clusterName: a\nextra: hunter2\n', /values\.with-dash\.extra is not in the contract/],
  ])('are read as Helm reads them: %j', (text, message) => {
    const broken = list();
    named(broken, 'with-dash-values-terraform').data = { 'values.yaml': text };
    const said = saidBy(check(broken)).join('\n');
    expect(said).toMatch(message);
    expect(said).not.toContain('hunter2');
  });

  it("may be the API's own list", () => {
    const items = list().items.map(({ kind: _, apiVersion: __, ...item }) => item);
    expect(check({ kind: 'ConfigMapList', apiVersion: 'v1', items })).toMatchObject({
      form: 'config-maps',
      diagnostics: [],
    });
  });

  it('need the name of the cluster where there are several', () => {
    const contracts = [contract, synthCluster(relaxed).contract];
    expect(check(list(), contracts)).toEqual({
      form: 'config-maps',
      clusters: [],
      diagnostics: [],
      needsCluster: true,
    });
    expect(check(list(), contracts, 'many').diagnostics).toEqual([]);
  });

  it('of a plan are checked too, with the proof or without it', () => {
    const resource = (module: string, values: Json, unknown: Json = {}) => ({
      mode: 'managed',
      type: 'kubernetes_config_map_v1',
      name: 'values',
      address: `${module === '' ? '' : `${module}.`}kubernetes_config_map_v1.values["with-dash"]`,
      ...(module === '' ? {} : { module_address: module }),
      change: { actions: ['create'], before: null, after: values, after_unknown: unknown },
    });
    const metadata = (namespace: string) => [{ name: 'with-dash-values-terraform', namespace, labels: {} }];
    const wrong = resource('module.flux_contract', { metadata: metadata('elsewhere') }, { data: true });
    expect(saidBy(check(planOf(right(), {}, [wrong])))).toEqual([
      expect.stringMatching(/^error FX405 .*in namespace "elsewhere"/),
    ]);
    const dead = resource('module.other', { metadata: [{ ...metadata('kinds')[0], name: 'dead-values-terraform' }] });
    expect(saidBy(check(planOf(right(), {}, [dead])))).toEqual([
      expect.stringMatching(/^warning FX409 .*kinds\/dead-values-terraform is read by nothing/),
    ]);
    const nowhere = { ...dead, change: { ...dead.change, after_unknown: { metadata: [{ namespace: true }] } } };
    expect(saidBy(check(planOf(right(), {}, [nowhere]))).join()).toContain('ConfigMap (known after apply)/dead-values');
    const hidden = resource('', { metadata: metadata('kinds') }, { data: true, metadata: [{ uid: true, labels: {} }] });
    const alone = { ...planOf({}), resource_changes: [hidden] };
    const said = saidBy(check(alone)).join('\n');
    expect(said).toMatch(
      /notice FX411 .*the data of ConfigMap kinds\/with-dash-values-terraform is unknown until apply/,
    );
    expect(said).toMatch(/error FX406 /);
    expect(said).toMatch(/error FX405 .*ConfigMap flux-system\/cluster-vars-terraform is missing/);
  });
});

describe('an artifact that says nothing', () => {
  it.each<[string, unknown, RegExp]>([
    ['is empty', '', /FX412 .*is empty/],
    ['is not JSON', 'Error: no plan', /FX412 .*is not JSON/],
    ['is cut off', JSON.stringify(planOf(right())).slice(0, 500), /FX412 .*JSON that is cut off/],
    ['is cut off in a text', '{"format_version":"1.2","x":"abc', /FX412 .*JSON that is cut off/],
    ['is broken in the middle', '{\n"a": 1,\n"password": hunter2\n}', /FX412 .*is not JSON/],
    ['is a plan file', 'PK\u0003\u0004', /FX412 .*is a plan file.*terraform show -json PLANFILE/],
    ['is a raw state', { version: 4, resources: [], lineage: 'x' }, /FX412 .*raw state file.*terraform show -json/],
    ['is the log of a plan', '{"@level":"info"}\n{"@level":"info"}\n', /FX412 .*terraform plan -json/],
    ['is the contract', synthCluster(many).contract, /FX412 .*is the contract itself/],
    ['is of Pulumi', { version: 3, deployment: { resources: [] } }, /FX412 .*Pulumi stack.*owners CLUSTER --terraform/],
    ['is of the AWS CDK', { Resources: { A: { Type: 'AWS::S3::Bucket' } } }, /FX412 .*owners CLUSTER --terraform/],
    ['is of another kind', { kind: 'PodList', items: [{ kind: 'Pod' }] }, /FX412 .*none of the forms/],
    ['is a list', [1, 2], /FX412 .*none of the forms/],
    ['is null', 'null', /FX412 .*none of the forms/],
    ['has no call of the module', { ...planOf({}), resource_changes: [] }, /FX413 .*holds nothing of a contract/],
    ['has no outputs', {}, /FX413 .*module\.flux_contract\.contract/],
    ['has an empty state', { format_version: '1.0' }, /FX413 /],
    [
      'is the plan of a part',
      { ...planOf({}), resource_changes: [], complete: false },
      /FX413 .*holds nothing of a contract/,
    ],
    [
      "has the first line of setup-terraform's wrapper",
      `[command]/opt/terraform-bin show -json\n${JSON.stringify(planOf(right()))}`,
      /FX412 .*setup-terraform.*terraform_wrapper: false/,
    ],
    [
      'is nested deeper than the stack',
      JSON.stringify(planOf({ ...right(), vars: { TF_TEXT: 'here' } })).replace(
        '"here"',
        '['.repeat(50_000) + ']'.repeat(50_000),
      ),
      /FX412 .*nested too deep/,
    ],
    [
      'names no cluster',
      planOf({ ...right(), fluxspan: { contract: 1, cluster: { toString: 'hunter2' } } }),
      /FX413 .*holds nothing of a contract/,
    ],
    [
      'is of no version',
      planOf({ ...right(), fluxspan: { contract: { toString: 'hunter2' }, cluster: 'many' } }),
      /FX415 .*version "\(no version\)"/,
    ],
    [
      'is of another cluster',
      planOf({ fluxspan: { contract: 1, cluster: 'prod' }, vars: {} }),
      /FX414 .*is of cluster "prod", not of "many"/,
    ],
    [
      'is of another version',
      planOf({ ...right(), fluxspan: { contract: 2, cluster: 'many' } }),
      /FX415 .*version "2"/,
    ],
  ])('%s', (_, artifact, message) => {
    const result = check(artifact);
    const said = saidBy(result).map((line) => line.replaceAll('\n', ' '));
    expect(said).toEqual([expect.stringMatching(message)]);
    expect(said.join()).not.toContain('hunter2');
    expect(result.diagnostics[0]!.severity).toBe('error');
  });

  it('destroys the contract', () => {
    const plan = planOf({});
    const change = { actions: ['delete'], before: { input: right() }, after: null, after_unknown: {} };
    Object.assign(plan.resource_changes[1]!, { change });
    expect(saidBy(check(plan))).toEqual([
      expect.stringMatching(/FX413 .*destroys module\.flux_contract\.terraform_data\.contract/),
    ]);
  });

  it('is read though PowerShell wrote it as UTF-16', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(JSON.stringify(planOf(right())), 'utf16le')]);
    expect(verifyContract(bytes, [contract], { file: 'plan.json' })).toMatchObject({ form: 'plan', diagnostics: [] });
  });
});

it('reads a plan of 100 MB', () => {
  const filler = Array.from({ length: 100 }, (_, at) => ({
    mode: 'managed',
    type: 'aws_s3_object',
    name: 'file',
    address: `aws_s3_object.file[${at}]`,
    change: { actions: ['create'], before: null, after: { content: 'x'.repeat(1_000_000) }, after_unknown: {} },
  }));
  const bytes = Buffer.from(JSON.stringify(planOf(right(), {}, filler)));
  expect(bytes.length).toBeGreaterThan(100_000_000);
  expect(verifyContract(bytes, [contract], { file: 'plan.json' }).diagnostics).toEqual([]);
});
