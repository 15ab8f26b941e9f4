import {
  type Contract,
  type ContractConfigMap,
  FLUX_NAMESPACE,
  type JsonSchema,
  patternsOf,
} from '../../contract/index.js';
import { exampleInfra } from '../example-infra.js';
import { attribute, blank, block, comment, list, member, name, plain, type Statement, string } from '../hcl/node.js';
import { printHcl } from '../hcl/print.js';
import { quote } from '../hcl/quote.js';
import { secretsOfTerraform } from './input-checks.js';
import { isTitle, terraformType } from './input-text.js';
import { namespacesOfTerraform, writesIntoFlux } from './kubernetes-file.js';

/**
 * `README.md` beside the module: how to call it, with a complete example, and what to do where things exist already.
 *
 * @param tree the tree's folder in the repository; empty for the repository itself
 * @param file the contract.json that checks need to be given, where no app has the contract
 */
export const moduleReadme = (contract: Contract, tree: string, file?: string): string =>
  [
    `# What ${contract.state === undefined ? 'Terraform' : `the Terraform state "${contract.state.name}"`} must supply for cluster ${contract.cluster}`,
    'This Terraform module (Terraform 1.5 or OpenTofu 1.6, and later) writes the ConfigMaps that Flux reads. At plan time, it checks that every infra input of this cluster is set, with the right name and type, even if its value is not known yet.',
    '`contract.tf` needs no provider. `kubernetes.tf` needs hashicorp/kubernetes, which the root module configures.',
    '## How to call it',
    // Without columns, which a longer name would change in every line.
    fence(callExample(contract, tree).replace(/^( *(?:\w+|"[^"\n]*")) +=/gm, '$1 =')),
    'The values above are examples. Replace them with yours. Values that are known only after apply are fine.',
    ...inputSections(contract),
    '## Outputs',
    outputs(contract),
    '## Flux comes after the ConfigMaps',
    'A Kustomization fails while a ConfigMap that it reads is missing. So bootstrap Flux only when all of them exist:',
    fence(bootstrapExample),
    ...adoptionSection(contract),
    ...namespaceSection(contract),
    '## Check what Terraform made',
    fence(
      [
        `terraform plan -out plan.bin && terraform show -json plan.bin | ${checkCommand(file)}`,
        `terraform show -json | ${checkCommand(file)}`,
        `kubectl get configmaps -A -o json | ${checkCommand(file)}${file === undefined ? ` --cluster ${contract.cluster}` : ''}`,
        '',
      ].join('\n'),
      'sh',
    ),
    'The first two commands find the contract wherever you call the module. To check `terraform output -json` as well, declare this output in the root module:',
    fence(
      printHcl([
        block('output', ['flux_contract'], [attribute('value', member(name('module'), 'flux_contract', 'contract'))]),
      ]),
    ),
  ]
    .filter((part) => part !== '')
    .map((part) => part.trimEnd())
    .join('\n\n')
    .concat('\n');

const checkCommand = (file: string | undefined): string =>
  file === undefined ? 'fluxspan contract check -' : `npx fluxspan contract check - --contract ${file}`;

const fence = (text: string, language = 'hcl'): string =>
  text === '' ? '' : `\`\`\`${language}\n${text}${text.endsWith('\n') ? '' : '\n'}\`\`\``;

const callExample = (contract: Contract, tree: string): string => {
  const { vars, values, secrets } = exampleInfra(contract);
  const given = (key: string, of: object): Statement[] =>
    Object.keys(of).length === 0 ? [] : [blank, attribute(key, plain(of))];
  return printHcl([
    block(
      'module',
      ['flux_contract'],
      [
        comment(
          'The path from the folder of your root module to this one; here, from a folder at the top of the repository.',
        ),
        attribute(
          'source',
          string(
            ['..', tree, 'contract', contract.cluster, contract.state?.name ?? '']
              .filter((part) => part !== '')
              .join('/'),
          ),
        ),
        ...given('vars', vars),
        ...given('values', values),
        ...given('secrets', secrets),
      ],
    ),
  ]);
};

const bootstrapExample = printHcl([
  block(
    'resource',
    ['flux_bootstrap_git', 'this'],
    [comment('…'), attribute('depends_on', list([member(name('module'), 'flux_contract', 'ready')]))],
  ),
]);

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
};

const inputSections = (contract: Contract): readonly string[] => {
  const rows = [
    ...Object.entries(contract.vars).map(([key, { schema, required, declaredBy }]) =>
      inputRow(`vars.${key}`, schema, required, declaredBy),
    ),
    ...Object.entries(contract.values).flatMap(([release, { schema, addon }]) =>
      valueRows(`values.${release}`, schema, true, addon),
    ),
    ...secretsOfTerraform(contract).flatMap(([secret, { properties, declaredBy }]) =>
      Object.entries(properties).map(([property, { schema }]) =>
        inputRow(`secrets.${secret}.${property}`, schema, true, declaredBy),
      ),
    ),
  ];
  return [
    '## Inputs',
    rows.length === 0
      ? 'None: this cluster needs nothing from Terraform.'
      : table(
          [
            'input',
            'type',
            'must match',
            rows.some(([, , , readers]) => isTitle(readers!)) ? 'read by' : 'read by addon',
          ],
          rows,
        ),
    writesIntoFlux(contract)
      ? `\`create_flux_namespace\` (bool, ${contract.state?.makesFluxNamespace ?? true}): whether the module makes the namespace ${FLUX_NAMESPACE}, into which it writes before Flux is installed.`
      : '',
  ];
};

const inputRow = (
  path: string,
  schema: JsonSchema,
  required: boolean,
  addons: readonly string[],
): readonly string[] => [
  `${code(path)}${required ? '' : ' (may be left out)'}${schema.description === undefined ? '' : `: ${schema.description}`}`,
  schema.enum === undefined ? typeCell(schema) : schema.enum.map((one) => code(JSON.stringify(one))).join(' or '),
  patternsOf(schema).map(code).join(', '),
  addons.join(', '),
];

/** Terraform has no type for whole numbers, and none for bounds: words say them. */
const typeCell = (schema: JsonSchema): string => {
  const { type, minimum, maximum } = schema;
  if (type !== 'integer' && type !== 'number') return code(terraformType(schema));
  const name = type === 'integer' ? 'whole number' : 'number';
  if (minimum === undefined && maximum === undefined) return type === 'number' ? code(name) : name;
  if (minimum !== undefined && maximum !== undefined) return `${name}, ${minimum} to ${maximum}`;
  return minimum === undefined ? `${name}, at most ${maximum}` : `${name}, at least ${minimum}`;
};

const valueRows = (
  path: string,
  schema: JsonSchema,
  required: boolean,
  addon: string,
): readonly (readonly string[])[] => {
  const entries = Object.entries(schema.properties ?? {});
  if (schema.type !== 'object' || entries.length === 0) return [inputRow(path, schema, required, [addon])];
  return entries.flatMap(([key, property]) =>
    valueRows(`${path}.${key}`, property, required && (schema.required ?? []).includes(key), addon),
  );
};

const outputs = (contract: Contract): string =>
  table(
    ['output', 'what it is'],
    [
      ['`secrets`', secretsText(contract)],
      ['`ready`', 'known once every ConfigMap exists'],
      ['`config_maps`', 'the ConfigMaps as Kubernetes objects, for a root module that writes them by other means'],
      ['`contract`', 'the values that you gave, for `fluxspan contract check`; of the secrets, only the names'],
    ],
  );

const secretsText = (contract: Contract): string => {
  const secrets = secretsOfTerraform(contract);
  const text = 'for each remote secret, the JSON to store in the secret manager (sensitive)';
  if (secrets.length === 0) return `${text}; this cluster has none`;
  const keys = secrets.map(([secret, { key }]) =>
    // Of YAML, the name itself may be known.
    Object.hasOwn(contract.vars, key) || secret !== key
      ? `${code(secret)} under the name or ARN in ${code(key)}`
      : `${code(secret)} under this name`,
  );
  return `${text}: ${keys.join(', ')}`;
};

/** What is written where, as `import` blocks want it; literal, since Terraform 1.5 and 1.6 take nothing else. */
const importBlocks = (contract: Contract): string => {
  const one = (to: string, id: string): string =>
    `import {\n  to = module.flux_contract.${to}\n  id = ${quote(id)}\n}\n`;
  const namespaces = [
    ...namespacesOfTerraform(contract),
    ...(writesIntoFlux(contract) && contract.state?.makesFluxNamespace !== false ? [FLUX_NAMESPACE] : []),
  ].sort();
  return [
    ...namespaces.map((namespace) => one(`kubernetes_namespace_v1.this[${quote(namespace)}]`, namespace)),
    ...contract.configMaps.map((configMap) => one(addressOf(configMap), `${configMap.namespace}/${configMap.name}`)),
  ].join('\n');
};

/** The address of a ConfigMap's resource in the module. */
export const addressOf = ({ holds, namespace, release }: ContractConfigMap): string => {
  if (holds === 'values') return `kubernetes_config_map_v1.values[${quote(release ?? '')}]`;
  const isFirst = namespace === FLUX_NAMESPACE;
  return `kubernetes_config_map_v1.${isFirst ? 'vars' : `vars_elsewhere[${quote(namespace)}]`}`;
};

const adoptionSection = (contract: Contract): readonly string[] => {
  const blocks = importBlocks(contract);
  if (blocks === '') return [];
  return [
    '## What exists already',
    "If the cluster already has a namespace or ConfigMap, import it. Otherwise Terraform tries to create it again. Put these blocks into the root module (a child module can't have them), apply once, and remove them:",
    fence(blocks),
    ...movedSection(contract),
    'An immutable ConfigMap stays immutable until its data changes; Terraform adds the label in place. The first change of its data replaces the ConfigMap once. For that change, use values that are known at plan time: if a value turns out to be invalid during apply, the ConfigMap is already deleted.',
  ];
};

const movedSection = (contract: Contract): readonly string[] => {
  const [first] = contract.configMaps;
  if (first === undefined) return [];
  return [
    'If your Terraform state already has such a resource, and its type ends in `_v1`, use a `moved` block in the root module instead, one for each resource:',
    fence(
      `moved {\n  from = kubernetes_config_map_v1.your_name_of_it\n  to   = module.flux_contract.${addressOf(first)}\n}\n`,
    ),
    "If its type is `kubernetes_config_map` (without `_v1`), `moved` doesn't work. Write `removed { from = …, lifecycle { destroy = false } }` (Terraform 1.7) or run `terraform state rm`, and then import it.",
  ];
};

const namespaceSection = (contract: Contract): readonly string[] => {
  const namespaces = namespacesOfTerraform(contract);
  if (namespaces.length === 0 && !writesIntoFlux(contract)) return [];
  const example = namespaces[0] ?? FLUX_NAMESPACE;
  return [
    '## Namespaces',
    'The module creates the namespaces into which it writes. It never destroys one, since that would delete everything in it: such a plan fails. To stop managing a namespace, remove it from the state:',
    fence(`terraform state rm 'module.flux_contract.kubernetes_namespace_v1.this["${example}"]'\n`, 'sh'),
  ];
};
