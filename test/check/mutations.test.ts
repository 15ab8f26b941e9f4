import { describe, expect, it } from 'vitest';
import { checkCluster } from '../../src/check/index.js';
import { catalogue } from '../../src/cli/catalogue.js';
import { ruleFixtures } from './fixtures.js';
import { clean, extended } from './platform-changes.js';

const mutations = ruleFixtures.flatMap(({ code, mutation }) =>
  typeof mutation === 'function' ? [[code, mutation] as const] : [],
);
const additions = ruleFixtures.flatMap(({ code, mutation }) =>
  'adds' in mutation ? [[code, mutation.adds] as const] : [],
);

describe('a fault in the platform', () => {
  it('is none as it stands', () => {
    expect(checkCluster(clean)).toEqual([]);
  });

  it.each(mutations)('%s is seen', (code, make) => {
    expect(checkCluster(make()).map((one) => one.code)).toContain(code);
  });

  it.each(additions)('%s is seen', (code, make) => {
    expect(extended({})).toEqual([]);
    expect(make()).toContain(code);
  });

  it('is there for every rule', () => {
    const all = catalogue.map(({ code }) => code).filter((code) => /^FX[36]/.test(code));
    const reasons = ruleFixtures.flatMap(({ code, mutation }) => ('none' in mutation ? [[code, mutation.none]] : []));
    for (const [, reason] of reasons) expect(reason).toMatch(/./);
    const seen = [...mutations, ...additions, ...reasons].map(([code]) => code);
    expect(seen.sort()).toEqual(all);
  });
});
