import { formats, formatWords } from './formats.js';
import { compilePattern } from './pattern.js';
import type { Path, SchemaProblem } from './schema-problem.js';

type Schema = Readonly<Record<string, unknown>>;
type Report = (problem: SchemaProblem) => void;

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
/** Go counts code points; UTF-16 has at most twice as many units. */
const runes = (text: string): number => [...text].length;

/** Length, pattern and format of a string. `vetted`: the schema is one of the package's own. */
export const checkText = (schema: Schema, value: string, path: Path, vetted: boolean, report: Report): void => {
  const { maxLength, minLength, pattern, format } = schema;
  if (typeof maxLength === 'number' && value.length > maxLength && runes(value) > maxLength) {
    report({ path, message: `takes at most ${counted(maxLength, 'character')}`, value, about: 'form', blocking: true });
  }
  if (typeof minLength === 'number' && value.length < minLength * 2 && runes(value) < minLength) {
    report({
      path,
      message: `takes at least ${counted(minLength, 'character')}`,
      value,
      about: 'form',
      blocking: false,
    });
  }
  if (typeof pattern === 'string' && compilePattern(pattern, vetted)?.(value) === false) {
    report({ path, message: `takes text that matches ${pattern}`, value, about: 'form', blocking: false });
  }
  if (typeof format === 'string' && Object.hasOwn(formats, format) && !formats[format]!(value)) {
    report({ path, message: `takes ${formatWords[format] ?? format}`, value, about: 'form', blocking: true });
  }
};

/** Bounds of a number. */
export const checkNumber = (schema: Schema, value: number, path: Path, report: Report): void => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const refuse = (message: string) => report({ path, message, value, about: 'form', blocking: false });
  if (typeof minimum === 'number' && (exclusiveMinimum === true ? value <= minimum : value < minimum)) {
    refuse(`takes ${exclusiveMinimum === true ? 'more than' : 'at least'} ${minimum}`);
  }
  if (typeof maximum === 'number' && (exclusiveMaximum === true ? value >= maximum : value > maximum)) {
    refuse(`takes ${exclusiveMaximum === true ? 'less than' : 'at most'} ${maximum}`);
  }
  // A step such as 0.1 has no exact binary form, so the quotient may miss a whole number by a few ulps.
  if (typeof multipleOf === 'number' && Math.abs(value / multipleOf - Math.round(value / multipleOf)) > 1e-9) {
    refuse(`takes a multiple of ${multipleOf}`);
  }
};

/** How many items or keys there are. */
export const checkCount = (schema: Schema, count: number, isList: boolean, path: Path, report: Report): void => {
  const [least, most] = isList
    ? [schema['minItems'], schema['maxItems']]
    : [schema['minProperties'], schema['maxProperties']];
  const noun = isList ? 'item' : 'key';
  if (typeof most === 'number' && count > most) {
    report({ path, message: `takes at most ${counted(most, noun)}, not ${count}`, blocking: true });
  }
  if (typeof least === 'number' && count < least) {
    report({ path, message: `takes at least ${counted(least, noun)}, not ${count}`, blocking: false });
  }
};
