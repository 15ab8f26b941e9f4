import { formats } from '../../src/schema/formats.js';
import { compilePattern } from '../../src/schema/pattern.js';
import type { Json } from './mutations.js';

type Schema = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

/** Texts of the forms that custom resources have. */
const TEXTS = (
  'a b x1 key value example.org/key karpenter.sh/own karpenter.k8s.aws/own kubernetes.io/hostname a.example.org *.example.org 10.0.0.1 ' +
  '/ /a //a /a/./b /a/../b /a%2fb /a%2Fb /a#b /a/.. /a/. /a{b 10s 1m 1h 5m30s 0s 500m 1Gi 10% 0 1 7 -1 -1Gi v1 main ' +
  'https://a.example.org http://a.example.org oci://a.example.org/x git@a.example.org ssh://git@a.example.org/x ' +
  'arn:aws:iam::123456789012:role/x sg-0123456789abcdef0 subnet-0123456789abcdef0 ami-0123456789abcdef0 snap-0123456789abcdef0 ' +
  'cr-0123456789abcdef0 pl-0123456789abcdef0 al2@latest al2023@v20240101 bottlerocket@latest windows2019@latest windows2022@v1 windows2025@latest alias@x ' +
  'al2023 AL2 AL2023 Bottlerocket Windows2019 Windows2022 Windows2025 Custom HTTPS HTTP TLS TCP UDP 0_0 A_B Service core @hourly'
).split(' ');

/**
 * A random object of a kind, which its schema mostly takes: what rules look at is there, missing, alike and different.
 *
 * @param literals texts that the kind's rules compare with
 */
export const randomValue = (schema: Schema, random: () => number, literals: readonly string[]): Json | undefined => {
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const text = (node: Schema): string | undefined => {
    const {
      pattern,
      format,
      minLength = 0,
      maxLength = 1e9,
    } = node as { pattern?: string; format?: string; minLength?: number; maxLength?: number };
    const good = (one: string): boolean =>
      one.length >= minLength &&
      one.length <= maxLength &&
      (pattern === undefined || compilePattern(pattern)?.(one) === true) &&
      (format === undefined || formats[format]?.(one) !== false);
    const all = [...TEXTS, ...literals, ...(pattern ?? '').split(/[^A-Za-z0-9]+/), ''].filter(good);
    return pick(all);
  };
  const value = (node: Schema, depth: number): Json | undefined => {
    const { enum: allowed, type } = node;
    if (Array.isArray(allowed)) return pick(allowed as Json[]);
    if (node['x-kubernetes-int-or-string'] === true) return random() < 0.5 ? text(node) : 3;
    switch (type) {
      case 'string':
        return text(node);
      case 'integer':
      case 'number': {
        const { minimum = 0, maximum = 70_000 } = node as { minimum?: number; maximum?: number };
        const numbers = [minimum, maximum, 0, 1, 2, 3, 80, 85, 443].filter((n) => n >= minimum && n <= maximum);
        return pick(numbers);
      }
      case 'boolean':
        return random() < 0.5;
      case 'array': {
        const { minItems = 0, maxItems = 3, items } = node as { minItems?: number; maxItems?: number; items?: Schema };
        const count = Math.min(maxItems, Math.max(minItems, Math.floor(random() * 4)));
        const out: Json[] = [];
        for (let i = 0; i < count; i++) {
          // Now and then the same again, since many rules are about what is there twice.
          const before = random() < 0.25 ? pick(out) : undefined;
          const item = before ?? value(items ?? {}, depth + 1);
          if (item !== undefined) out.push(item);
        }
        return out;
      }
      case 'object':
        return object(node, depth);
      default:
        return undefined;
    }
  };
  const object = (node: Schema, depth: number): Json => {
    const properties = isObject(node['properties']) ? node['properties'] : {};
    const required = (node['required'] ?? []) as readonly string[];
    const share = pick([0.05, 0.3, 0.7])! / (1 + depth / 8);
    const out: Record<string, Json> = {};
    for (const [key, inner] of Object.entries(properties)) {
      if (depth === 0 && (key === 'status' || key === 'metadata' || key === 'apiVersion' || key === 'kind')) continue;
      if (!required.includes(key) && depth > 0 && random() > share) continue;
      const member = value(inner as Schema, depth + 1);
      if (member !== undefined) out[key] = member;
    }
    const more = node['additionalProperties'];
    if (isObject(more)) {
      for (let i = Math.floor(random() * 4); i > 0; i--) {
        const member = value(more, depth + 1);
        const key = pick([...TEXTS, ...literals]);
        if (member !== undefined && key !== undefined) out[key] = member;
      }
    }
    return out;
  };
  return value(schema, 0);
};

/** The texts that a schema's rules compare with. */
export const literalsOf = (schema: unknown): readonly string[] => {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (isObject(node)) {
      for (const [key, inner] of Object.entries(node)) {
        if (key === 'rule' && typeof inner === 'string') {
          for (const match of inner.matchAll(/'([^'^]{1,60})'|"([^"^]{1,60})"/g)) found.add(match[1] ?? match[2] ?? '');
        } else visit(inner);
      }
    }
  };
  visit(schema);
  return [...found];
};
