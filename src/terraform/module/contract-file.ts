import { type Contract, type ContractConfigMap, FLUX_NAMESPACE, VARS_CONFIG_MAP } from '../../contract/index.js';
import {
  attribute,
  binary,
  blank,
  block,
  call,
  comment,
  type Expression,
  forEach,
  heredoc,
  list,
  literal,
  member,
  name,
  object,
  plain,
  type Statement,
  string,
} from '../hcl/node.js';
import {
  type InputCheck,
  secretKeys,
  secretsChecks,
  secretsOfTerraform,
  secretsRoot,
  valuesChecks,
  valuesRoot,
  varsChecks,
  varsRoot,
} from './input-checks.js';
import { terraformType } from './input-text.js';
import { valuesExpression } from './values-expression.js';

export const proof = member(name('terraform_data'), 'contract');
export const varsConfigMap = member(name('local'), 'vars_config_map');
export const varsElsewhere = member(name('local'), 'vars_config_maps_elsewhere');
export const valuesConfigMaps = member(name('local'), 'values_config_maps');

/** `contract.tf`: what a root module gives, the proof that it is what the cluster reads, and the outputs. */
export const contractFile = (contract: Contract): readonly Statement[] => [
  block('terraform', [], [attribute('required_version', string('>= 1.5'))]),
  ...variable(
    'vars',
    `The keys of ConfigMap ${varsTitle(contract)}:\n${typeOfVars(contract)}`,
    Object.values(contract.vars).some(({ required }) => required),
    varsChecks(contract).map((check) => checkBlock('validation', check)),
  ),
  ...variable(
    'values',
    `By Helm release, the values that Terraform knows:\n${typeOfValues(contract)}`,
    Object.keys(contract.values).length > 0,
    valuesChecks(contract).map((check) => checkBlock('validation', check)),
  ),
  ...variable(
    'secrets',
    `By remote secret, its properties. They are checked by preconditions below, which never print them.\n${typeOfSecrets(contract)}`,
    secretsOfTerraform(contract).length > 0,
    [],
    [attribute('sensitive', literal(true))],
  ),
  blank,
  block('locals', [], localsOf(contract)),
  blank,
  comment(
    'Fails the plan where the secrets do not keep the contract, and shows in each plan which keys are given,\neven while their values are unknown.',
  ),
  block(
    'resource',
    ['terraform_data', 'contract'],
    [
      attribute(
        'input',
        object({
          fluxspan: plain(
            {
              contract: contract.contract,
              cluster: contract.cluster,
              ...(contract.state === undefined ? {} : { state: contract.state.name }),
            },
            'line',
          ),
          vars: varsRoot,
          values: valuesRoot,
          secrets: secretKeys,
        }),
      ),
      blank,
      block(
        'lifecycle',
        [],
        secretsChecks(contract).flatMap((check, index) => [
          ...(index === 0 ? [] : [blank]),
          checkBlock('precondition', check),
        ]),
      ),
    ],
  ),
  ...output(
    'contract',
    'What was given, for `fluxspan contract check`; of the secrets only the names.',
    member(proof, 'input'),
  ),
  ...output(
    'config_maps',
    'The ConfigMaps that Flux reads, as Kubernetes objects.',
    call(
      'concat',
      list(hasVars(contract) ? [varsConfigMap] : []),
      ...(hasVarsElsewhere(contract) ? [call('values', varsElsewhere)] : []),
      call('values', valuesConfigMaps),
    ),
  ),
  ...output(
    'secrets',
    "By remote secret, the JSON to store under the name or ARN that the contract's var gives.",
    object(
      Object.fromEntries(
        secretsOfTerraform(contract).map(([secret, { properties }]) => [
          secret,
          call(
            'jsonencode',
            object(
              Object.fromEntries(
                Object.keys(properties).map((property) => [property, member(secretsRoot, secret, property)]),
              ),
            ),
          ),
        ]),
      ),
    ),
    [attribute('sensitive', literal(true))],
  ),
];

/** The ConfigMaps of vars, the one in `flux-system` first. */
export const varsConfigMapsOf = ({ configMaps }: Contract): readonly ContractConfigMap[] =>
  configMaps
    .filter(({ holds }) => holds === 'vars')
    .sort((a, b) => Number(b.namespace === FLUX_NAMESPACE) - Number(a.namespace === FLUX_NAMESPACE));

export const hasVars = (contract: Contract): boolean => varsConfigMapsOf(contract).length > 0;
/** Whether namespaces other than `flux-system` have the vars too. */
export const hasVarsElsewhere = (contract: Contract): boolean => varsConfigMapsOf(contract).length > 1;

const varsTitle = (contract: Contract): string => {
  const [first, ...others] = varsConfigMapsOf(contract);
  const title = `${first?.namespace ?? FLUX_NAMESPACE}/${first?.name ?? VARS_CONFIG_MAP}`;
  return others.length === 0
    ? title
    : `${title}, and of its copies in ${others.map((one) => one.namespace).join(', ')}`;
};

const variable = (
  key: string,
  description: string,
  required: boolean,
  checks: readonly Statement[],
  more: readonly Statement[] = [],
): readonly Statement[] => [
  blank,
  block(
    'variable',
    [key],
    [
      attribute('description', heredoc(description)),
      attribute('type', name('any')),
      ...(required ? [] : [attribute('default', object({}))]),
      attribute('nullable', literal(false)),
      ...more,
      ...checks.flatMap((check) => [blank, check]),
    ],
  ),
];

const checkBlock = (type: 'validation' | 'precondition', { condition, message }: InputCheck): Statement =>
  block(type, [], [attribute('condition', condition), attribute('error_message', message)]);

const output = (
  key: string,
  description: string,
  value: Expression,
  more: readonly Statement[] = [],
): readonly Statement[] => [
  blank,
  block(
    'output',
    [key],
    [
      attribute('description', string(description)),
      ...more,
      attribute('value', value),
      attribute('depends_on', list([proof])),
    ],
  ),
];

const localsOf = (contract: Contract): readonly Statement[] => {
  const { vars, values } = contract;
  const inVars = (required: boolean) => Object.keys(vars).filter((key) => vars[key]!.required === required);
  // A name a line and no columns: so branches that add different vars merge.
  const byName = (keys: readonly string[], value: Expression): Expression =>
    keys.length === 0
      ? object({})
      : forEach({ names: ['key'], in: list(keys.map(string), 'block'), key: name('key'), value });
  const value = call('tostring', member(varsRoot, name('key')));
  const required = byName(inVars(true), value);
  const optional = inVars(false);
  const given = forEach({
    names: ['key', 'value'],
    in: member(name('local'), 'optional_vars'),
    key: name('key'),
    value: name('value'),
    if: binary('!=', name('value'), literal(null)),
  });
  const data = optional.length === 0 ? required : call('merge', member(name('local'), 'required_vars'), given);
  const statements = [
    ...(optional.length === 0
      ? []
      : [
          blank,
          attribute('required_vars', required),
          blank,
          attribute('optional_vars', byName(optional, call('try', value, literal(null)))),
        ]),
    ...varsStatements(contract, data),
    blank,
    attribute(
      'values_config_maps',
      object(
        Object.fromEntries(
          contract.configMaps.flatMap((one) => {
            const document = one.release === undefined ? undefined : values[one.release];
            if (document === undefined) return [];
            const at = member(valuesRoot, one.release!);
            const text = call('yamlencode', valuesExpression(document.schema, at));
            return [[one.release!, manifest(one, object({ [document.key]: text }))]];
          }),
        ),
      ),
    ),
  ];
  // Blank lines stand between them.
  return statements.slice(1);
};

/** `vars_config_map` keeps its name and address whatever other namespaces the vars come to. */
const varsStatements = (contract: Contract, data: Expression): readonly Statement[] => {
  const [first, ...others] = varsConfigMapsOf(contract);
  if (first === undefined) return [];
  const copies = others.map((one) => [one.namespace, manifest(one, member(varsConfigMap, 'data'))] as const);
  return [
    blank,
    attribute('vars_config_map', manifest(first, data)),
    ...(copies.length === 0
      ? []
      : [blank, attribute('vars_config_maps_elsewhere', object(Object.fromEntries(copies)))]),
  ];
};

const manifest = ({ namespace, name: of, labels }: Contract['configMaps'][number], data: Expression): Expression =>
  object({
    apiVersion: string('v1'),
    kind: string('ConfigMap'),
    metadata: object({ namespace: string(namespace), name: string(of), labels: plain(labels, 'line') }),
    data,
  });

const typeOfVars = ({ vars }: Contract): string =>
  terraformType(
    {
      type: 'object',
      properties: Object.fromEntries(Object.entries(vars).map(([key, { schema }]) => [key, schema])),
      required: Object.keys(vars).filter((key) => vars[key]!.required),
    },
    '',
  );

const typeOfValues = ({ values }: Contract): string =>
  terraformType(
    {
      type: 'object',
      properties: Object.fromEntries(Object.entries(values).map(([key, { schema }]) => [key, schema])),
      required: Object.keys(values),
    },
    '',
  );

const typeOfSecrets = (contract: Contract): string => {
  const secrets = secretsOfTerraform(contract);
  return terraformType(
    {
      type: 'object',
      properties: Object.fromEntries(
        secrets.map(([secret, { properties }]) => [
          secret,
          {
            type: 'object',
            properties: Object.fromEntries(Object.entries(properties).map(([key, { schema }]) => [key, schema])),
            required: Object.keys(properties),
          },
        ]),
      ),
      required: secrets.map(([secret]) => secret),
    },
    '',
  );
};
