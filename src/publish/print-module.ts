import { type JsonSchema, patternsOf } from '../contract/index.js';
import { CLASS_KINDS, type Offer, tenantNamespaces } from '../tenants/offer/offer.js';

/** A name as TypeScript takes it for a key. */
const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : textOf(name));

/** A text in single quotes, whatever it holds. */
const textOf = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const listOf = (texts: readonly string[]): string => `[${texts.map(textOf).join(', ')}]`;

/** `{}` or a member a line. */
const objectOf = (members: readonly (readonly [name: string, code: string])[]): string =>
  members.length === 0 ? '{}' : `{\n${members.map(([name, code]) => `  ${keyOf(name)}: ${code},\n`).join('')}}`;

/** The code of a zod schema that says what the JSON Schema of a var says. */
const zodOf = (schema: JsonSchema): string => {
  const { type, enum: values, minimum, maximum, description, examples } = schema;
  const literal = (one: unknown): string => (typeof one === 'string' ? textOf(one) : JSON.stringify(one));
  const base =
    values === undefined
      ? type === 'boolean'
        ? 'z.boolean()'
        : type === 'integer'
          ? 'z.int()'
          : type === 'number'
            ? 'z.number()'
            : 'z.string()'
      : values.every((one) => typeof one === 'string')
        ? `z.enum(${listOf(values)})`
        : `z.literal([${values.map(literal).join(', ')}])`;
  const bounds =
    values !== undefined
      ? ''
      : [
          ...patternsOf(schema).map((one) => `.regex(new RegExp(${textOf(one)}))`),
          ...(minimum === undefined ? [] : [`.min(${minimum})`]),
          ...(maximum === undefined ? [] : [`.max(${maximum})`]),
        ].join('');
  const about = {
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
  };
  const meta = Object.keys(about).length === 0 ? '' : `.meta(${JSON.stringify(about)})`;
  return `${base}${bounds}${meta}`;
};

/**
 * The module of a tenant's repository with what the platform offers, by name: `tsc` refuses what it doesn't offer.
 *
 * @param file the file with the offer, relative to the project
 * @param from the path of the file from the module
 * @param mark what the module says of itself
 */
export const printOfferModule = (
  offer: Offer,
  {
    file,
    from,
    hash,
    mark,
  }: { readonly file: string; readonly from: string; readonly hash: string; readonly mark: string },
): string => {
  const { tenant, cluster, gateways, stores, classes, apis, vars } = offer;
  const schemas = Object.entries(vars.vars).map(([name, one]) => [name, zodOf(one)] as const);
  const classNames = Object.entries(CLASS_KINDS).flatMap(([key, name]) => {
    const names = classes[key] ?? [];
    return names.length === 0
      ? []
      : [[name, `{ ${names.map((one) => `${keyOf(one)}: ${textOf(one)}`).join(', ')} }`] as const];
  });
  return `// What the platform offers tenant "${tenant}" in cluster "${cluster}": ${file.replaceAll(/\s/g, ' ')}
// ${mark}
import { published } from ${textOf('fluxspan')};
${schemas.length === 0 ? '' : "import { z } from 'zod';\n"}import file from ${textOf(from)} with { type: 'json' };

/** For \`new FluxTenant(app, ${textOf(cluster)}, platform)\`. */
export const platform = published(
  {
    tenant: ${textOf(tenant)},
    cluster: ${textOf(cluster)},
    apis: ${listOf(Object.keys(apis))},
    file: ${textOf(file)},
    hash: ${textOf(hash)},
  },
  file,
);

/** The namespaces of the tenant. */
export const namespaces = ${listOf(tenantNamespaces(offer))} as const;

/** What \`parentRefs\` of a route takes. */
export const gateways = ${objectOf(
    Object.entries(gateways).map(([name, { namespace }]) => [
      name,
      `{ name: ${textOf(name)}, namespace: ${textOf(namespace)} }`,
    ]),
  )} as const;

/** What \`secretStoreRef\` of an ExternalSecret takes. */
export const stores = ${objectOf(
    stores.map((name) => [name, `{ kind: 'ClusterSecretStore', name: ${textOf(name)} }`]),
  )} as const;

/** Names of StorageClasses and the like. */
export const classes = ${objectOf(classNames)} as const;

/** What \`infra.vars\` of an addon takes. */
export const vars = ${objectOf(schemas)};
`;
};
