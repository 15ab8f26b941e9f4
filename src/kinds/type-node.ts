import type { NamingPlace, OpenApi, TypeFacts } from './crd-kind.js';
import { durationType, GO_DURATION } from './duration-type.js';

/** A type before it has a name. */
export type TypeNode =
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'list'; readonly item: TypeNode }
  | { readonly form: 'map'; readonly value: TypeNode }
  | { readonly form: 'union'; readonly members: readonly TypeNode[] }
  | ObjectNode;

export interface ObjectNode {
  readonly form: 'object';
  readonly fields: readonly FieldNode[];
  /** Whether it takes other fields too. */
  readonly open: boolean;
  /** The keys that lead to it, the kind first. */
  readonly path: readonly string[];
  /** Whether its fields name another object. @default false */
  readonly names?: boolean;
  /** What upstream calls it. @default - nothing */
  readonly typeName?: string | undefined;
}

export interface FieldNode {
  readonly name: string;
  readonly optional: boolean;
  readonly type: TypeNode;
  readonly comment: string | undefined;
}

/** How a class puts the fields of a named object into its place. */
export interface ReferencePlace {
  readonly at: string;
  /** The fields that the place takes of it; none where the name itself stands there. */
  readonly fields: readonly string[];
  readonly kinds: readonly string[];
  /** The field with the name. @default 'name' */
  readonly name?: string;
}

const text = (value: string): TypeNode => ({ form: 'text', text: value });
const UNKNOWN = text('unknown');
const ANY_MAP: TypeNode = { form: 'map', value: UNKNOWN };

const literal = (value: unknown): string =>
  typeof value === 'string' && !/['\\\n\r\u2028\u2029]/.test(value) ? `'${value}'` : JSON.stringify(value);

const SECRET = '/Secret';
/** Kinds of objects that bring a Secret: for a field that names one, any of them can be given. */
const SECRET_MAKERS = ['cert-manager.io/Certificate', 'external-secrets.io/ExternalSecret', 'bitnami.com/SealedSecret'];

const withMakers = (kinds: readonly string[]): readonly string[] =>
  kinds.includes(SECRET) ? [...kinds, ...SECRET_MAKERS] : kinds;

const objectRef = (kinds: readonly string[]): TypeNode => {
  const isSecret = kinds.includes(SECRET);
  const others = isSecret ? kinds.filter((kind) => kind !== SECRET && !SECRET_MAKERS.includes(kind)) : kinds;
  const names = [...new Set(others.map((kind) => kind.slice(kind.lastIndexOf('/') + 1)))];
  const refs = names.length === 0 ? [] : [`ObjectRef<${names.map(literal).join(' | ')}>`];
  if (kinds.length === 0) return text('ObjectRef');
  return text([...refs, ...(isSecret ? ['SecretObject'] : [])].join(' | '));
};

/** The kinds that fields name by convention, whatever kind has them. */
const conventions: readonly (readonly [field: RegExp, kinds: readonly string[]])[] = [
  [/secret(?:Key)?Ref$/i, withMakers([SECRET])],
  [/configMap(?:Key)?Ref$/i, ['/ConfigMap']],
];

/** A map whose key says that it names a Secret or ConfigMap takes an object for the name. */
const withNamedSecret = (node: TypeNode, key: string): TypeNode => {
  const kinds = conventions.find(([field]) => field.test(key))?.[1];
  if (kinds === undefined || node.form !== 'object') return node;
  const fields = node.fields.map((field): FieldNode => {
    if (field.name !== 'name' || field.type.form !== 'text' || field.type.text !== 'string') return field;
    return { ...field, type: { form: 'union', members: [field.type, objectRef(kinds)] } };
  });
  return { ...node, fields };
};

/** The fields of a reference that follow from the object that it names. */
const DERIVED = ['kind', 'group', 'apiVersion', 'namespace'];

/** The type of what a schema takes, where in it others are named, and where a duration stands that no pattern tells. */
export const readTypes = (
  kind: string,
  schema: OpenApi,
  naming: readonly NamingPlace[],
  { durations }: Pick<TypeFacts, 'durations'>,
): {
  readonly root: ObjectNode;
  readonly references: readonly ReferencePlace[];
  readonly durations: readonly string[];
} => {
  const places = new Map(naming.map((place) => [place.at, place]));
  const references: ReferencePlace[] = [];
  const known: string[] = [];

  const isDuration = (key: string, at: string): boolean => {
    if (durations.has(key)) known.push(at);
    return durations.has(key);
  };
  const scalarOf = (one: OpenApi, key: string, at: string): TypeNode | undefined => {
    if (one['x-kubernetes-int-or-string'] === true) return text('number | string | Ref<number>');
    if (Array.isArray(one.enum) && one.enum.length > 0) {
      const plain = one.enum.every((value) => ['string', 'number', 'boolean'].includes(typeof value));
      return plain ? text([...new Set(one.enum.map(literal))].join(' | ')) : UNKNOWN;
    }
    switch (one.type) {
      case 'string':
        return text(durationType(one) ?? (isDuration(key, at) ? GO_DURATION : 'string'));
      case 'integer':
      case 'number':
        return text('number | Ref<number>');
      case 'boolean':
        return text('boolean | Ref<boolean>');
      default:
        return undefined;
    }
  };

  const objectOf = (one: OpenApi, path: readonly string[], at: string): ObjectNode => {
    const required = new Set(Array.isArray(one.required) ? one.required : []);
    const fields = Object.entries(one.properties ?? {}).map(
      ([name, field]): FieldNode => ({
        name,
        optional: !required.has(name) || field.default !== undefined,
        type: typeOf(field, [...path, name], at === '' ? name : `${at}.${name}`, name),
        comment: typeof field.description === 'string' ? field.description : undefined,
      }),
    );
    const open = one['x-kubernetes-preserve-unknown-fields'] === true || one.additionalProperties === true;
    return { form: 'object', fields, open, path, typeName: one.typeName };
  };

  /** The same, where an object may be given for its name. */
  const withNamed = (node: TypeNode, at: string): TypeNode => {
    const place = places.get(at);
    if (place === undefined) return node;
    const kinds = withMakers(place.kinds);
    const named = place.name === 'name' ? {} : { name: place.name };
    if (node.form === 'text') {
      if (node.text !== 'string') return node;
      references.push({ at, fields: [], kinds, ...named });
      return { form: 'union', members: [node, objectRef(kinds)] };
    }
    if (node.form !== 'object' || !node.fields.some(({ name }) => name === place.name)) return node;
    const has = (field: string) => node.fields.some(({ name }) => name === field);
    // The group follows from the kind, unless any kind can be named.
    const derived = DERIVED.filter(
      (field) => has(field) && (kinds.length === 0 || !/^(group|apiVersion)$/.test(field)),
    );
    const alone = node.fields.every(({ name, optional }) => optional || name === place.name || derived.includes(name));
    references.push({ at, fields: [place.name, ...derived], kinds, ...named });
    const fields = node.fields.map((field): FieldNode => {
      if (field.name !== place.name || alone) return field;
      return { ...field, type: { form: 'union', members: [field.type, objectRef(kinds)] } };
    });
    const whole: ObjectNode = { ...node, fields, names: true };
    return alone ? { form: 'union', members: [whole, objectRef(kinds)] } : whole;
  };

  const typeOf = (one: OpenApi, path: readonly string[], at: string, key: string): TypeNode => {
    const plain = plainType(one, path, at, key);
    const type = places.has(at) ? withNamed(plain, at) : withNamedSecret(plain, key);
    return one.nullable === true ? { form: 'union', members: [type, text('null')] } : type;
  };

  const plainType = (one: OpenApi, path: readonly string[], at: string, key: string): TypeNode => {
    const scalar = scalarOf(one, key, at);
    if (scalar !== undefined) return scalar;
    if (one['x-kubernetes-embedded-resource'] === true) return ANY_MAP;
    if (one.type === 'array') {
      return { form: 'list', item: one.items === undefined ? UNKNOWN : typeOf(one.items, path, `${at}[]`, key) };
    }
    if (one.type !== 'object') return UNKNOWN;
    if (one.properties !== undefined && Object.keys(one.properties).length > 0) return objectOf(one, path, at);
    if (typeof one.additionalProperties === 'object') {
      return { form: 'map', value: typeOf(one.additionalProperties, path, `${at}{}`, key) };
    }
    return ANY_MAP;
  };

  return { root: objectOf(schema, [kind], ''), references, durations: known };
};
