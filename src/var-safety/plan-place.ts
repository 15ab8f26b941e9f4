import { isNumeric, type JsonSchema } from '../contract/index.js';
import { type Expression, isDefaultOperator, type Template, type TemplateNode } from '../substitution/template.js';
import { chooseScalarForm } from '../yaml/scalar-style.js';
import { BLOCK, BLOCK_LINE, DOUBLE, mayCoerce, PLAIN, PLAIN_INSIDE, PLAIN_START, SINGLE } from './hazards.js';
import type { VarSafety } from './var-safety.js';

/** A value that would not arrive as the text that it is. */
export interface Risk {
  /** The var. */
  readonly name: string;
  /** One that its type lets through. */
  readonly value: string;
}

/** What is to be done about one text with vars in it. */
export interface PlacePlan {
  /** Between quotes of Flux's making it stays text. */
  readonly wrap: boolean;
  /** What can go wrong all the same. */
  readonly risks: readonly Risk[];
  /** What would go wrong without the quotes, where they are needed and cannot be: in a key. */
  readonly bare: readonly Risk[];
}

const SAFE: PlacePlan = { wrap: false, risks: [], bare: [] };
const ANY_TEXT: JsonSchema = { type: 'string' };

/**
 * Decides whether each value that the vars' types let through arrives at its place as the text that it is.
 *
 * @param place what the tree will hold, with `${VAR}` in it, and what Flux reads there
 * @param schemaOf the type of a declared var; of others nothing is said
 * @param isText whether the API takes nothing but text there; else a number or boolean stays one
 */
export const planPlace = (
  { text, template: { nodes } }: { readonly text: string; readonly template: Template },
  schemaOf: (name: string) => JsonSchema | undefined,
  isText: boolean,
  { possibleValue }: VarSafety,
): PlacePlan => {
  const vars = nodes.flatMap((node, index) => {
    if (typeof node === 'string') return [];
    const schema = schemaFor(node, schemaOf);
    return schema === undefined
      ? []
      : [{ name: node.name, schema, isFirst: index === 0, beginsLine: beginsLine(nodes[index - 1]) }];
  });
  if (vars.length === 0) return SAFE;
  const risksOf = (hazardOf: (place: { readonly isFirst: boolean; readonly beginsLine: boolean }) => string) =>
    vars.flatMap(({ name, schema, ...place }): Risk[] => {
      const value = possibleValue(schema, hazardOf(place));
      return value === undefined ? [] : [{ name, value }];
    });
  const { style } = chooseScalarForm(text);
  if (style !== 'plain') {
    const quoted = style === 'single' ? SINGLE : DOUBLE;
    return {
      wrap: false,
      risks: risksOf(({ beginsLine: begins }) => (style === 'literal' ? (begins ? BLOCK_LINE : BLOCK) : quoted)),
      bare: [],
    };
  }
  const isAlone = nodes.length === 1;
  const plain = risksOf(({ isFirst }) => (isAlone ? PLAIN : isFirst ? PLAIN_START : PLAIN_INSIDE));
  const literals = nodes
    .map((node) => (typeof node === 'string' ? node : ''))
    .filter((one, i, all) => one !== '' || i === 0 || i === all.length - 1);
  const hasText = vars.some(({ schema }) => schema.type !== 'boolean' && !isNumeric(schema));
  const coerces = isAlone ? !hasText : mayCoerce(literals);
  if (plain.length === 0 && !(coerces && (isText || (hasText && !isAlone)))) return SAFE;
  if (literals.some((one) => /["\\]/.test(one))) return { wrap: false, risks: plain, bare: plain };
  return { wrap: true, risks: risksOf(() => DOUBLE), bare: plain };
};

const beginsLine = (before: TemplateNode | undefined): boolean =>
  before === undefined || (typeof before === 'string' && before.endsWith('\n'));

/** The type of what an expression comes to: the var's own, or any text where an operator changes it. */
const schemaFor = (
  { name, operator }: Expression,
  schemaOf: (name: string) => JsonSchema | undefined,
): JsonSchema | undefined => {
  const schema = schemaOf(name);
  if (schema === undefined || operator === '' || isDefaultOperator(operator)) return schema;
  return operator === '#' ? { type: 'number' } : ANY_TEXT;
};
