import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { list, object, raw, text } from '../../src/import-tree/code-node.js';
import { jsonCode } from '../../src/import-tree/json-code.js';
import { printCode } from '../../src/import-tree/print-code.js';
import { printText } from '../../src/import-tree/print-text.js';
import type { FieldComments } from '../../src/import-tree/read-comments.js';
import { root } from '../support/root.js';

const plain = { comments: new Map<string, FieldComments>(), textCode: () => undefined };

/** What Biome makes of code, with the settings of this repository. */
const formatted = (code: string): string => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'format', '--stdin-file-path=src/addons/web.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, input: code, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

const evaluate = (code: string): unknown => new Function(`return (${code})`)();

describe('code of JSON', () => {
  it('means the same, whatever is in it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as unknown;
        expect(evaluate(printCode(jsonCode(json, [], plain)))).toEqual(json);
      }),
    );
  });

  it('means the same for hostile texts and keys', () => {
    for (const hostile of ['${x}`\\', 'it\'s "x"', 'a\n`${b}`\\n\r\n', '\u2028\u0000\ud800', '*/', '</script>']) {
      expect(evaluate(printText(hostile))).toBe(hostile);
      const json = JSON.parse(JSON.stringify({ [hostile]: [hostile] })) as unknown;
      expect(evaluate(printCode(jsonCode(json, [], plain)))).toEqual(json);
    }
    const polluting = JSON.parse('{ "__proto__": { "a": 1 }, "constructor": 2 }') as object;
    const made = evaluate(printCode(jsonCode(polluting, [], plain))) as object;
    expect(Object.keys(made)).toEqual(['__proto__', 'constructor']);
  });

  it('has the layout of Biome', () => {
    const long = 'x'.repeat(110);
    const values = {
      short: { a: 1, b: ['x', 'y'] },
      items: [
        { name: 'a', value: 'b' },
        { name: 'c', value: 'd' },
      ],
      one: [{ name: 'a', value: 'b' }],
      numbers: Array.from({ length: 60 }, (_, at) => at * 1000),
      words: Array.from({ length: 20 }, (_, at) => `word-${at}`),
      nested: [
        [1, 2],
        [3, 4],
      ],
      expr: long,
      summary: long,
      list: [long],
      deep: { deep: { deep: { deep: { key: 'a value that is long', other: 'another value that is long' } } } },
      'quoted-key': "it's",
      lines: 'a\nb\n',
      empty: { list: [], map: {}, none: null },
    };
    const code = `export const value = ${printCode(jsonCode(values, [], plain), 0, 21)};\n`;
    expect(formatted(code)).toBe(code);
  });

  it('has the layout of Biome for calls and comments', () => {
    const statements = [
      { prefix: '', value: { kind: 'call' as const, head: "new Web(scope, 'a', ", last: object({ name: text('a') }) } },
      {
        prefix: 'const web = ',
        before: ['Why it is there.'],
        value: {
          kind: 'call' as const,
          head: "new Web(scope, 'web', ",
          last: {
            kind: 'object' as const,
            members: [
              { key: 'name', value: text('web'), after: 'its name' },
              { key: 'ports', value: list([raw('80')]), before: ['All of them.'] },
            ],
            end: ['replicas: 2'],
          },
        },
      },
    ];
    const definition = object({ build: { kind: 'method', parameters: 'scope', statements } });
    const code = `export const addon = ${printCode({ kind: 'call', head: 'defineAddon(', last: definition })};\n`;
    expect(formatted(code)).toBe(code);
    expect(code).toContain("name: 'web', // its name\n");
    expect(code).toContain('// replicas: 2\n');
  });
});
