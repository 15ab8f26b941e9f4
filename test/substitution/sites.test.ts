import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/substitution/evaluate.js';
import { expressionsOf } from '../../src/substitution/expressions-of.js';
import { replaceSites } from '../../src/substitution/replace-sites.js';
import { findSites, siteAt } from '../../src/substitution/sites.js';
import { SubstitutionError } from '../../src/substitution/substitution-error.js';
import type { Template } from '../../src/substitution/template.js';

const owners = { declared: new Set(['TF_A']), anywhere: new Set(['TF_A', 'TF_B']) };

describe('the sites of an object', () => {
  it('are one shared list where there are none', () => {
    const none = findSites({ a: 'b', c: [1, null, 'costs $1'] });
    expect(none).toEqual([]);
    expect(findSites({})).toBe(none);
  });

  it('are its values and keys, in order, each with what Flux reads', () => {
    const json = { a: ['x', '${TF_A}'], 'k-${TF_A}': 'echo ${HOME} $$', d: '$${HOME}' };
    expect(findSites(json, owners).map(({ path, isKey, source, text }) => ({ path, isKey, source, text }))).toEqual([
      { path: ['a', 1], isKey: false, source: '${TF_A}', text: '${TF_A}' },
      { path: ['k-${TF_A}'], isKey: true, source: 'k-${TF_A}', text: 'k-${TF_A}' },
      { path: ['k-${TF_A}'], isKey: false, source: 'echo ${HOME} $$', text: 'echo $${HOME} $$$$' },
      { path: ['d'], isKey: false, source: '$${HOME}', text: '$$$${HOME}' },
    ]);
  });

  it('escape nothing where nothing is substituted', () => {
    expect(findSites({ a: '${HOME}' })[0]!.text).toBe('${HOME}');
  });

  it('hold the error of what Flux cannot read', () => {
    const [site] = findSites({ a: '${TF_A' }, owners);
    expect(site!.template).toBeInstanceOf(SubstitutionError);
    expect((site!.template as SubstitutionError).message).toBe('missing closing brace');
  });

  it('are found by their paths', () => {
    const sites = findSites({ a: { '${TF_A}': 'b' }, c: { '${TF_A}': '${TF_B}' } }, owners);
    expect(siteAt({ sites }, ['a', '${TF_A}'])).toBeUndefined();
    expect(siteAt({ sites }, ['c', '${TF_A}'])?.source).toBe('${TF_B}');
    expect(siteAt({ sites }, ['c'])).toBeUndefined();
  });
});

describe('dollars', () => {
  /** What Flux makes of a text that synth has written. */
  const arrives = (source: string, more: object = {}): string => {
    const [site] = findSites({ a: source }, { ...owners, ...more });
    return site === undefined ? source : evaluate(site.template as Template, { TF_A: 'x', OTHER: 'y' });
  };
  const counts = Array.from({ length: 9 }, (_, index) => index + 1);

  it.each(['${HOME}', '${HOME:-/root}/bin', '${{ github.sha }}', '${arr[@]}', '${}', '${', '(pwd)', '$', ''])(
    'arrive as they are written, however many: %j',
    (text) => {
      for (const count of counts) {
        const source = `$$ ${'$'.repeat(count)}${text.replace('$', '')} $1`;
        expect(arrives(source)).toBe(source);
      }
    },
  );

  it('stay before a var of the addon', () => {
    for (const count of counts) expect(arrives(`${'$'.repeat(count)}{TF_A}`)).toBe(`${'$'.repeat(count - 1)}x`);
  });

  it.each([
    ['a var of another addon', '{TF_B}', {}],
    ['a misspelt var', '{TF_AA}', {}],
    ['what may be a var, where not all are known', '{HOME}', { isOpen: true }],
  ])('escape %s, as the author writes it', (_, text, more) => {
    for (const count of [2, 4, 6]) {
      expect(arrives(`${'$'.repeat(count)}${text}`, more)).toBe(`${'$'.repeat(count - 1)}${text}`);
    }
  });
});

it('the expressions of a template are found at any depth', () => {
  const [site] = findSites({ a: '${TF_A:=${TF_B:-${TF_C}}} ${TF_D}' });
  expect(expressionsOf(site!.template as Template).map(({ name }) => name)).toEqual(['TF_A', 'TF_D', 'TF_B', 'TF_C']);
});

describe('replacing sites', () => {
  const json = { a: [{ b: '${TF_A}' }, { c: 'd' }], '${TF_A}': { e: '${TF_A}' } };
  const sites = findSites(json, owners);

  it('gives a copy, which shares what holds none', () => {
    const paths: unknown[] = [];
    const copy = replaceSites(json, sites, ({ template }, path) => {
      paths.push(path);
      return evaluate(template as Template, { TF_A: 'x' });
    }) as typeof json;
    expect(copy).toEqual({ a: [{ b: 'x' }, { c: 'd' }], x: { e: 'x' } });
    expect(copy.a[1]).toBe(json.a[1]);
    expect(json.a[0]).toEqual({ b: '${TF_A}' });
    // A key's path leads to its map, and a value's goes by the new keys.
    expect(paths).toEqual([['a', 0, 'b'], [], ['x', 'e']]);
  });

  it('leaves a value without sites as it is', () => {
    expect(replaceSites(json, [], () => 'x')).toBe(json);
  });
});
