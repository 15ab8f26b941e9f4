import { beforeAll, expect, it } from 'vitest';
import { exampleInfra } from '../../../src/terraform/example-infra.js';
import {
  attribute,
  block,
  call,
  type Expression,
  list,
  literal,
  member,
  name,
  plain,
  type Statement,
  string,
} from '../../../src/terraform/hcl/node.js';
import { printHcl } from '../../../src/terraform/hcl/print.js';
import { describeKubernetesProvider, folderWith, terraformWithProviders } from '../terraform.js';
import { type ClusterModule, clusterModules } from './cluster-modules.js';

const equals = (a: Expression, b: Expression): Statement =>
  block(
    'assert',
    [],
    [
      attribute('condition', { type: 'binary', operator: '==', sides: [a, b] }),
      attribute('error_message', string('is another one')),
    ],
  );

/** Whether the ConfigMaps and namespaces of a contract are those that Flux reads; and that a key too many is refused. */
const testOf = ({ title, contract }: ClusterModule): string => {
  const right = exampleInfra(contract);
  const moduleUnderTest = block('module', [], [attribute('source', string(`./k8s/contract/${title}`))]);
  const metadata = (at: Expression, field: string) => member(at, 'metadata', literal(0), field);
  const asserts = contract.configMaps.flatMap(({ namespace, name: of, labels, release }) => {
    const resource = name('kubernetes_config_map_v1');
    const vars =
      namespace === 'flux-system' ? member(resource, 'vars') : member(resource, 'vars_elsewhere', string(namespace));
    const at = release === undefined ? vars : member(resource, 'values', string(release));
    const document = call('yamldecode', member(at, 'data', 'values.yaml'));
    const sameVars = equals(member(at, 'data'), member(resource, 'vars', 'data'));
    const content = release === undefined ? [sameVars] : [equals(document, member(name('var'), 'values', release))];
    return [
      ...content,
      equals(metadata(at, 'namespace'), string(namespace)),
      equals(metadata(at, 'name'), string(of)),
      ...Object.entries(labels).map(([key, value]) =>
        equals(member(metadata(at, 'labels'), string(key)), string(value)),
      ),
    ];
  });
  const namespaces = contract.namespaces.filter(({ creator }) => creator === 'terraform').map((one) => one.name);
  const made = contract.configMaps.some(({ holds }) => holds === 'vars')
    ? [...namespaces, 'flux-system'].sort()
    : namespaces;
  return printHcl([
    block('mock_provider', ['kubernetes'], []),
    block(
      'variables',
      [],
      Object.entries(right).map(([key, value]) => attribute(key, plain(value))),
    ),
    block(
      'run',
      ['writes_what_flux_reads'],
      [
        attribute('command', name('plan')),
        moduleUnderTest,
        ...asserts,
        equals(call('keys', member(name('kubernetes_namespace_v1'), 'this')), list(made.map(string))),
      ],
    ),
    ...(Object.keys(right.vars).length === 0
      ? []
      : [
          block(
            'run',
            ['refuses_a_key_too_many'],
            [
              attribute('command', name('plan')),
              moduleUnderTest,
              block('variables', [], [attribute('vars', plain({ ...right.vars, TF_NEW: 'x' }))]),
              attribute('expect_failures', list([member(name('var'), 'vars')])),
            ],
          ),
        ]),
  ]);
};

const blocksOf = ({ module }: ClusterModule): readonly string[] =>
  [...module.get('README.md')!.matchAll(/^```hcl\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);

describeKubernetesProvider('the resources of a contract', () => {
  const called = clusterModules.slice(3);
  let output: string;

  // A test of all modules reads the schema of the provider once, and validates each before it plans it.
  beforeAll(() => {
    const isRoot = (text: string) =>
      !text.includes('flux_bootstrap_git') && !text.startsWith('moved') && !text.startsWith('import');
    const folder = folderWith({
      'main.tf': '',
      ...Object.fromEntries(
        clusterModules.flatMap((one) => [
          [`${one.title}.tftest.hcl`, testOf(one)],
          ...[...one.module].map(([file, text]) => [`k8s/contract/${one.title}/${file}`, text]),
        ]),
      ),
      ...Object.fromEntries(
        called.flatMap((one) => [
          [
            `root-${one.title}.tftest.hcl`,
            `mock_provider "kubernetes" {}\nrun "plans" {\n  command = plan\n  module {\n    source = "./root-${one.title}"\n  }\n}\n`,
          ],
          [`root-${one.title}/main.tf`, `${blocksOf(one).filter(isRoot).join('\n')}\nprovider "kubernetes" {}\n`],
        ]),
      ),
    });
    // Aligned columns would make branches conflict that add different vars, so whoever copies the example formats it.
    expect(terraformWithProviders(folder, 'fmt', '-recursive')).toMatchObject({ code: 0 });
    expect(terraformWithProviders(folder, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
    const tested = terraformWithProviders(folder, 'test', '-no-color');
    output = tested.output;
    expect(tested.code, output).toBe(0);
  }, 240_000);

  it.each(clusterModules)('are valid, and are planned as the contract says: $title', ({ title }) => {
    expect(output).toContain(`\n${title}.tftest.hcl... pass\n`);
  });

  it.each(called)('are called by a root module as the README says: $title', ({ title }) => {
    expect(output).toContain(`\nroot-${title}.tftest.hcl... pass\n`);
  });

  it.each(called)('are imported as the README says: $title', (one) => {
    const imports = blocksOf(one).find((text) => text.startsWith('import'))!;
    // Which addresses there are is known to validate; what is in the cluster is not.
    const importing = folderWith({
      'main.tf': imports.replaceAll('module.flux_contract.', ''),
      ...Object.fromEntries(one.module),
    });
    expect(terraformWithProviders(importing, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
    expect(terraformWithProviders(importing, 'validate', '-no-color')).toMatchObject({ code: 0 });
  });
});
