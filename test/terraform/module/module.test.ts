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
import { describeTerraform, errorsOfPlans, folderWith, planErrors, terraform } from '../terraform.js';
import { clusterModules } from './cluster-modules.js';

const demanding = clusterModules.filter(({ contract }) => Object.keys(contract.values).length > 0);

/** A call of the module, without what needs a provider, that lies in a folder. */
const moduleCall = (source: string, infra: Readonly<Record<keyof PlainInfra, Expression>>): string => {
  const inputs = Object.entries(infra).map(([key, value]) => attribute(key, value));
  return printHcl([block('module', ['flux_contract'], [attribute('source', string(source)), ...inputs])]);
};

const callWith = (source: string, { vars, values, secrets }: PlainInfra): string =>
  moduleCall(source, { vars: plain(vars), values: plain(values), secrets: plain(secrets) });

/** A root that calls the module of a contract. */
const rootWith = (module: ReadonlyMap<string, string>, main: string): string =>
  folderWith({ 'main.tf': main, 'contract/contract.tf': module.get('contract.tf')! });

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

const callUnknown = (source: string, { vars, values, secrets }: PlainInfra): string =>
  moduleCall(source, { vars: hidden(vars), values: hidden(values), secrets: hidden(secrets) });

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
    ({ contract, module }) => {
      const cases = brokenInfras(contract);
      expect(cases.length).toBeGreaterThan(20);
      expect(saidOf(cases, module, callWith)).toEqual(cases.map(wanted));
    },
  );

  it.each(demanding)('proves the keys while no value is known: $title', ({ contract, module }) => {
    const cases = brokenInfras(contract).filter(({ how }) => how !== 'mistyped');
    const said = saidOf(cases, module, callUnknown, unknowns(exampleInfra(contract)));
    expect(said).toEqual(cases.map(wanted));
  });

  it.each(demanding)('plans with unknown values, and shows their keys: $title', ({ contract, module }) => {
    const infra = exampleInfra(contract);
    const folder = rootWith(module, unknowns(infra) + callUnknown('./contract', infra));
    terraform(folder, 'init');
    terraform(folder, 'plan', '-out', 'plan.bin');
    const check = () =>
      verifyContract(Buffer.from(terraform(folder, 'show', '-json', 'plan.bin')), [contract], { file: 'plan.json' });
    const { clusters: checked, diagnostics } = check();
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['FX410', 'notice']]);
    expect(checked[0]!.unknown).toEqual(expect.arrayContaining(Object.keys(infra.vars).map((key) => `vars.${key}`)));
    terraform(folder, 'apply', '-auto-approve', 'plan.bin');
    expect(planErrors(folder)).toEqual([]);
  });

  it('shows no secret, in a message or in the proof', () => {
    const { contract, module } = demanding[0]!;
    const infra = structuredClone(exampleInfra(contract)) as { secrets: Record<string, Record<string, unknown>> };
    infra.secrets['login']!['password'] = 'hunter2';
    infra.secrets['login']!['user'] = { nested: 'hunter2' };
    infra.secrets['other'] = { key: 'hunter2' };
    const folder = rootWith(module, callWith('./contract', infra as unknown as PlainInfra));
    terraform(folder, 'init');
    const errors = planErrors(folder);
    expect(errors.join('\n')).toMatch(/secrets\.login\.password is missing or does not fit/);
    expect(JSON.stringify(errors)).not.toContain('hunter2');
  });

  it('takes null for what may be left out, and for nothing else', () => {
    const { contract, module } = demanding[0]!;
    const infra = structuredClone(exampleInfra(contract)) as unknown as Record<string, Record<string, unknown>>;
    infra['vars']!['TF_LIMIT'] = null;
    (infra['values']!['kinds'] as Record<string, unknown>)['maybe'] = null;
    (infra['values']!['kinds'] as Record<string, unknown>)['env'] = [{ name: 'a', value: null }];
    const folder = rootWith(
      module,
      callWith('./contract', infra as unknown as PlainInfra) +
        'output "made" {\n  value = module.flux_contract.config_maps\n}\n',
    );
    terraform(folder, 'init');
    terraform(folder, 'apply', '-auto-approve');
    const { made } = JSON.parse(terraform(folder, 'output', '-json')) as {
      made: { value: { data: Record<string, string> }[] };
    };
    expect(JSON.stringify(made.value)).not.toMatch(/null|TF_LIMIT|maybe/);
    infra['vars']!['TF_TEXT'] = null;
    const broken = rootWith(module, callWith('./contract', infra as unknown as PlainInfra));
    terraform(broken, 'init');
    expect(planErrors(broken)).toEqual([expect.stringContaining('vars.TF_TEXT is missing or does not fit')]);
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

/** Whether the messages of each case name the input, its addons and the near name. */
const saidOf = (
  cases: readonly BrokenInfra[],
  module: ReadonlyMap<string, string>,
  print: (source: string, infra: PlainInfra) => string,
  before = '',
): readonly Said[] => {
  const roots = cases.map(({ infra }) => before + print('../contract', infra));
  const errors = errorsOfPlans(roots, { 'contract/contract.tf': module.get('contract.tf')! });
  return cases.map((one, at) => saidIn(errors[at]!.join('\n'), one));
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
