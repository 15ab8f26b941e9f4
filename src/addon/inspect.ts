import type { z } from 'zod';
import { isHelmChart } from '../constructs/helm-chart.js';
import { kustomizationSettingNames } from '../constructs/kustomization.js';
import { type Channel, type DescribedInput, describeInput } from '../contract/index.js';
import { type Diagnostic, diagnose, shown, suggest } from '../diagnostics/index.js';
import { type AddonDefinition, settingNames } from './addon.js';
import { isVarName, nameFault } from './names.js';

/** The infra inputs of an addon as the contract carries them, by name. */
export interface AddonInputs {
  readonly vars: ReadonlyMap<string, DescribedInput>;
  readonly values: ReadonlyMap<string, DescribedInput>;
  /** By secret, then by property. */
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, DescribedInput>>;
}

/** What is known of a definition without running its `build`. */
export interface Inspection {
  readonly inputs: AddonInputs;
  readonly problems: readonly Diagnostic[];
  /** Its fields have their shapes, so that it can be built. */
  readonly isReadable: boolean;
}

const fields: ReadonlySet<string> = new Set<keyof AddonDefinition>([
  'name',
  'description',
  'namespace',
  'createNamespace',
  'folder',
  'requires',
  'provides',
  'charts',
  'source',
  'path',
  'infra',
  'options',
  'kustomization',
  'build',
]);

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

const definitionPlaces = new WeakMap<AddonDefinition, () => string | undefined>();

/** Where a definition was written, for what is wrong with it. */
export const rememberDefinition = (definition: AddonDefinition, place: () => string | undefined): void => {
  definitionPlaces.set(definition, place);
};

const inspections = new WeakMap<AddonDefinition, Inspection>();

/** Reads a definition once; every cluster that uses the addon shares what is found. */
export const inspectAddon = (definition: AddonDefinition): Inspection => {
  const known = inspections.get(definition);
  if (known !== undefined) return known;
  const problems: Diagnostic[] = [];
  const refuse = (message: string, fix: string, path?: string) => {
    problems.push(diagnose('FX108', { message, fix, at: path === undefined ? {} : { path } }));
  };
  const report = (problem: Diagnostic) => problems.push(problem);
  const { name } = definition;
  const fault = nameFault(name);
  if (fault !== undefined) {
    report(diagnose('FX101', { message: `the addon name ${shown(name)} ${fault}`, fix: 'rename it in defineAddon' }));
  }
  const isReadable = checkFields(definition, refuse);
  try {
    checkShape(definition, refuse, report);
  } catch (error) {
    // It reads fields whose shape was refused above; what it found before that counts.
    if (isReadable) throw error;
  }
  const inputs = isReadable ? describeInputs(definition, report) : noInputs;
  const source = problems.length === 0 ? undefined : definitionPlaces.get(definition)?.();
  const at = { addon: String(definition.name), ...(source === undefined ? {} : { source }) };
  const inspection = {
    inputs,
    isReadable,
    problems: problems.map((problem) => ({ ...problem, at: { ...at, ...problem.at } })),
  };
  inspections.set(definition, inspection);
  return inspection;
};

const noInputs: AddonInputs = { vars: new Map(), values: new Map(), secrets: new Map() };

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');

/** Whether each field has its shape; what is said of a definition beyond that relies on it. */
const checkFields = (
  definition: AddonDefinition,
  refuse: (message: string, fix: string, path?: string) => void,
): boolean => {
  const name = shown(definition.name);
  let isReadable = true;
  const check = (path: string, value: unknown, isGood: (value: unknown) => boolean, what: string, fix: string) => {
    if (value === undefined || isGood(value)) return;
    isReadable = false;
    refuse(`\`${path}\` of addon ${name} is ${what}`, fix, path);
  };
  for (const list of ['requires', 'provides'] as const) {
    check(list, definition[list], isNames, 'no list of names', "write capabilities: ['karpenter.sh', 'secret-store']");
  }
  const isText = (value: unknown): boolean => typeof value === 'string';
  check('namespace', definition.namespace, isText, `${shown(definition.namespace)}, and no text`, 'give a DNS label');
  check('charts', definition.charts, isMap, 'no object', "write charts: { '<release>': helmChart({ … }) }");
  check('infra', definition.infra, isMap, 'no object', 'write infra: { vars: { … } }');
  check('kustomization', definition.kustomization, isMap, 'no object', "write kustomization: { interval: '5m' }");
  const isFunction = (value: unknown): boolean => typeof value === 'function';
  check('build', definition.build, isFunction, 'no function', 'write build(scope, { vars }) { … }');
  const isSource = (value: unknown): boolean => isMap(value) && isText(value['url']) && isText(value['tag']);
  check('source', definition.source, isSource, 'no gitSource()', "write source: gitSource('https://…', 'v1.2.3')");
  for (const [release, chart] of Object.entries(isMap(definition.charts) ? definition.charts : {})) {
    if (!isHelmChart(chart)) continue;
    const path = `charts.${release}`;
    for (const field of ['url', 'version'] as const) {
      check(
        `${path}.${field}`,
        chart[field] ?? null,
        isText,
        `${shown(chart[field])}, and no text`,
        `give its ${field}`,
      );
    }
    check(
      `${path}.chart`,
      chart.chart,
      isText,
      `${shown(chart.chart)}, and no text`,
      'give its name in the repository',
    );
    check(
      `${path}.valuesSchema`,
      chart.valuesSchema,
      isFunction,
      `${shown(chart.valuesSchema)}, and no function`,
      'give the function that `fluxspan import chart` wrote',
    );
  }
  for (const channel of ['vars', 'values', 'secrets'] as const) {
    const inputs: unknown = isMap(definition.infra) ? definition.infra[channel] : undefined;
    check(`infra.${channel}`, inputs, isMap, 'no object', 'give the inputs by name');
    if (channel !== 'secrets' || !isMap(inputs)) continue;
    const isSecret = (value: unknown): boolean => isMap(value) && isText(value['key']) && isMap(value['properties']);
    for (const [secret, one] of Object.entries(inputs)) {
      check(
        `infra.secrets.${secret}`,
        one ?? null,
        isSecret,
        'no remoteSecret()',
        "write remoteSecret({ key: 'TF_…', properties: { token: z.string() } })",
      );
    }
  }
  return isReadable;
};

const checkShape = (
  definition: AddonDefinition,
  refuse: (message: string, fix: string, path?: string) => void,
  report: (problem: Diagnostic) => void,
): void => {
  const { name } = definition;
  for (const key of Object.keys(definition)) {
    if (!fields.has(key)) refuse(`defineAddon has no field "${key}"`, suggest(key, fields), key);
  }
  if (
    definition.namespace !== undefined &&
    nameFault(definition.namespace) !== undefined &&
    definition.namespace !== 'flux-system'
  ) {
    report(
      diagnose('FX101', {
        message: `the namespace ${JSON.stringify(definition.namespace)} of addon "${name}" ${nameFault(definition.namespace)}`,
        fix: 'give a DNS label',
        at: { path: 'namespace' },
      }),
    );
  }
  if (definition.createNamespace === true && definition.namespace === undefined) {
    refuse(`addon "${name}" says createNamespace and has no namespace`, 'give it a `namespace`', 'createNamespace');
  }
  if (definition.folder !== undefined && !['addons', 'crds', 'apps'].includes(definition.folder)) {
    refuse(`addon "${name}" has the folder ${shown(definition.folder)}`, "it is 'addons', 'crds' or 'apps'", 'folder');
  }
  if ((definition.source === undefined) !== (definition.path === undefined)) {
    refuse(
      `addon "${name}" has \`${definition.source === undefined ? 'path' : 'source'}\` without the other`,
      'give both: the repository and the folder in it',
      'source',
    );
  }
  if ((definition.source === undefined) === (definition.build === undefined)) {
    refuse(
      definition.source === undefined
        ? `addon "${name}" makes nothing`
        : `addon "${name}" has both \`source\` and \`build\``,
      'give it `build`, or the `source` that holds its objects',
      'build',
    );
  }
  for (const [release, chart] of Object.entries(definition.charts ?? {})) {
    const releaseFault = nameFault(release);
    if (releaseFault !== undefined || release.length > 53) {
      report(
        diagnose('FX101', {
          message: `the release name "${release}" ${releaseFault ?? 'is longer than the 53 characters that Helm takes'}`,
          fix: 'rename the key in `charts`',
          at: { path: `charts.${release}` },
        }),
      );
    }
    if (!isHelmChart(chart))
      refuse(
        `the chart of release "${release}" is not made by helmChart()`,
        'write helmChart({ url, chart, version })',
        `charts.${release}`,
      );
    else if (chart.url.startsWith('oci://') !== (chart.chart === undefined)) {
      refuse(
        `the chart of release "${release}" has ${chart.chart === undefined ? 'no' : 'a'} \`chart\` beside the url "${chart.url}"`,
        'an oci:// url names the chart itself; a Helm repository needs `chart`',
        `charts.${release}`,
      );
    } else if (!/^(oci|https?):\/\/[^/]/.test(chart.url)) {
      refuse(
        `the chart of release "${release}" has the url "${chart.url}"`,
        'it starts with oci://, https:// or http://',
        `charts.${release}`,
      );
    }
  }
  for (const field of Object.keys(definition.kustomization ?? {})) {
    if (kustomizationSettingNames.includes(field)) continue;
    refuse(
      `\`kustomization\` of addon "${name}" takes no field "${field}"`,
      suggest(field, kustomizationSettingNames),
      `kustomization.${field}`,
    );
  }
  const { options } = definition;
  if (options === undefined) return;
  if (!isSchema(options) || options._zod.def.type !== 'object') {
    refuse(`\`options\` of addon "${name}" is no z.object()`, 'write options: z.object({ … })', 'options');
    return;
  }
  for (const key of settingNames) {
    if (key in (options as z.core.$ZodObject)._zod.def.shape) {
      refuse(`the option "${key}" of addon "${name}" is one that every addon has`, 'rename it', `options.${key}`);
    }
  }
};

const describeInputs = (definition: AddonDefinition, report: (problem: Diagnostic) => void): AddonInputs => {
  const { vars = {}, values = {}, secrets = {} } = definition.infra ?? {};
  const describe = (schema: unknown, channel: Channel, path: string): DescribedInput => {
    if (isSchema(schema)) return describeInput(schema, channel, path, report);
    report(
      diagnose('FX102', {
        message: `infra input "${path}" is no zod schema`,
        at: { path },
        fix: 'write z.string(), hostname(), …',
      }),
    );
    return { schema: { type: 'string' }, optional: false };
  };
  const described = {
    vars: new Map<string, DescribedInput>(),
    values: new Map<string, DescribedInput>(),
    secrets: new Map<string, Map<string, DescribedInput>>(),
  };
  for (const key of Object.keys(definition.infra ?? {})) {
    if (!['vars', 'values', 'secrets'].includes(key)) {
      report(
        diagnose('FX108', {
          message: `infra has no channel "${key}"`,
          at: { path: `infra.${key}` },
          fix: suggest(key, ['vars', 'values', 'secrets']),
        }),
      );
    }
  }
  for (const [name, schema] of Object.entries(vars)) {
    if (!isVarName(name)) {
      report(
        diagnose('FX104', {
          message: `"${name}" is no name that Flux can substitute`,
          at: { path: `infra.vars.${name}` },
          fix: 'use letters, digits and underscores, no digit first',
        }),
      );
    }
    described.vars.set(name, describe(schema, 'vars', `vars.${name}`));
  }
  for (const [release, schema] of Object.entries(values)) {
    if (!Object.hasOwn(definition.charts ?? {}, release)) {
      report(
        diagnose('FX105', {
          message: `infra.values has release "${release}", for which the addon has no chart`,
          at: { path: `infra.values.${release}` },
          fix: suggest(release, Object.keys(definition.charts ?? {})),
        }),
      );
    }
    const input = describe(schema, 'values', `values.${release}`);
    if (input.schema.type !== 'object') {
      report(
        diagnose('FX102', {
          message: `infra input "values.${release}" is no z.object(), and a values document is a map`,
          at: { path: `infra.values.${release}` },
          fix: 'write z.object({ … })',
        }),
      );
    }
    described.values.set(release, input);
  }
  for (const [name, secret] of Object.entries(secrets)) {
    if (!Object.hasOwn(vars, secret.key)) {
      report(
        diagnose('FX106', {
          message: `remote secret "${name}" has the key "${secret.key}", which the addon does not declare as a var`,
          at: { path: `infra.secrets.${name}.key` },
          fix: `declare it in infra.vars, or ${suggest(secret.key, Object.keys(vars))}`,
        }),
      );
    }
    const properties = new Map<string, DescribedInput>();
    for (const [property, schema] of Object.entries(secret.properties)) {
      properties.set(property, describe(schema, 'secrets', `secrets.${name}.${property}`));
    }
    described.secrets.set(name, properties);
  }
  return described;
};
