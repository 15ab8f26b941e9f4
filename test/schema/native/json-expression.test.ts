import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/json/is-object.js';
import { anywhereInSchema } from '../../../src/schema/anywhere-in-schema.js';
import { decodeAst } from '../../../src/schema/cel/cel-ast.js';
import { openCel } from '../../../src/schema/cel/cel-library.js';
import { openNativeAsts } from '../../../src/schema/cel/shipped-ast.js';
import { checkNativeRules } from '../../../src/schema/native/check-native-rules.js';
import { compileExpression } from '../../../src/schema/native/json-expression.js';
import { ABSENT, type Json, UNKNOWN } from '../../../src/schema/native/json-value.js';
import { NATIVE_RULES, openNativeRules, ruleVariables } from '../../../src/schema/native/native-rules.js';
import { openPatterns } from '../../../src/schema/patterns.js';
import { parseYaml } from '../../../src/yaml/parse-yaml.js';
import { root } from '../../support/root.js';
import { knownSchemas } from '../checker.js';
import { nativeCases } from './native-cases.js';

const astOf = openNativeAsts();
const evaluate = (rule: string, self: Json): Json => compileExpression(decodeAst(astOf(rule)), ['self'])(self);

describe('an expression on JSON', () => {
  it.each<[string, Json, Json]>([
    ['self.a + 1 > 2', { a: 2 }, true],
    ['self.a - 1 == 1 && self.a * 2 == 4 && self.a % 2 == 0', { a: 2 }, true],
    ["self.a + 'b' == 'ab'", { a: 'a' }, true],
    // What Go leaves out isn't there.
    ['has(self.a)', { a: null }, false],
    ['has(self.a)', { a: '' }, false],
    ['has(self.a)', { a: [] }, false],
    ['has(self.a)', { a: {} }, true],
    ['has(self.a)', { a: 0 }, true],
    ["self.?a.orValue('x')", { a: '' }, 'x'],
    ["self.?a.?b.orValue('x')", {}, 'x'],
    ['self.?a.?b.hasValue()', { a: { b: 1 } }, true],
    ["'a' in self", { a: null }, true],
    ["'a' in self.b", { b: ['a'] }, true],
    ['self.all(x, x > 0)', [1, 2], true],
    ['self.exists_one(x, x > 1)', [1, 2], true],
    ['self.filter(x, x > 1).size() == 1', [1, 2], true],
    ['self.map(x, x + 1)', [1, 2], [2, 3]],
    ['self.all(k, self[k] == 1)', { a: 1, b: 1 }, true],
    ["quantity(self).compareTo(quantity('0.5Gi')) == 0", '512Mi', true],
    ['quantity(self).isInteger()', '1500m', false],
    ['size(self) == 2', 'ä€', true],
    ['int(self) + 1 == 2', '1', true],
    ["ip(self).family() == 6 && !isIP('a')", '::1', true],
    ["cidr(self).containsIP('10.0.0.9') && cidr(self).containsCIDR('10.0.0.0/25')", '10.0.0.0/24', true],
    ["self.split(',').size() == 2 && self.lowerAscii() == 'a,b' && self.substring(2) == 'B'", 'a,B', true],
  ])('%s on %j is %j', (rule, self, value) => {
    expect(evaluate(rule, self)).toEqual(value);
  });

  it.each<[string, Json]>([
    ['self.a == 1', {}],
    ['self.a == 1', { a: '1' }],
    ['self.a > 1', { a: UNKNOWN }],
    ['has(self.a)', { a: UNKNOWN }],
    ['self.all(x, x == 1)', [1, UNKNOWN]],
    ['self.exists(x, x == 1)', [2, UNKNOWN]],
    ['self.filter(x, x == 1)', [UNKNOWN]],
    ['self.a.b', { a: 'text' }],
    ["self.matches('a')", UNKNOWN],
    ['quantity(self).sign() == 0', 'much'],
  ])("%s on %j isn't known", (rule, self) => {
    expect(evaluate(rule, self)).toBe(UNKNOWN);
  });

  it.each<[string, Json, boolean]>([
    ['self.a == 1 && self.b == 1', { a: UNKNOWN, b: 2 }, false],
    ['self.a == 1 || self.b == 1', { a: UNKNOWN, b: 1 }, true],
    ['self.all(x, x == 1)', [UNKNOWN, 2], false],
    ['self.exists(x, x == 1)', [UNKNOWN, 1], true],
    ['1 in self', [UNKNOWN, 1], true],
  ])('%s on %j is decided by the rest', (rule, self, value) => {
    expect(evaluate(rule, self)).toBe(value);
  });
});

/** As Go prints an object, and CEL reads it: what is empty is left out, and numbers are whole. */
const asCel = (value: unknown): unknown => {
  if (typeof value === 'number') return BigInt(value);
  if (Array.isArray(value)) return value.map(asCel);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(
    ([, member]) => member !== null && member !== '' && !(Array.isArray(member) && member.length === 0),
  );
  return Object.fromEntries(members.map(([key, member]) => [key, asCel(member)]));
};

const folder = join(root, 'schemas/kubernetes/rules');
const expressions = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => Object.values(parseYaml(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>))
  .flatMap((type) => (type as { rules?: readonly { rule?: string; unique?: string }[] }).rules ?? [])
  .map(({ rule, unique }) => (rule ?? unique)!);

describe("each rule of Kubernetes' own kinds", () => {
  it('says of every object of the fixtures what the CEL library says', () => {
    const cel = openCel(openPatterns(), ['item', 'key', 'root']);
    const texts = new Map(expressions.map((text) => [JSON.stringify(astOf(text)), text]));
    const rulesOf = openNativeRules();
    const hasRules = anywhereInSchema((schema) => Array.isArray(schema[NATIVE_RULES]));
    const differing: string[] = [];
    let compared = 0;
    for (const object of nativeCases().flatMap(({ good, bad }) => [good, bad])) {
      const { apiVersion, kind } = object as { apiVersion: string; kind: string };
      const slash = apiVersion.indexOf('/');
      const schema = knownSchemas(slash < 0 ? '' : apiVersion.slice(0, slash), kind)!.versions[
        apiVersion.slice(slash + 1)
      ]!;
      const compareRules: typeof rulesOf = (node) =>
        rulesOf(node).map((rule) => ({
          ...rule,
          evaluate: (...values) => {
            const ours = rule.evaluate(...values);
            const given = Object.fromEntries(
              ruleVariables.map((name, index) => [name, values[index] === ABSENT ? '' : asCel(values[index])]),
            );
            const text = texts.get(JSON.stringify(rule.ast))!;
            try {
              const theirs = cel.parseRule(text, true)(given) as unknown;
              if (typeof theirs === 'boolean' && typeof ours === 'boolean') {
                compared++;
                if (ours !== theirs) differing.push(`${text} on ${JSON.stringify(values[0])}`);
              }
            } catch {
              // A field that isn't there, which is no error of ours.
            }
            return ours;
          },
        }));
      checkNativeRules(schema, object, { rulesOf: compareRules, hasRules, open: [] }, () => {});
    }
    expect([...new Set(differing)]).toEqual([]);
    expect(compared).toBeGreaterThan(5000);
  });
});
