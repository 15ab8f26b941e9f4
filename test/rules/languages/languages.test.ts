import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { field, type LanguageName } from '../../../src/knowledge/form/language-field.js';
import { languages } from '../../../src/rules/languages/languages.js';
import { textsAt } from '../../../src/rules/languages/texts-at.js';
import { readFluxExpression } from '../../../src/schema/cel/flux-expression.js';
import { fluxTypes } from '../../../src/schema/typed-cel/flux-types.js';
import { openTypedLibrary } from '../../../src/schema/typed-cel/typed-library.js';

interface Verdicts {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

/**
 * What Go says: Flux's own runtime/cel, Masterminds/semver, regexp, labels.Parse, time.ParseDuration and kustomize's
 * reader of patches, at the versions that Flux 2.9 has. `cel-ready` is a `readyExpr`, compiled to a boolean.
 */
const verdicts = JSON.parse(
  readFileSync(new URL('../../fixtures/languages.json', import.meta.url), 'utf8'),
) as Readonly<Record<LanguageName | 'cel-ready', Verdicts>>;

/** What Go refuses for its types or numbers, and nothing here looks at. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  cel: [
    'f()',
    "matches(status.a, '[')",
    'status.a ? status.b ? 1 : 2 : 3',
    '99999999999999999999 == 1',
    '9223372036854775808 == 1',
  ],
  'go-duration': ['9223372036854775808ns'],
};

describe.each((Object.keys(languages) as LanguageName[]).filter((name) => name in verdicts))('%s', (name) => {
  const { faultOf } = languages[name];
  it('is read where Go reads it', () => {
    expect(
      verdicts[name].accepted.flatMap((text) => (faultOf(text) === undefined ? [] : [[text, faultOf(text)]])),
    ).toEqual([]);
  });
  it('is refused where Go refuses it', () => {
    const read = verdicts[name].refused.filter((text) => faultOf(text) === undefined && text !== '');
    expect(read).toEqual(unseen[name] ?? []);
  });
});

describe('a readyExpr', () => {
  const library = openTypedLibrary();
  const isRefused = (text: string): boolean => {
    const found = readFluxExpression(text);
    if (typeof found === 'string') return true;
    const { variables, unknownFunctions } = found;
    const { isBoolean, fault } = fluxTypes(text, found, library, true);
    return (
      isBoolean === false ||
      fault !== undefined ||
      unknownFunctions.length > 0 ||
      variables.some((one) => one !== 'self' && one !== 'dep')
    );
  };
  it('is read where Go reads it', () => {
    expect(verdicts['cel-ready'].accepted.filter(isRefused)).toEqual([]);
  });
  it('is refused where Go refuses it, but for what the library takes', () => {
    const read = verdicts['cel-ready'].refused.filter((text) => !isRefused(text));
    expect(read).toMatchInlineSnapshot(`
      [
        "!!dep.a",
      ]
    `);
  });
});

it.each([
  ["status.phase == 'Ready'", { isBoolean: true }],
  ['status.ready', { isBoolean: false }],
  ['status.a ? status.ready : true', { isBoolean: false }],
  ['1 + 1', { isBoolean: false }],
  // Flux only parses it: an evaluation tells.
  ["'a' == 1", {}],
  ['status.?ready.orValue(true)', {}],
  ['status.a + status.b', {}],
])('a health check has the types that are certain: %s', (text, expected) => {
  expect(fluxTypes(text, { variables: ['status'], unknownFunctions: [] }, openTypedLibrary(), false)).toEqual(expected);
});

it('a fault says where it is', () => {
  expect(languages.cel.faultOf("status.phase ==\n  'Ready' &&")).toMatchInlineSnapshot(
    `"Unexpected token: the end (line 2, column 13)"`,
  );
  expect(languages.patch.faultOf('- op: add\n  path: /a\n value: b\n')).toMatchInlineSnapshot(
    `"did not find expected '-' indicator (line 3)"`,
  );
  expect(languages.re2.faultOf('^v(?=1)')).toMatchInlineSnapshot(`"invalid or unsupported Perl syntax: \`(?=\`"`);
  expect(languages['label-selector'].faultOf('app=web,tier in a')).toMatchInlineSnapshot(`"expected "(", not "a""`);
  expect(languages['semver-range'].faultOf('>=1.0.0 latest')).toMatchInlineSnapshot(
    `"improper constraint: ">=1.0.0 latest""`,
  );
  expect(languages['go-duration'].faultOf('1d')).toMatchInlineSnapshot(`"it has to be such as 90s, 5m or 1h30m"`);
});

it('reads a patch in brackets as JSON, as kustomize does', () => {
  expect(languages.patch.faultOf('\n [{ op: add, path: /a, value: b }]')).toBe(
    'a list in brackets must be JSON: every key and text in double quotes',
  );
  expect(languages.patch.faultOf('\n [{ "op": "add", "path": "/a", "value": "b" }]\n')).toBe(undefined);
});

it('finds an empty duration, which no controller can read, and no other empty text', () => {
  const spec = { refreshInterval: '', dataFrom: [{ find: { name: { regexp: '' } } }] };
  const textsOf = (path: string, language: LanguageName) => textsAt({ spec }, field(path, language));
  expect(textsOf('spec.refreshInterval', 'go-duration')).toEqual([{ path: ['spec', 'refreshInterval'], text: '' }]);
  expect(textsOf('spec.dataFrom[].find.name.regexp', 're2')).toEqual([]);
  expect(languages['go-duration'].faultOf('')).toBe('it has to be such as 90s, 5m or 1h30m');
});
