import type { JsonSchema } from '../../contract/index.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineDeclaredRule } from '../rule.js';

const sensitiveInput = defineDiagnostic({
  code: 'FX615',
  name: 'sensitive-input',
  severity: 'warning',
  summary:
    'An input whose name suggests a secret travels in a ConfigMap, which everyone with access to the namespace can read.',
  page: {
    example: 'infra: { vars: { TF_DB_PASSWORD: text(…) } }',
    right: 'infra: { secrets: { db: remoteSecret({ … }) } }',
  },
  exceptable: 'addon',
});

/** The last word of a sensitive name. The name or ARN of a secret isn't sensitive, and ends with another word. */
const SENSITIVE =
  /(^|[_.-]|[a-z](?=[A-Z]))(password|passwd|passphrase|token|secret|(private|secret|api|access|encryption|signing)[_-]?key|credentials?)$/i;

/** Anyone who can read the namespace can read Terraform's ConfigMaps, so secrets must go through a remote secret. */
export const sensitiveInputRule = defineDeclaredRule(
  [sensitiveInput],
  ({ declared: { cluster, contract } }, report) => {
    const tell = (addon: string, path: string, configMap: string) =>
      report(
        diagnose(sensitiveInput, {
          message: `the input "${path}" is secret by its name, and travels in ConfigMap "${configMap}"`,
          at: { addon, path: `infra.${path}` },
          fix: 'declare it as a property in infra.secrets, and read it by an ExternalSecret',
        }),
      );
    for (const [name, { declaredBy }] of Object.entries(contract.vars)) {
      if (SENSITIVE.test(name)) tell(declaredBy[0]!, `vars.${name}`, cluster.varsConfigMap);
    }
    for (const [release, { addon, configMap, schema }] of Object.entries(contract.values)) {
      for (const path of textPaths(schema, '')) {
        if (SENSITIVE.test(path)) tell(addon, `values.${release}.${path}`, configMap);
      }
    }
  },
);

const textPaths = (schema: JsonSchema, path: string): readonly string[] => {
  if (schema.type === 'string') return [path];
  if (schema.items !== undefined) return textPaths(schema.items, path);
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    textPaths(property, path === '' ? key : `${path}.${key}`),
  );
};
