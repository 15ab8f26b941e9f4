import { describeSource } from '../../addon/source.js';
import type { BuiltAddon, BuiltCluster } from '../../compile/built-cluster.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { UnlistedValues } from '../../constructs/unlisted-values.js';
import {
  type Contract,
  type ContractNamespace,
  clouds,
  exampleOf,
  isEmpty,
  type JsonSchema,
  patternsOf,
  type Reader,
  schemaLeaves,
  statesOf,
} from '../../contract/index.js';
import type { DeclaredExternal } from '../../declared/external-kustomization.js';
import { boundaryOwners, OWNER_NAMES } from '../../declared/owner-boundary.js';
import { shortOwnerName } from '../../declared/owner-key.js';
import { findCriticalPath } from '../../dependencies/critical-path.js';
import { compareText } from '../../json/compare-text.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { code, table } from './markdown.js';
import { orderGraph } from './order-graph.js';
import { tenantSection } from './tenant-section.js';

/** `clusters/<cluster>/README.md`: what comes up in which order, and what Terraform must supply. */
export const clusterReadme = (compiled: CompiledCluster): string => {
  const { built, contract } = compiled;
  const { cluster, addons } = built;
  const tenants = new Set(addons.flatMap(({ instance }) => tenantOf(instance)?.name ?? []));
  return [
    `# Cluster ${cluster.name}`,
    `Flux ${cluster.flux} reconciles this folder${asTenant(cluster)}: one Kustomization for each addon, in the order below. An arrow points from an addon to those that wait for it.`,
    `\`\`\`mermaid\n${orderGraph(built)}\`\`\``,
    ...orderSection(built),
    '## Addons',
    table(
      ['addon', 'stage', 'namespace', 'installs', 'waits for'],
      addons
        .filter(({ instance }) => tenantOf(instance) === undefined)
        .map((addon) => addonRow(addon, cluster.stages[addon.stage]!.name)),
    ),
    ...tenantSection(compiled),
    ...bootstrapSection(contract),
    ...(cluster.published === undefined ? namespaceSection(contract, tenants) : []),
    ...(cluster.published === undefined ? helpSection(contract) : []),
    ...(cluster.published === undefined ? contractSections(contract) : varsOfPlatform(contract)),
    ...outputSection(contract),
    ...ownersSection(compiled),
    ...unlistedSection(compiled),
    ...exceptionSection(compiled),
    ...patternSection(contract),
  ]
    .filter((part) => part !== '')
    .map((part) => part.trimEnd())
    .join('\n\n')
    .concat('\n');
};

/** As whom Flux applies a tenant's part of a cluster. */
const asTenant = ({ published }: BuiltCluster['cluster']): string =>
  published?.offer === undefined
    ? ''
    : `, as ServiceAccount ${code(published.offer.account.name)} of tenant ${code(published.offer.tenant)}`;

const namespaceSection = (contract: Contract, tenants: ReadonlySet<string>): readonly string[] => [
  '## Namespaces',
  table(
    ['namespace', 'created by'],
    contract.namespaces
      .filter(({ addon = '' }) => !tenants.has(addon))
      .map((namespace) => [code(namespace.name), creatorOf(namespace, contract)]),
  ),
];

/** What an operator looks at first. */
const helpSection = ({ cluster, configMaps }: Contract): readonly string[] => {
  const ofTerraform =
    configMaps.length === 0
      ? []
      : [
          `A ConfigMap that isn't found, or a value that is wrong, comes from Terraform. This compares them with the contract: \`kubectl get configmaps -A -o json | npx fluxspan contract check - --cluster ${cluster}\`.`,
        ];
  return [
    '## When it breaks',
    [
      "What isn't ready, and why: `flux get all -A --status-selector ready=false`.",
      'An addon waits for all in the last column of its row. Begin with the first that is not ready; the others follow.',
      ...ofTerraform,
      'Fix it with a commit: Flux undoes what is changed by hand. `flux suspend kustomization NAME` stops it for one addon, `flux resume kustomization NAME` starts it again.',
      '`flux reconcile kustomization NAME --with-source` applies a commit at once.',
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
  ];
};

/** Long, and read by few. */
const patternSection = ({ vars, values }: Contract): readonly string[] => {
  const rows = [
    ...Object.entries(vars).map(([name, { schema }]) => [code(name), schema] as const),
    ...Object.entries(values).flatMap(([release, { schema }]) =>
      schemaLeaves(schema).map((leaf) => [`${code(leaf.path)} of ${code(release)}`, leaf.schema] as const),
    ),
  ]
    .map(([name, schema]) => [name, patternsOf(schema).map(code).join(', ')])
    .filter(([, patterns]) => patterns !== '');
  return rows.length === 0 ? [] : ['## What values must match', table(['value', 'pattern'], rows)];
};

/** What a tenant reads of what its platform supplies. */
const varsOfPlatform = (contract: Contract): readonly string[] =>
  Object.keys(contract.vars).length === 0 ? [] : ['## Vars of the platform', varTable(contract)];

/** How many names of what a stage waits for are listed. */
const MAX_CHOICES = 5;

/** What decides how soon the cluster is up. */
const orderSection = (built: BuiltCluster): readonly string[] => {
  const { levels, path, others } = findCriticalPath(built);
  if (levels < 2) return [];
  const more = others === 0 ? '' : ` ${others === 1 ? 'One other chain is' : `${others} other chains are`} as long.`;
  const isNamed = built.addons.some(({ named }) => named.length > 0);
  const chosen = new Map<number, string[]>();
  for (const addon of built.addons) {
    const names = chosen.get(addon.stage);
    if (names === undefined) chosen.set(addon.stage, [...addon.chosen]);
    else names.push(...addon.chosen);
  }
  const choices = built.cluster.stages.flatMap(({ name }, index) => {
    const names = [...new Set(chosen.get(index))].sort();
    if (names.length === 0) return [];
    const rest = names.length - MAX_CHOICES;
    return `${code(name)} depends on ${names.slice(0, MAX_CHOICES).map(code).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  });
  return [
    '## Critical path',
    `The cluster comes up in ${levels} levels. The longest chain of dependencies decides how soon everything is ready: ${path.map(code).join(' → ')}.${more}`,
    choices.length === 0
      ? `Every dependency follows from what an addon requires, ${isNamed ? "from what a release's values name, " : ''}or from who creates its namespace.`
      : `Some dependencies come only from the \`dependsOn\` of a stage: ${choices.join('; ')}.`,
  ];
};

/** What belongs to whom, where the code decides it. */
const ownersSection = ({ cluster }: CompiledCluster): readonly string[] => {
  const rows = boundaryOwners.flatMap((owner) => {
    const patterns = cluster.owners[owner] ?? [];
    return patterns.length === 0 ? [] : [[OWNER_NAMES[owner], patterns.map(code).join(', ')]];
  });
  if (rows.length === 0) return [];
  return ['## Owners', 'Whatever crosses this boundary is an error.', table(['owner', 'owns'], rows)];
};

/** Where a release bypasses its chart's type, and why. */
const unlistedSection = ({ addons }: CompiledCluster): readonly string[] => {
  const rows = addons.flatMap(({ objects }) =>
    objects.flatMap(({ name, construct }) => {
      const { unlistedValues } = construct as { unlistedValues?: UnlistedValues };
      if (unlistedValues === undefined) return [];
      return Object.entries(unlistedValues).map(([path, { reason }]) => [code(name), code(path), reason]);
    }),
  );
  if (rows.length === 0) return [];
  return ["## Values that charts don't list", table(['release', 'value', 'reason'], rows)];
};

/** Where a rule does not speak, or otherwise, and why. */
const exceptionSection = ({ cluster }: CompiledCluster): readonly string[] => {
  const rows = cluster.exceptions.map(({ code: rule, addon, object, kind, severity = 'off', reason }) => [
    rule,
    code([addon, object, kind].filter((part) => part !== undefined).join('/')),
    severity,
    reason,
  ]);
  if (rows.length === 0) return [];
  return ['## Exceptions from rules', table(['rule', 'where', 'severity', 'reason'], rows)];
};

/** Without versions: two branches that bump those of neighbours in the table would conflict in it. */
const addonRow = (addon: BuiltAddon, stage: string): readonly string[] => {
  const { definition } = addon.instance;
  const charts = Object.entries(definition.charts ?? {})
    .sort(([a], [b]) => compareText(a, b))
    .map(([, chart]) => `chart ${chart.chart ?? chart.url.slice(chart.url.lastIndexOf('/') + 1)}`);
  const source = definition.source;
  const installs = source === undefined ? charts : [`${describeSource(source)}, ${definition.path}`];
  return [
    `**${addon.name}**${definition.description === undefined ? '' : `: ${definition.description}`}`,
    stage,
    definition.namespace === undefined ? '' : code(definition.namespace),
    installs.join('; '),
    [...addon.dependsOn, ...addon.externals.map(externalName)].join(', '),
  ];
};

const externalName = (external: DeclaredExternal): string => `${shortOwnerName(external)} (external)`;

const varTable = ({ vars }: Contract): string =>
  table(
    ['var', 'type', 'example', 'read by'],
    Object.entries(vars).map(([name, { schema, required, from, readBy }]) => [
      `${code(name)}${required ? '' : ' (optional)'}${from === undefined ? '' : ` (state ${from})`}${schema.description === undefined ? '' : `: ${schema.description}`}`,
      typeOf(schema),
      exampleText(schema),
      readersOf(readBy),
    ]),
  );

const contractSections = (contract: Contract): readonly string[] => {
  const { vars, values, secrets, configMaps } = contract;
  if (configMaps.length === 0 && Object.keys(secrets).length === 0)
    return ['## Contract', 'This cluster needs nothing from Terraform.'];
  return [
    '## Contract',
    statesOf(contract).length === 0
      ? 'Terraform must supply these values for this cluster. `contract.json` lists them as data.'
      : `Terraform must supply these values for this cluster, from the main state and from ${statesOf(contract).map(code).join(', ')}: each has a module of its own. \`contract.json\` lists them as data.`,
    table(
      ['ConfigMap', 'namespace', 'key', 'read by'],
      configMaps.map((one) => [
        code(one.name),
        code(one.namespace),
        one.key === undefined ? 'one for each var' : code(one.key),
        one.readBy.map(code).join(', '),
      ]),
    ),
    Object.keys(vars).length === 0 ? '' : '### Vars',
    varTable(contract),
    Object.keys(values).length === 0 ? '' : '### Values',
    table(
      ['release', 'value', 'type', 'example'],
      Object.entries(values).flatMap(([release, { schema }]) =>
        schemaLeaves(schema).map((leaf) => [
          code(release),
          `${code(leaf.path)}${leaf.required ? '' : ' (optional)'}${leaf.schema.description === undefined ? '' : `: ${leaf.schema.description}`}`,
          typeOf(leaf.schema),
          exampleText(leaf.schema),
        ]),
      ),
    ),
    Object.keys(secrets).length === 0 ? '' : '### Secrets',
    table(
      ['secret', 'its name is in var', 'written by', 'property', 'read by'],
      Object.entries(secrets).flatMap(([name, secret]) =>
        Object.entries(secret.properties).map(([property, { readBy }]) => [
          code(name),
          code(secret.key),
          secret.managedBy === 'terraform' ? 'Terraform' : clouds[secret.managedBy],
          code(property),
          readersOf([...readBy, ...secret.readBy]),
        ]),
      ),
    ),
  ];
};

/** What is brought before Flux runs, where anything is declared. */
const bootstrapSection = ({ cluster, bootstrap = [] }: Contract): readonly string[] => {
  if (bootstrap.length === 0) return [];
  return [
    '## Before Flux runs',
    `A person or a pipeline brings these Secrets: nothing can make them from the repository. \`fluxspan bootstrap ${cluster}\` writes a checklist and a script.`,
    table(
      ['Secret', 'namespace', 'keys', 'for', 'read by'],
      bootstrap.map(({ namespace, name, keys, description = '', readBy }) => [
        code(name),
        code(namespace),
        keys.map(code).join(', '),
        description,
        readBy.map(code).join(', '),
      ]),
    ),
  ];
};

/** What addons produce in the cluster, where any does. */
const outputSection = ({ outputs = [] }: Contract): readonly string[] => {
  if (outputs.length === 0) return [];
  return [
    '## Outputs',
    'Addons produce these values in the cluster, and others read them. Flux applies what reads one as soon as it is there.',
    table(
      ['output', 'produced by', 'in', 'namespace', 'type', 'read by'],
      outputs.flatMap(({ addon, kind, name, namespace, keys }) =>
        Object.entries(keys).map(([key, { schema, readBy }]) => [
          `${code(key)}${schema.description === undefined ? '' : `: ${schema.description}`}`,
          addon,
          code(`${kind}/${name}`),
          code(namespace),
          typeOf(schema),
          readersOf(readBy),
        ]),
      ),
    ),
  ];
};

const typeOf = (schema: JsonSchema): string =>
  schema.enum !== undefined
    ? schema.enum.map((value) => code(JSON.stringify(value))).join(' or ')
    : (schema.type ?? 'any');

const exampleText = (schema: JsonSchema): string => {
  const example = exampleOf(schema);
  return code(typeof example === 'string' ? example : JSON.stringify(example));
};

const readersOf = (readers: readonly Reader[]): string =>
  [...new Set(readers.map((reader) => (reader.object === undefined ? reader.addon : code(reader.object))))].join(', ');

const creatorOf = (namespace: ContractNamespace, contract: Contract): string => {
  const words: Record<ContractNamespace['creator'], string> = {
    kubernetes: 'Kubernetes',
    terraform: 'Terraform',
    flux: isEmpty(contract) ? "Flux's bootstrap" : "the contract's Terraform module, or Flux's bootstrap",
    external: 'others, before Flux runs',
    addon: `addon ${namespace.addon ?? ''}`,
  };
  return words[namespace.creator];
};
