import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Environment } from '@marcbachmann/cel-js';
import { describe, expect, it } from 'vitest';
import { type CelAst, decodeAst, encodeAst } from '../../../src/schema/cel/cel-ast.js';
import { openCel } from '../../../src/schema/cel/cel-library.js';
import { openRules } from '../../../src/schema/cel/cel-rules.js';
import { celShortcut } from '../../../src/schema/cel/cel-shortcut.js';
import { isTransitionRule } from '../../../src/schema/cel/cel-source.js';
import { openPatterns } from '../../../src/schema/patterns.js';
import { checkObject, knownKinds, knownSchemas } from '../checker.js';

const cel = openCel(openPatterns());
const { parseRule } = cel;
const rulesOf = openRules(cel);

const env = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });

/** The library's AST without places in the source and what its type checker notes. */
const bare = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(bare);
  if (typeof node !== 'object' || node === null) return node;
  const { op, args } = node as { readonly op: string; readonly args: unknown };
  return { op, args: bare(args) };
};

describe('the AST of a rule', () => {
  it.each<[string, CelAst]>([
    ['self.a.b == "c"', ['==', 'self.a.b', "'c'"]],
    ["self == '\\'a.b'", ['==', 'self', "''a.b'"]],
    ["'self' == ''", ['==', "'self'", "''"]],
    ['self[0].a', ['.', ['[]', 'self', 0], 'a']],
    ["'a'.b", ['.', "'a'", 'b']],
    ['self in [1, 9007199254740993, "1", true]', ['in', 'self', ['list', 1, ['int', '9007199254740993'], "'1'", true]]],
    ['self in []', ['in', 'self', ['list']]],
    ['a && b && (c && d) || e', ['||', ['&&', 'a', 'b', ['&&', 'c', 'd']], 'e']],
    ['self.all(x, !has(x.a))', ['.all()', 'self', 'x', ['!_', ['has()', 'x.a']]]],
    ['self.size() > 0 ? size(self) : 1', ['?:', ['>', ['.size()', 'self'], 0], ['size()', 'self'], 1]],
    ['self[0].?a.hasValue()', ['.hasValue()', ['.?', ['[]', 'self', 0], 'a']]],
  ])('%s is %j, and back', (rule, encoded) => {
    const { ast } = env.parse(rule);
    expect(encodeAst(ast)).toEqual(encoded);
    expect(decodeAst(JSON.parse(JSON.stringify(encoded)) as CelAst)).toEqual(bare(ast));
  });

  it.each(['self == 1.0', '-self', 'self / 1', '{"a": 1}', 'null', 'b"a"'])('%s has none', (rule) => {
    expect(() => encodeAst(env.parse(rule).ast)).toThrow(TypeError);
  });
});

interface Node {
  readonly [keyword: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rules below a node that need not what was there before; a kind that holds itself is entered once. */
const rulesBelow = (root: unknown): ReadonlySet<string> => {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const rules = isNode(value) ? value['x-kubernetes-validations'] : undefined;
    if (Array.isArray(rules)) {
      for (const { rule, optionalOldSelf } of rules as { rule: string; optionalOldSelf?: boolean }[]) {
        if (optionalOldSelf === true || !isTransitionRule(rule)) found.add(rule);
      }
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(root);
  return found;
};

const groups = readdirSync(fileURLToPath(new URL('../../../imports/schemas', import.meta.url)))
  .map((file) => file.replace(/\.json$/, ''))
  .map((name) => {
    const group = name === 'core' ? '' : name;
    const kinds = knownKinds(group).map((kind) => knownSchemas(group, kind)!);
    return { name, rules: rulesBelow(kinds.map(({ versions }) => versions)), asts: kinds[0]?.asts ?? {} };
  });

describe('imports/schemas has the AST', () => {
  it('of many rules', () => {
    expect(groups.flatMap(({ asts }) => Object.keys(asts)).length).toBeGreaterThan(150);
  });

  it.each(groups.filter(({ rules }) => rules.size > 0))(
    'that the library gives today, of every rule of $name that the shortcut knows, and of no other',
    ({ rules, asts }) => {
      const parsed = [...rules].map((rule) => [rule, parseRule(rule, true).ast] as const);
      const known = parsed.filter(([, ast]) => celShortcut(ast, true) !== undefined);
      expect(Object.keys(asts).sort()).toEqual(known.map(([rule]) => rule).sort());
      for (const [rule, ast] of known) {
        expect([rule, asts[rule]]).toEqual([rule, encodeAst(ast)]);
        expect([rule, decodeAst(asts[rule]!)]).toEqual([rule, bare(ast)]);
      }
    },
  );
});

describe('a rule with its AST', () => {
  const objects = JSON.parse(
    readFileSync(new URL('../../fixtures/schema/rule-objects.json', import.meta.url), 'utf8'),
  ) as readonly { readonly apiVersion: string; readonly kind: string }[];

  it('finds in every object what it finds without', () => {
    let found = 0;
    for (const object of objects) {
      const [group, version] = object.apiVersion.split('/') as [string, string];
      const schemas = knownSchemas(group, object.kind)!;
      const problems = checkObject(schemas, version, object);
      found += problems.length;
      // A copy, since rules are compiled once for a schema.
      const without = { ...schemas, versions: structuredClone(schemas.versions), asts: {} };
      expect(problems).toEqual(checkObject(without, version, object));
    }
    expect(found).toBeGreaterThan(100);
  });

  const evaluate = (rule: object, asts: Readonly<Record<string, CelAst>>, vetted = true) =>
    rulesOf({ 'x-kubernetes-validations': [rule] }, { vetted, asts })[0]!.evaluate!;

  it('asks the library where the AST does not say that it holds', () => {
    expect(evaluate({ rule: 'self.a' }, { 'self.a': 'self.b' })({ a: true, b: false })).toBe(true);
    expect(evaluate({ rule: 'self.a' }, { 'self.a': 'self.b' })({ a: false, b: true })).toBe(true);
    expect(() => evaluate({ rule: 'self.a' }, { 'self.a': 'self.a' })({})).toThrow('No such key');
  });

  it('knows what an old value is that may be missing', () => {
    const rule = { rule: 'self.a || !oldSelf.hasValue()', optionalOldSelf: true };
    expect(evaluate(rule, { [rule.rule]: 'self.a' })({ a: false })).toBe(true);
  });

  it('has it from the package alone, and by its own text', () => {
    expect(evaluate({ rule: 'self.a' }, { 'self.a': 'self.b' }, false)({ a: false, b: true })).toBe(false);
    expect(evaluate({ rule: 'self.a' }, { self: true })({ a: false })).toBe(false);
  });
});
