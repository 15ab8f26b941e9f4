import { type JsonSchema, patternsOf } from '../../contract/index.js';
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

/** Names by which charts ask for the name of a Secret: `auth.existingSecret`, `imagePullSecret`. */
const NAMES_SECRET = /existing[A-Za-z_-]*secret$|pull[_-]?secret$/i;

/** Patterns of the ready-made inputs, and of others like them, that let only an ARN or an address through. */
const ADDRESS = /^\^\(?(?:\?:)?(?:arn|https?\??):/;

const mayBeSecret = (name: string, schema: JsonSchema): boolean =>
  SENSITIVE.test(name) &&
  !NAMES_SECRET.test(name) &&
  schema.type !== 'boolean' &&
  // Whoever reads the code knows its values.
  schema.enum === undefined &&
  !patternsOf(schema).some((pattern) => ADDRESS.test(pattern));

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
    const keys = new Set(Object.values(contract.secrets).map(({ key }) => key));
    for (const [name, { declaredBy, schema }] of Object.entries(contract.vars)) {
      // It holds the name or ARN of a remote secret.
      if (!keys.has(name) && mayBeSecret(name, schema)) tell(declaredBy[0]!, `vars.${name}`, cluster.varsConfigMap);
    }
    for (const [release, { addon, configMap, schema }] of Object.entries(contract.values)) {
      for (const [path, leaf] of texts(schema, '')) {
        if (mayBeSecret(path, leaf)) tell(addon, `values.${release}.${path}`, configMap);
      }
    }
  },
);

const texts = (schema: JsonSchema, path: string): readonly (readonly [path: string, leaf: JsonSchema])[] => {
  if (schema.type === 'string') return [[path, schema]];
  if (schema.items !== undefined) return texts(schema.items, path);
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    texts(property, path === '' ? key : `${path}.${key}`),
  );
};
