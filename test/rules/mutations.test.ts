import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.js';
import { checkCluster } from '../../src/rules/index.js';
import { schemas } from '../support/schemas.js';
import { isOfRules, ruleFixtures } from './fixtures.js';
import { clean, extended } from './platform-changes.js';

const mutations = ruleFixtures.flatMap(({ code, mutation }) =>
  typeof mutation === 'function' ? [[code, mutation] as const] : [],
);
const additions = ruleFixtures.flatMap(({ code, mutation }) =>
  'adds' in mutation ? [[code, mutation.adds] as const] : [],
);

describe('a fault in the platform', () => {
  it('is none as it stands', () => {
    expect(checkCluster(clean, { schemas })).toEqual([]);
  });

  it.each(mutations)('%s is seen', (code, make) => {
    expect(
      checkCluster(make(), { schemas }).map((one) => one.code),
      `\`mutation\` in the fixture must make the rule report ${code}`,
    ).toContain(code);
  });

  it.each(additions)('%s is seen', (code, make) => {
    expect(extended({})).toEqual([]);
    expect(make(), `\`mutation.adds\` in the fixture must make the rule report ${code}`).toContain(code);
  });

  it('is there for every rule', () => {
    const all = catalogue.map(({ code }) => code).filter(isOfRules);
    const reasons = ruleFixtures.flatMap(({ code, mutation }) => ('none' in mutation ? [[code, mutation.none]] : []));
    for (const [, reason] of reasons) expect(reason).toMatch(/./);
    const seen = [...mutations, ...additions, ...reasons].map(([code]) => code);
    const missing = all.filter((code) => !seen.includes(code));
    expect(
      missing,
      'write a fixture with `mutation` for these codes: test/rules/<folder>/<rule>.fixture.ts of a rule, else test/rules/other-codes.fixture.ts',
    ).toEqual([]);
    expect(seen.sort(), 'a fixture is of a code that no diagnostic has, or two are of one: remove it').toEqual(all);
  });
});
