import { describe, expect, it } from 'vitest';
import { emptyRangeFault } from '../../../src/rules/languages/empty-range.js';

describe('a range of versions', () => {
  // source-controller says of the first two: no match found for semver.
  it.each([
    '6,9.4',
    '6 9.4',
    '1.2.3, 1.2.4',
    '1.x 2.x',
    '>=2.0.0 <1.0.0',
    '>1.2.3 <1.2.4',
    '>=1.0.0 <1.0.0',
    '^1.2 ~2.0',
    '^0.2.3 >=0.3',
    '~1.2.3 >=1.3',
    '<=1 >=2',
    '2.0.0 - 1.0.0',
    '>1 <1.9',
    '1.0.0 2.0.0 || 3 4',
  ])('never matches: %s', (range) => {
    expect(emptyRangeFault(range)).toMatch(/^no version is both \S.* and \S/);
  });

  it.each([
    '6.9.4',
    ' 6.9.4 ',
    '6, 6.9.4',
    '1.x',
    '*',
    'v1.2',
    '>=1.0.0 <2.0.0',
    '>=1.0.0 <=1.0.0',
    '>=1.0.0, <1.0.1',
    '>1 <3',
    '<=1 >=1.9',
    '^1.2 ~1.9',
    '^0.2.3 >=0.2.9',
    '^0 >=0.9',
    '^1 <1.5',
    '1.0.0 - 2.0.0',
    '1.0.0 2.0.0 || 3',
    '>1.2.3 <1.2.4-0',
    '>=1.0.0-rc.1 <1.0.0',
    '!=1.2.3 1.2.3',
    '>=1.26.0+up1 <2',
    '~> 1.2 >=1.2.5',
  ])('may match: %s', (range) => {
    expect(emptyRangeFault(range)).toBeUndefined();
  });
});
