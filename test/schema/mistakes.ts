import { knownSchemas } from './checker.js';
import type { Json } from './mutations.js';
import { seeded } from './random-objects.js';

type Path = readonly (string | number)[];
type Schema = Readonly<Record<string, unknown>>;
type Members = { readonly [key: string]: Json };

export interface Mistake {
  /** `add spec.ports[].nodePort` */
  readonly label: string;
  readonly object: Json;
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What people write by mistake into fields that have a format of their own, and what is right in another field. */
const TEXTS: readonly string[] = [
  ...'Bad_Name -a a- a..b A a.b a_b a/b a/b/c /a a=b a:b * *.a *.example.org **.a 0 1 -1 1.5 1x 8080 65536 http http_x HTTP'.split(
    ' ',
  ),
  ...'1Gi 500m 100MB 1e3 0.5m -1Gi 1.2.3.4 10.0.0.1 10.0.0.300 010.0.0.1 10.0.0.0/8 10.0.0.1/33 10.0.0.1/8 2001:db8::1 2001:db8::/32 fe80::1%eth0 ::ffff:10.0.0.1'.split(
    ' ',
  ),
  ...'127.0.0.1 0.0.0.0 169.254.1.1 None none http://x https://a.example.org/x?y=1 //x/y ../a a/../b /a/../b /abs/x ./a 50% 101% -5% 5 100 $(X) $(A example.org/ /name example.org/name kubernetes.io/x k8s.io/x Example.org/a'.split(
    ' ',
  ),
  ...'Always Never TCP tcp Deny In Exists All Namespaced Cluster v1 v1beta1 V1 a,b self.x object.spec true 1+1 self..x .spec.x spec.x .spec[0] .spec. [ ( ^a$ Europe/Nowhere UTC @daily @every'.split(
    ' ',
  ),
  '*/5 * * * *',
  '61 * * * *',
  '0 0 31 2',
  ' lead',
  'trail ',
  'two words',
  'x'.repeat(64),
  'x'.repeat(254),
  `${'x'.repeat(60)}.${'y'.repeat(60)}`,
  'ümlaut',
  'line\nbreak',
];

const NUMBERS = [
  -1, 0, 1, 2, 3, 31, 63, 99, 101, 255, 512, 1000, 3601, 30000, 65535, 65536, 70000, 86401, 2_000_000_001,
  2_147_483_648, 10_000_000_000, 1.5,
];

/** A member's place in an object, with its schema and that of what holds it. */
interface Site {
  readonly path: Path;
  readonly value: Json;
  readonly schema: Schema;
}

const sub = (schema: Schema, key: string | number): Schema => {
  if (typeof key === 'number') return (schema['items'] as Schema | undefined) ?? {};
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  if (Object.hasOwn(properties, key)) return properties[key]!;
  return isObject(schema['additionalProperties'] as Json) ? (schema['additionalProperties'] as Schema) : {};
};

const META = {
  properties: {
    name: { type: 'string' },
    labels: { additionalProperties: {} },
    annotations: { additionalProperties: {} },
  },
} as Schema;

const schemaOf = (object: Json): Schema => {
  const { apiVersion, kind } = object as unknown as { apiVersion: string; kind: string };
  const slash = apiVersion.indexOf('/');
  const found = knownSchemas(slash < 0 ? '' : apiVersion.slice(0, slash), kind);
  const schema = found?.versions[apiVersion.slice(slash + 1)] as Schema | undefined;
  if (schema === undefined) throw new Error(`no schema describes ${apiVersion} ${kind}`);
  return { ...schema, properties: { ...(schema['properties'] as object | undefined), metadata: META } };
};

/** The address of an object, which a mistake leaves as it is; but not its name. */
const FIXED = /^(apiVersion|kind|metadata|metadata\.namespace|status)$/;

const sitesOf = (object: Json): readonly Site[] => {
  const sites: Site[] = [];
  const visit = (value: Json, schema: Schema, path: Path): void => {
    if (path.length > 0 && !FIXED.test(path.join('.'))) sites.push({ path, value, schema });
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, sub(schema, index), [...path, index]);
    else if (isObject(value))
      for (const [key, member] of Object.entries(value)) visit(member, sub(schema, key), [...path, key]);
  };
  visit(object, schemaOf(object), []);
  return sites;
};

/** A copy of the value in which `change` was made at the path. */
const edit = (value: Json, path: Path, change: (before: Json) => Json): Json => {
  const [first, ...rest] = path;
  if (first === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item: Json, index) => (index === first ? edit(item, rest, change) : item));
  return { ...(value as Members), [first]: edit((value as Members)[first as string]!, rest, change) };
};

const without = (value: Json, key: string | number): Json =>
  Array.isArray(value)
    ? value.filter((_, index) => index !== key)
    : Object.fromEntries(Object.entries(value as Members).filter(([name]) => name !== key));

const printPath = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? '[]' : `.${part}`))
    .join('')
    .replace(/^\./, '');

/**
 * Makes mistakes in objects as people do, with fixed seeds: fields left out, beside what excludes them, under another's
 * name, twice, out of range, of another field's form.
 */
export const openMistakes = (corpus: readonly Json[], seed: number): ((object: Json) => Mistake | undefined) => {
  const random = seeded(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  // What stands in the corpus, by the field's name and by its schema: values that are right somewhere.
  const byKey = new Map<string, Json[]>();
  const bySchema = new Map<Schema, Json[]>();
  const put = <K>(map: Map<K, Json[]>, key: K, value: Json): void => {
    const there = map.get(key);
    if (there === undefined) map.set(key, [value]);
    else there.push(value);
  };
  for (const { path, value, schema } of corpus.flatMap(sitesOf)) {
    const key = path.at(-1);
    if (typeof key === 'string') put(byKey, key, value);
    if (typeof value === 'object' && schema['properties'] !== undefined) put(bySchema, schema, value);
  }

  const near = (text: string): string =>
    pick([
      () => text.toUpperCase(),
      () => text.toLowerCase(),
      () => `${text}-`,
      () => `.${text}`,
      () => `${text} `,
      () => text.replace(/[-.]/, '_'),
      () => text.replace('/', ''),
      () => `/${text}`,
      () => `${text}/`,
      () => text.slice(0, -1),
      () => text + text,
      () => text.padEnd(64, 'x'),
      () => text.padEnd(254, 'x'),
      () => `*${text}`,
      () => text.replace(/\d+/, (digits) => `${digits}999`),
    ])();

  const freshValue = (key: string, schema: Schema): Json | undefined => {
    const there = [...(bySchema.get(schema) ?? []), ...(byKey.get(key) ?? [])];
    if (there.length > 0 && random() < 0.85) return pick(there);
    if (Array.isArray(schema['enum'])) return pick(schema['enum'] as Json[]);
    switch (schema['type']) {
      case 'string':
        return pick(TEXTS);
      case 'integer':
      case 'number':
        return pick(NUMBERS);
      case 'boolean':
        return random() < 0.5;
      case 'array': {
        const item = freshValue(key, (schema['items'] ?? {}) as Schema);
        return item === undefined ? [] : [item];
      }
      case 'object':
        return {};
      default:
        return pick(['1', 1, '50%']);
    }
  };

  const changes: readonly (readonly [string, number, (site: Site, object: Json) => Json | undefined])[] = [
    ['drop', 3, ({ path }, object) => edit(object, path.slice(0, -1), (parent) => without(parent, path.at(-1)!))],
    [
      'type',
      0.6,
      ({ path, value }, object) =>
        edit(object, path, () =>
          pick<Json>(typeof value === 'string' ? [7, true, ['x'], {}] : ['x', '7', [], {}, false]),
        ),
    ],
    [
      'unknown',
      0.4,
      ({ path, value }, object) =>
        isObject(value) ? edit(object, path, (node) => ({ ...(node as Members), unknownField: 'x' })) : undefined,
    ],
    [
      'empty',
      2,
      ({ path, value }, object) =>
        edit(object, path, () =>
          typeof value === 'string' ? '' : Array.isArray(value) ? [] : isObject(value) ? {} : 0,
        ),
    ],
    ['null', 0.3, ({ path }, object) => edit(object, path, () => null)],
    [
      'number',
      6,
      ({ path, value }, object) =>
        typeof value === 'number'
          ? edit(object, path, () => pick([...NUMBERS, value + 1, -value, value * 1000]))
          : undefined,
    ],
    [
      'text',
      4,
      ({ path, value }, object) => (typeof value === 'string' ? edit(object, path, () => pick(TEXTS)) : undefined),
    ],
    [
      'near',
      3,
      ({ path, value }, object) => (typeof value === 'string' ? edit(object, path, () => near(value)) : undefined),
    ],
    [
      'other',
      4,
      ({ path, value }, object) => {
        const key = path.at(-1)!;
        const there = (byKey.get(String(key)) ?? []).filter((one) => typeof one === typeof value);
        return there.length === 0 ? undefined : edit(object, path, () => pick(there));
      },
    ],
    [
      'flip',
      3,
      ({ path, value }, object) => (typeof value === 'boolean' ? edit(object, path, () => !value) : undefined),
    ],
    [
      'twice',
      4,
      ({ path, value }, object) =>
        Array.isArray(value) && value.length > 0
          ? edit(object, path, () => [...(value as Json[]), pick(value as Json[])])
          : undefined,
    ],
    [
      'twice and other',
      3,
      ({ path, value }, object) => {
        if (!Array.isArray(value) || value.length === 0) return undefined;
        const item = pick(value as Json[]);
        if (!isObject(item) || Object.keys(item).length === 0) return undefined;
        const key = pick(Object.keys(item));
        const there = byKey.get(key) ?? [];
        return edit(object, path, () => [
          ...(value as Json[]),
          random() < 0.5 ? without(item, key) : { ...item, [key]: pick(there) ?? 'x' },
        ]);
      },
    ],
    [
      'many',
      0.4,
      ({ path, value }, object) =>
        Array.isArray(value) && value.length > 0
          ? edit(object, path, () =>
              Array.from(
                { length: pick([9, 17, 33, 65, 129]) },
                (_, i) => (typeof value[0] === 'string' ? `${value[0]}${i}` : value[i % value.length]) as Json,
              ),
            )
          : undefined,
    ],
    [
      'add',
      6,
      ({ path, value, schema }, object) => {
        const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
        const missing = Object.keys(properties).filter(
          (key) => isObject(value) && !Object.hasOwn(value, key) && key !== 'status',
        );
        if (missing.length === 0) return undefined;
        const key = pick(missing);
        const fresh = freshValue(key, properties[key]!);
        return fresh === undefined ? undefined : edit(object, path, (node) => ({ ...(node as Members), [key]: fresh }));
      },
    ],
    [
      'rename',
      3,
      ({ path, value, schema }, object) => {
        const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
        if (!isObject(value)) return undefined;
        const there = Object.keys(value).filter((key) => Object.hasOwn(properties, key));
        const missing = Object.keys(properties).filter((key) => !Object.hasOwn(value, key) && key !== 'status');
        if (there.length === 0 || missing.length === 0) return undefined;
        const from = pick(there);
        const alike = missing.filter((key) => properties[key]!['type'] === properties[from]!['type']);
        const to = pick(alike.length > 0 ? alike : missing);
        return edit(object, path, (node) => ({ ...(without(node, from) as Members), [to]: (node as Members)[from]! }));
      },
    ],
    [
      'swap',
      1.5,
      ({ path, value }, object) => {
        if (!isObject(value)) return undefined;
        const keys = Object.keys(value);
        const [a, b] = [pick(keys), pick(keys)];
        if (a === undefined || b === undefined || a === b || typeof value[a] !== typeof value[b]) return undefined;
        return edit(object, path, (node) => ({ ...(node as Members), [a]: value[b]!, [b]: value[a]! }));
      },
    ],
    [
      'graft',
      2,
      ({ path, schema }, object) => {
        const there = bySchema.get(schema) ?? [];
        return there.length < 2 ? undefined : edit(object, path, () => pick(there));
      },
    ],
    [
      'key',
      4,
      ({ path, value, schema }, object) =>
        isObject(value) && schema['additionalProperties'] !== undefined
          ? edit(object, path, (node) => {
              const members = Object.entries(node as Members);
              const [, kept] = members.length === 0 ? ['', 'x'] : pick(members);
              return { ...(random() < 0.5 ? (node as Members) : {}), [pick(TEXTS)]: kept as Json };
            })
          : undefined,
    ],
  ];
  const total = changes.reduce((sum, [, weight]) => sum + weight, 0);

  const pickChange = (from: number): readonly [string, (typeof changes)[number][2]] => {
    let rest = from;
    for (const [name, weight, change] of changes) {
      rest -= weight;
      if (rest < 0) return [name, change];
    }
    return [changes[0]![0], changes[0]![2]];
  };

  const once = (object: Json): Mistake | undefined => {
    const sites = sitesOf(object);
    for (let attempt = 0; attempt < 40; attempt++) {
      const site = pick(sites);
      const [name, change] = pickChange(random() * total);
      if (name === 'drop' && printPath(site.path) === 'metadata.name') continue;
      const changed = change(site, object);
      const named = changed as { metadata?: { name?: unknown } } | undefined;
      if (changed === undefined || typeof named?.metadata?.name !== 'string' || named.metadata.name === '') continue;
      if (JSON.stringify(changed) === JSON.stringify(object)) continue;
      return { label: `${name} ${printPath(site.path)}`, object: changed };
    }
    return undefined;
  };

  return (object) => {
    const first = once(object);
    // Two mistakes at a time show that one of them hides nothing of the other.
    if (first === undefined || random() < 0.85) return first;
    const second = once(first.object);
    return second === undefined ? first : { label: `${first.label}, ${second.label}`, object: second.object };
  };
};
