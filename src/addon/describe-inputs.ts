import type { z } from 'zod';
import { inputType } from '../contract/diagnostics.js';
import { type Channel, clouds, type DescribedInput, describeInput } from '../contract/index.js';
import { type Diagnostic, diagnose, formatValue, suggest } from '../diagnostics/index.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import type { AddonDefinition } from './addon-definition.js';
import { addonDefinition, inputName, secretKey, valuesWithoutChart } from './diagnostics.js';
import type { AddonInputs } from './inspection.js';
import { isVarName } from './names.js';

export const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** The infra inputs of a definition whose fields have their shapes; of what cannot travel `report` hears. */
export const describeInputs = (definition: AddonDefinition, report: (problem: Diagnostic) => void): AddonInputs => {
  const { vars = {}, values = {}, secrets = {} } = definition.infra ?? {};
  const describe = (schema: unknown, channel: Channel, path: string, tell = report): DescribedInput => {
    if (isSchema(schema)) return describeInput(schema, channel, path, tell);
    tell(
      diagnose(inputType, {
        message: `infra input "${path}" is not a zod schema`,
        at: { path },
        fix: 'write z.string(), hostname(), …',
      }),
    );
    return { schema: { type: 'string' }, optional: false, refused: [path] };
  };
  const described = {
    vars: new Map<string, DescribedInput>(),
    values: new Map<string, DescribedInput>(),
    secrets: new Map<string, Map<string, DescribedInput>>(),
  };
  for (const key of Object.keys(definition.infra ?? {})) {
    if (!['vars', 'values', 'secrets'].includes(key)) {
      report(
        diagnose(addonDefinition, {
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
        diagnose(inputName, {
          message: `"${name}" is not a name that Flux can substitute`,
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
        diagnose(valuesWithoutChart, {
          message: `infra.values has release "${release}", for which the addon has no chart`,
          at: { path: `infra.values.${release}` },
          fix: suggest(release, Object.keys(definition.charts ?? {})),
        }),
      );
    }
    let isTold = false;
    const input = describe(schema, 'values', `values.${release}`, (problem) => {
      isTold = true;
      report(problem);
    });
    if (input.schema.type === 'object') {
      described.values.set(release, input);
      continue;
    }
    if (!isTold) {
      report(
        diagnose(inputType, {
          message: `infra input "values.${release}" is not a z.object(), and a values document is a map`,
          at: { path: `infra.values.${release}` },
          fix: 'write z.object({ … })',
        }),
      );
    }
    // Nothing is known of what it would hold, so nothing else is said of it.
    described.values.set(release, { ...input, schema: { type: 'object', properties: {} }, optional: false });
  }
  for (const [name, secret] of Object.entries(secrets)) {
    if (!Object.hasOwn(vars, secret.key)) {
      report(
        diagnose(secretKey, {
          message: `remote secret "${name}" has the key "${secret.key}", which the addon does not declare as a var`,
          at: { path: `infra.secrets.${name}.key` },
          fix: `declare it in infra.vars, or ${suggest(secret.key, Object.keys(vars))}`,
        }),
      );
    }
    const { managedBy } = secret;
    if (managedBy !== undefined && !Object.hasOwn(clouds, managedBy)) {
      const known = Object.keys(clouds);
      report(
        diagnose(addonDefinition, {
          message: `remote secret "${name}" has the manager ${formatValue(managedBy)}, which isn't a cloud that fluxspan knows`,
          at: { path: `infra.secrets.${name}.managedBy` },
          fix: `use ${known.map((one) => `'${one}'`).join(', ')}, or leave it out if Terraform writes the secret`,
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

/** The outputs of a definition, which travel as vars do. A name that is no var can only be read as a value of a release. */
export const describeOutputs = (
  definition: AddonDefinition,
  report: (problem: Diagnostic) => void,
): ReadonlyMap<string, DescribedInput> => {
  const outputs: unknown = definition.outputs;
  const described = new Map<string, DescribedInput>();
  if (!isPlainRecord(outputs)) return described;
  for (const [name, schema] of Object.entries(outputs)) {
    const path = `outputs.${name}`;
    if (!/^[-._a-zA-Z0-9]+$/.test(name)) {
      report(
        diagnose(inputName, {
          message: `"${name}" is not a key that a ConfigMap or Secret can have`,
          at: { path },
          fix: 'use letters, digits, underscores, dots and dashes',
        }),
      );
    }
    if (isSchema(schema) && !isNested(schema)) {
      const tell = (problem: Diagnostic) =>
        report({ ...problem, message: problem.message.replace(/^infra input "outputs\./, 'output "') });
      described.set(name, describeInput(schema, 'vars', path, tell));
    } else {
      report(
        diagnose(inputType, {
          message: isSchema(schema)
            ? `the output '${name}' is not a string, number, boolean, enum or literal`
            : `the output '${name}' is not a zod schema`,
          at: { path },
          fix: 'write z.string(), queueName(), …',
        }),
      );
      described.set(name, { schema: { type: 'string' }, optional: false, refused: [path] });
    }
  }
  return described;
};

/** What no key of a ConfigMap or Secret is. */
const isNested = (schema: z.core.$ZodType): boolean =>
  ['array', 'object', 'record', 'tuple'].includes(schema._zod.def.type);
