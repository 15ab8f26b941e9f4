import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attribute, block, type Expression, list, plain, string, template } from '../../../src/terraform/hcl/node.js';
import { printHcl } from '../../../src/terraform/hcl/print.js';
import { awkwardStrings } from '../../yaml/awkward-strings.js';
import { describeTerraform, folderWith, terraform } from '../terraform.js';

/** What Terraform itself makes of any text. */
const asTerraformReads = (text: string): string => text.normalize('NFC');

/** Evaluates expressions with the real program, all in one run. */
const evaluate = (values: readonly Expression[]): unknown => {
  const source = printHcl([block('output', ['values'], [attribute('value', list(values, 'block'))])]);
  const folder = folderWith({ 'main.tf': source });
  terraform(folder, 'fmt', '-check', '-diff');
  terraform(folder, 'init');
  terraform(folder, 'apply', '-auto-approve');
  return (JSON.parse(terraform(folder, 'output', '-json')) as { values: { value: unknown } }).values.value;
};

const marks = fc.string({
  unit: fc.constantFrom('$', '%', '{', '}', '"', '\\', '\n', 'n', 'u', '#', '/', '*', '~', 'é'),
});
const texts = fc
  .oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), marks)
  .filter((text) => text.isWellFormed());

const keys = fc.oneof(
  fc.constantFrom('null', 'true', 'for', 'if', 'a-b', '', '1', '${x}', 'é', '👩‍👩‍👧'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const values = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(keys.map(asTerraformReads), tie('any'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;

const asReadDeep = (value: unknown): unknown =>
  typeof value === 'string'
    ? asTerraformReads(value)
    : Array.isArray(value)
      ? value.map(asReadDeep)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asReadDeep(one)]))
        : value;

describeTerraform('HCL as Terraform reads it', () => {
  it('gives every text back unchanged', () => {
    const sample = [
      ...Object.values(awkwardStrings).flat(),
      '${a}',
      '$${a}',
      '$$${a}',
      '%{if}',
      '%%{',
      '%%%{',
      '$%{',
      '%${',
      '\\${',
      '"',
      '\\"',
      '\0',
      '\u2028',
      '\ufeff',
      '\u202e',
      '👩‍👩‍👧',
      ...fc.sample(texts, { numRuns: 2000, seed: 1 }),
    ].filter((text) => text.isWellFormed());
    expect(evaluate(sample.map(string))).toEqual(sample.map(asTerraformReads));
  });

  it('gives every object and list back unchanged, on lines as fmt would have them', () => {
    const sample = fc.sample(values, { numRuns: 400, seed: 2 });
    expect(evaluate(sample.map((value) => plain(value)))).toEqual(sample.map(asReadDeep));
  });

  it('puts expressions into templates, and only there', () => {
    const one = template('a ${b} ', string('${c}'), ' "d" ', plain(5), '%{');
    expect(evaluate([one])).toEqual(['a ${b} ${c} "d" 5%{']);
  });
});
