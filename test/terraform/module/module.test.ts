import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exampleInfra, type PlainInfra } from '../../../src/terraform/example-infra.js';
import {
  attribute,
  block,
  call,
  type Expression,
  list,
  member,
  name,
  object,
  plain,
  string,
} from '../../../src/terraform/hcl/node.js';
import { printHcl } from '../../../src/terraform/hcl/print.js';
import { verifyContract } from '../../../src/terraform/verify/check-contract.js';
import { type BrokenInfra, brokenInfras } from '../broken-infra.js';
import { describeTerraform, folderWith, planErrors, terraform } from '../terraform.js';
import { clusterModules } from './cluster-modules.js';

const demanding = clusterModules.filter(({ contract }) => Object.keys(contract.values).length > 0);

/**
 * A root that calls the module of a contract, without what needs a provider; each call has a copy of its own, since
 * Terraform says of a failed precondition in which file it stands, and nothing else.
 */
const rootWith = (module: ReadonlyMap<string, string>, main: string): string => {
  const sources = [...main.matchAll(/"\.\/(\w+)"/g)].map(([, label]) => [
    `${label}/contract.tf`,
    module.get('contract.tf')!,
  ]);
  return folderWith({ 'main.tf': main, ...Object.fromEntries(sources) });
};

const moduleCall = (label: string, infra: Readonly<Record<keyof PlainInfra, Expression>>): string =>
  printHcl([
    block(
      'module',
      [label],
      [
        attribute('source', string(`./${label}`)),
        ...Object.entries(infra).map(([key, value]) => attribute(key, value)),
      ],
    ),
  ]);

const callWith = (label: string, { vars, values, secrets }: PlainInfra): string =>
  moduleCall(label, { vars: plain(vars), values: plain(values), secrets: plain(secrets) });

/** Every leaf behind `unknown()`, which Terraform does not know before apply; keys stay. */
const hidden = (value: unknown): Expression => {
  if (isObjects(value)) return list(value.map(hidden));
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? object(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hidden(one)])))
    : call('jsondecode', member(name('terraform_data'), 'unknown', 'output', JSON.stringify(value)));
};

const isObjects = (value: unknown): value is object[] =>
  Array.isArray(value) && value.some((one) => typeof one === 'object' && !Array.isArray(one));

const unknowns = (infra: PlainInfra): string => {
  const leaves: Record<string, Expression> = {};
  const visit = (value: unknown): void => {
    if (typeof value === 'object' && value !== null && (isObjects(value) || !Array.isArray(value)))
      Object.values(value).forEach(visit);
    else leaves[JSON.stringify(value)] = string(JSON.stringify(value));
  };
  visit(infra);
  return printHcl([block('resource', ['terraform_data', 'unknown'], [attribute('input', object(leaves))])]);
};

const callUnknown = (label: string, { vars, values, secrets }: PlainInfra): string =>
  moduleCall(label, { vars: hidden(vars), values: hidden(values), secrets: hidden(secrets) });

describeTerraform('the module of a contract', () => {
  it('is formatted as terraform fmt would', () => {
    const folder = folderWith(
      Object.fromEntries(
        clusterModules.flatMap(({ title, module }) => [...module].map(([file, text]) => [`${title}/${file}`, text])),
      ),
    );
    expect(terraform(folder, 'fmt', '-check', '-diff', '-recursive')).toBe('');
  });

  it.each(clusterModules)(
    'plans and applies without a provider, and keeps its own contract: $title',
    ({ contract, module }) => {
      const folder = folderWith({
        'contract.tf': module.get('contract.tf')!,
        'infra.auto.tfvars.json': JSON.stringify(exampleInfra(contract)),
      });
      terraform(folder, 'init');
      terraform(folder, 'plan', '-out', 'plan.bin');
      const check = (text: string) => verifyContract(Buffer.from(text), [contract], { file: 'made' });
      const plan = check(terraform(folder, 'show', '-json', 'plan.bin'));
      expect(plan).toEqual({
        form: 'plan',
        clusters: [{ cluster: contract.cluster, place: 'terraform_data.contract', unknown: [] }],
        diagnostics: [],
      });
      terraform(folder, 'apply', '-auto-approve', 'plan.bin');
      expect(check(terraform(folder, 'output', '-json'))).toMatchObject({ form: 'output', diagnostics: [] });
      expect(check(terraform(folder, 'show', '-json'))).toMatchObject({ form: 'state', diagnostics: [] });
      // Nothing of it changes by itself.
      expect(() => terraform(folder, 'plan', '-detailed-exitcode')).not.toThrow();
    },
  );

  it.each(demanding)(
    'fails the plan for every input left out, misspelt or mistyped: $title',
    async ({ contract, module }) => {
      const cases = brokenInfras(contract);
      expect(cases.length).toBeGreaterThan(20);
      expect(await saidOf(cases, module, callWith)).toEqual(cases.map(wanted));
    },
  );

  it.each(demanding)('proves the keys while no value is known: $title', async ({ contract, module }) => {
    const cases = brokenInfras(contract).filter(({ how }) => how !== 'mistyped');
    const said = await saidOf(cases, module, callUnknown, unknowns(exampleInfra(contract)));
    expect(said).toEqual(cases.map(wanted));
  });

  it.each(demanding)('plans with unknown values, and shows their keys: $title', async ({ contract, module }) => {
    const infra = exampleInfra(contract);
    const folder = rootWith(module, unknowns(infra) + callUnknown('flux_contract', infra));
    terraform(folder, 'init');
    terraform(folder, 'plan', '-out', 'plan.bin');
    const check = () =>
      verifyContract(Buffer.from(terraform(folder, 'show', '-json', 'plan.bin')), [contract], { file: 'plan.json' });
    const { clusters: checked, diagnostics } = check();
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['FX410', 'notice']]);
    expect(checked[0]!.unknown).toEqual(expect.arrayContaining(Object.keys(infra.vars).map((key) => `vars.${key}`)));
    terraform(folder, 'apply', '-auto-approve', 'plan.bin');
    expect(await planErrors(folder)).toEqual([]);
  });

  it('shows no secret, in a message or in the proof', async () => {
    const { contract, module } = demanding[0]!;
    const infra = structuredClone(exampleInfra(contract)) as { secrets: Record<string, Record<string, unknown>> };
    infra.secrets['login']!['password'] = 'hunter2';
    infra.secrets['login']!['user'] = { nested: 'hunter2' };
    infra.secrets['other'] = { key: 'hunter2' };
    const folder = rootWith(module, callWith('flux_contract', infra as unknown as PlainInfra));
    terraform(folder, 'init');
    const errors = await planErrors(folder);
    expect(errors.map(({ text }) => text).join('\n')).toMatch(/secrets\.login\.password is missing or does not fit/);
    expect(JSON.stringify(errors)).not.toContain('hunter2');
  });

  it('takes null for what may be left out, and for nothing else', async () => {
    const { contract, module } = demanding[0]!;
    const infra = structuredClone(exampleInfra(contract)) as unknown as Record<string, Record<string, unknown>>;
    infra['vars']!['TF_LIMIT'] = null;
    (infra['values']!['kinds'] as Record<string, unknown>)['maybe'] = null;
    (infra['values']!['kinds'] as Record<string, unknown>)['env'] = [{ name: 'a', value: null }];
    const folder = rootWith(
      module,
      callWith('flux_contract', infra as unknown as PlainInfra) +
        'output "made" {\n  value = module.flux_contract.config_maps\n}\n',
    );
    terraform(folder, 'init');
    terraform(folder, 'apply', '-auto-approve');
    const { made } = JSON.parse(terraform(folder, 'output', '-json')) as {
      made: { value: { data: Record<string, string> }[] };
    };
    expect(JSON.stringify(made.value)).not.toMatch(/null|TF_LIMIT|maybe/);
    infra['vars']!['TF_TEXT'] = null;
    const broken = rootWith(module, callWith('flux_contract', infra as unknown as PlainInfra));
    terraform(broken, 'init');
    expect((await planErrors(broken)).map(({ text }) => text)).toEqual([
      expect.stringContaining('vars.TF_TEXT is missing or does not fit'),
    ]);
  });
});

interface Said {
  readonly case: string;
  readonly input: boolean;
  readonly addons: boolean;
  readonly nearName: boolean;
}

const titleOf = ({ how, input }: BrokenInfra): string => `${input} ${how}`;
const wanted = (one: BrokenInfra): Said => ({ case: titleOf(one), input: true, addons: true, nearName: true });

/** The time of a plan grows with the square of its modules; a start of the program is cheap. */
const BATCH = 16;

/** Whether the messages of each case name the input, its addons and the near name. Two plans at a time. */
const saidOf = async (
  cases: readonly BrokenInfra[],
  module: ReadonlyMap<string, string>,
  print: (label: string, infra: PlainInfra) => string,
  before = '',
): Promise<readonly Said[]> => {
  // Terraform looks at preconditions, which check the secrets, only if all validations pass.
  const bySecret = [true, false].map((is) => cases.filter(({ input }) => input.startsWith('secrets.') === is));
  const batches = bySecret.flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / BATCH) }, (_, at) => some.slice(at * BATCH, (at + 1) * BATCH)),
  );
  const said = new Map<BrokenInfra, Said>();
  const work = async (): Promise<void> => {
    // One folder for all batches, whose calls have the same labels: init only looks at the sources of the largest.
    const largest = cases.slice(0, BATCH).map(({ infra }, index) => print(`case_${index}`, infra));
    const folder = rootWith(module, before + largest.join(''));
    terraform(folder, 'init');
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      const texts = await textsOf(batch, folder, print, before);
      for (const [at, one] of batch.entries()) said.set(one, saidIn(texts[at]!, one));
    }
  };
  await Promise.all([work(), work()]);
  return cases.map((one) => said.get(one)!);
};

/** What one plan says of each of many calls. */
const textsOf = async (
  cases: readonly BrokenInfra[],
  folder: string,
  print: (label: string, infra: PlainInfra) => string,
  before: string,
): Promise<readonly string[]> => {
  const ends: number[] = [];
  let main = before;
  for (const [index, { infra }] of cases.entries()) {
    main += print(`case_${index}`, infra);
    ends.push(main.split('\n').length - 1);
  }
  writeFileSync(join(folder, 'main.tf'), main);
  const texts = cases.map(() => '');
  for (const { text, file, line } of await planErrors(folder)) {
    const byLine = file === 'main.tf' ? ends.findIndex((end) => line <= end) : -1;
    const byFile = /^case_(\d+)\//.exec(file)?.[1];
    const index = byFile === undefined ? byLine : Number(byFile);
    if (index >= 0) texts[index] += `${text}\n`;
  }
  return texts;
};

const saidIn = (text: string, one: BrokenInfra): Said => {
  const key = one.input.slice(one.input.lastIndexOf('.') + 1);
  return {
    case: titleOf(one),
    input: text.includes(one.input) || (one.how === 'misspelt' && text.includes(`Did you mean ${key}`)),
    addons: one.addons.every((addon) => text.includes(addon)),
    nearName: one.how !== 'misspelt' || text.includes(`Did you mean ${key}, which addon`),
  };
};
