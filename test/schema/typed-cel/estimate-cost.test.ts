import { describe, expect, it } from 'vitest';
import { openDeclaredTypes, sizesOf } from '../../../src/schema/crd/declared-type.js';
import { compileTyped } from '../../../src/schema/typed-cel/compile-expression.js';
import { estimateCost } from '../../../src/schema/typed-cel/estimate-cost.js';
import { openSignatures } from '../../../src/schema/typed-cel/signatures.js';
import { ruleSchema } from '../crd/typed-rules.js';

const declared = openDeclaredTypes()(ruleSchema, false)!;

const signatures = openSignatures();

const costOf = (rule: string): number => {
  const variables = new Map([
    ['self', declared.type],
    ['oldSelf', declared.type],
  ]);
  const compiled = compileTyped(rule, { variables }, { isPattern: () => true, signatures });
  if (compiled?.fault !== undefined || compiled === undefined) throw new Error(compiled?.fault);
  return estimateCost(compiled.typed, sizesOf(declared));
};

describe('the cost of a rule', () => {
  // As apiextensions-apiserver 0.36.3 with cel-go 0.26.0 estimates it.
  it.each([
    ['self.size > 1', 3],
    ["self.name == 'abc'", 3],
    ['self.name == self.type', 8],
    ["self.l.all(x, x == 'a')", 28],
    ['self.l.all(x, self.l.exists(y, x == y))', 383],
    ['self.m.all(k, self.m[k].size() > 1)', 48],
    ["self.os.map(o, o.a).all(a, a.startsWith('x'))", 109],
    ["self.name.matches('^[a-z]+$')", 44],
    ['self.name.contains(self.type)', 84],
    ["self.l.filter(x, x != '').size() > 0", 85],
    ["self.l.join(',').size() < 9", 45],
    ['self.l.sort() == self.l', 69],
    ['self.l.distinct().size() == 1', 65],
    ['self.l.sortBy(x, x.size()).size() == 1', 158],
    ["sets.contains(self.l, ['a', 'b'])", 23],
    ['self.name in self.l', 9],
    ['self.name in self.m', 5],
    ['has(self.name) ? self.name.size() > 1 : true', 5],
    ['self.?name.optMap(x, x.size() > 1).orValue(true)', 21],
    ["self.m.transformMap(k, v, v + 'x').size() > 0", 80],
    ["self.name.replace('a', 'bcd') == ''", 42],
    ["self.name.split(',').all(x, isIP(x))", 843],
    ["quantity(self.name).compareTo(quantity('1')) > 0", 25],
    ["string(self.size) == '1'", 4],
    ["['a', self.name].exists(x, x == '')", 23],
    ['self.l.slice(1, 3).size() == 2', 17],
    ['lists.range(9).all(i, i > self.size)', 84],
    ['self.o == oldSelf.o', 4],
    ["'%s'.format([self.name]) == ''", 13],
  ])('is that of the API server: %s', (rule, cost) => {
    expect(costOf(rule)).toBe(cost);
  });

  it('is beyond every limit where the size of a text is not known', () => {
    expect(costOf("string(self.size) + 'a' == self.name")).toBeGreaterThan(1e15);
    expect(costOf('url(self.name).getHost() == url(self.type).getHost()')).toBeGreaterThan(1e15);
  });
});
