import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonBudgetError, JsonFault, JsonScanner } from '../../src/json/json-scanner.js';

const scan = (text: string): JsonScanner => new JsonScanner(Buffer.from(text), { bytes: 1e6, values: 1e6 });

/** Where the text stops being JSON; undefined where it is JSON. */
const faultOf = (text: string): number | undefined => {
  const scanner = scan(text);
  try {
    scanner.skip();
    scanner.end();
    return undefined;
  } catch (error) {
    if (error instanceof JsonFault) return error.at;
    throw error;
  }
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('what is walked over', () => {
  it('is JSON for it where it is for JSON.parse', () => {
    const pieces = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '"a"', '"\\n"', '"\\u00e9"', '"\\u00g9"', '"\\x"', '\\', ' ', '\n', '\t'],
      ...[
        '0',
        '-1',
        '01',
        '1.5',
        '1.',
        '.5',
        '1e3',
        '1E+',
        '-',
        'true',
        'tru',
        'null',
        'false',
        'é',
        '\u00a0',
        '"\u0001"',
      ],
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
      fc.json({ maxDepth: 4 }),
      fc.tuple(fc.json({ maxDepth: 4 }), fc.nat(), pieces).map(([json, at, piece]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + piece + json.slice(place + 1);
      }),
    );
    fc.assert(
      fc.property(text, (one) => {
        expect(faultOf(one) === undefined).toBe(isJson(one));
      }),
      { numRuns: 20_000 },
    );
  });

  it('says where it stops being JSON', () => {
    expect(faultOf('{"a": nul}')).toBe(9);
    expect(faultOf('{"a": [1, 2')).toBe(11);
    expect(faultOf('{"a": "b')).toBe(8);
    expect(faultOf('{} {}')).toBe(3);
  });

  it('may be nested without end', () => {
    expect(faultOf(`${'['.repeat(1e6)}${']'.repeat(1e6)}`)).toBeUndefined();
    expect(faultOf('['.repeat(1e6))).toBe(1e6);
  });
});

it('gives the same values as JSON.parse, part by part', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value, undefined, 1);
      const read = (scanner: JsonScanner): unknown => {
        if (scanner.peek() === '[') {
          const items: unknown[] = [];
          scanner.items(() => items.push(read(scanner)));
          return items;
        }
        if (scanner.peek() !== '{') return scanner.parse();
        const members: [string, unknown][] = [];
        scanner.members((key) => members.push([key, read(scanner)]));
        return Object.fromEntries(members);
      };
      expect(read(scan(text))).toEqual(JSON.parse(text));
    }),
  );
});

it('has a budget of what becomes values, and none of what is walked over', () => {
  const scanner = new JsonScanner(Buffer.from('["aaaa", "bbbb", "cc"]'), { bytes: 12, values: 9 });
  const values: unknown[] = [];
  scanner.items(() => {
    const mark = scanner.mark();
    const value = scanner.parse();
    if (value !== 'bbbb') values.push(value);
    else scanner.rewind(mark);
    if (value === 'bbbb') scanner.skip();
  });
  expect(values).toEqual(['aaaa', 'cc']);
  const parse = (text: string) => () => new JsonScanner(Buffer.from(text), { bytes: 20, values: 3 }).parse();
  expect(parse('[1, {"a": 2}]')).toThrow(JsonBudgetError);
  expect(parse('"aaaaaaaaaaaaaaaaaaaa"')).toThrow(JsonBudgetError);
  expect(parse('[1, {}]')()).toEqual([1, {}]);
});
