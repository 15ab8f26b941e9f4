import { expect, it } from 'vitest';
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
import { clusterModules } from './cluster-modules.js';

const equals = (a: Expression, b: Expression): Statement =>
  block(
    'assert',
    [],
    [
      attribute('condition', { type: 'binary', operator: '==', sides: [a, b] }),
      attribute('error_message', string('is another one')),
    ],
  );

describeKubernetesProvider('the resources of a contract', () => {
  it.each(clusterModules)('are valid, and are planned as the contract says: $title', ({ contract, module }) => {
    const right = exampleInfra(contract);
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
    const test = printHcl([
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
                block('variables', [], [attribute('vars', plain({ ...right.vars, TF_NEW: 'x' }))]),
                attribute('expect_failures', list([member(name('var'), 'vars')])),
              ],
            ),
          ]),
    ]);
    const folder = folderWith({ ...Object.fromEntries(module), 'contract.tftest.hcl': test });
    expect(terraformWithProviders(folder, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
    expect(terraformWithProviders(folder, 'validate', '-no-color')).toMatchObject({ code: 0 });
    const { output, code } = terraformWithProviders(folder, 'test', '-no-color');
    expect(output).toContain('Success!');
    expect(code).toBe(0);
  });

  it.each(clusterModules.slice(3))('are called by a root module as the README says: $title', ({ contract, module }) => {
    const readme = module.get('README.md')!;
    const blocks = [...readme.matchAll(/^```hcl\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
    const isRoot = (text: string) =>
      !text.includes('flux_bootstrap_git') && !text.startsWith('moved') && !text.startsWith('import');
    const folder = folderWith({
      'root/main.tf': `${blocks.filter(isRoot).join('\n')}\nprovider "kubernetes" {}\n`,
      'root/root.tftest.hcl': 'mock_provider "kubernetes" {}\nrun "plans" {\n  command = plan\n}\n',
      ...Object.fromEntries([...module].map(([file, text]) => [`k8s/contract/${contract.cluster}/${file}`, text])),
    });
    const root = `${folder}/root`;
    // Aligned columns would make branches conflict that add different vars, so whoever copies the example formats it.
    expect(terraformWithProviders(root, 'fmt')).toMatchObject({ code: 0 });
    expect(terraformWithProviders(root, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
    expect(terraformWithProviders(root, 'test', '-no-color')).toMatchObject({ code: 0 });
    const imports = blocks.find((text) => text.startsWith('import'))!;
    // Which addresses there are is known to validate; what is in the cluster is not.
    const importing = folderWith({
      'main.tf': imports.replaceAll('module.flux_contract.', ''),
      ...Object.fromEntries(module),
    });
    expect(terraformWithProviders(importing, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
    expect(terraformWithProviders(importing, 'validate', '-no-color')).toMatchObject({ code: 0 });
  });
});
