import { formats } from './formats.js';
import { nativeFormats } from './native/native-formats.js';
import type { BoundKeyword } from './violation.js';
import type { Schema, Walk } from './walk.js';

/** Go counts code points; UTF-16 has at most twice as many units. */
const runes = (text: string): number => [...text].length;

/** Length, pattern and format of a string. */
export const checkText = (walk: Walk, node: Schema, value: string): void => {
  const { maxLength, minLength, pattern } = node;
  if (typeof maxLength === 'number' && value.length > maxLength && runes(value) > maxLength) {
    walk.refuse({ kind: 'bound', keyword: 'maxLength', limit: maxLength }, value);
  }
  if (typeof minLength === 'number' && value.length < minLength * 2 && runes(value) < minLength) {
    walk.refuse({ kind: 'bound', keyword: 'minLength', limit: minLength }, value);
  }
  // To Go an empty text is none.
  if (walk.own && value === '' && node['format'] !== 'quantity' && node['format'] !== 'date-time') return;
  if (typeof pattern === 'string' && walk.matcherOf(pattern)?.(value) === false) {
    walk.refuse({ kind: 'pattern', pattern }, value);
  }
  if (walk.dialect.kubernetes) {
    const { format } = node;
    const text = walk.own ? asGoReads(value, format) : value;
    // Line breaks alone are no bytes.
    if (text === '' && format === 'byte' && walk.own) return;
    if (typeof format === 'string' && takes(walk, format)?.(text) === false)
      walk.refuse({ kind: 'format', format }, value);
  }
};

/** Go reads a quantity without the space around it, and base64 without line breaks. */
const asGoReads = (value: string, format: unknown): string =>
  format === 'quantity' ? value.trim() : format === 'byte' ? value.replaceAll(/[\r\n]/g, '') : value;

const takes = ({ own }: Walk, format: string): ((text: string) => boolean) | undefined =>
  Object.hasOwn(formats, format)
    ? formats[format]
    : own && Object.hasOwn(nativeFormats, format)
      ? nativeFormats[format]
      : undefined;

/** Bounds of a number: structural schemas say by a flag that a bound is exclusive, 2020-12 has a keyword of its own. */
export const checkNumber = (walk: Walk, node: Schema, value: number): void => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
  const { kubernetes } = walk.dialect;
  // Go keeps the last 32 bits of a larger number: where those break a bound, the number is refused for its size.
  if (walk.own && node['format'] === 'int32' && (value | 0) !== value) {
    const wrapped = value | 0;
    const breaks = wrapped < Number(minimum ?? wrapped) || wrapped > Number(maximum ?? wrapped);
    if (breaks) walk.refuse({ kind: 'type', types: ['int32'] }, value);
    return;
  }
  if (typeof minimum === 'number') {
    if (!kubernetes || exclusiveMinimum !== true) {
      if (!(value >= minimum)) refuse(walk, 'minimum', minimum, value);
    } else if (!(value > minimum)) refuse(walk, 'exclusiveMinimum', minimum, value);
  }
  if (typeof maximum === 'number') {
    if (!kubernetes || exclusiveMaximum !== true) {
      if (!(value <= maximum)) refuse(walk, 'maximum', maximum, value);
    } else if (!(value < maximum)) refuse(walk, 'exclusiveMaximum', maximum, value);
  }
  if (!kubernetes && typeof exclusiveMinimum === 'number' && !(value > exclusiveMinimum)) {
    refuse(walk, 'exclusiveMinimum', exclusiveMinimum, value);
  }
  if (!kubernetes && typeof exclusiveMaximum === 'number' && !(value < exclusiveMaximum)) {
    refuse(walk, 'exclusiveMaximum', exclusiveMaximum, value);
  }
  if (typeof multipleOf === 'number' && (kubernetes ? multipleOf !== 0 : multipleOf > 0)) {
    const quotient = value / multipleOf;
    // A step such as 0.1 has no exact binary form, so the quotient may miss a whole number by a few ulps.
    if (!(Math.abs(quotient - Math.round(quotient)) <= 1e-9)) refuse(walk, 'multipleOf', multipleOf, value);
  }
};

const refuse = (walk: Walk, keyword: BoundKeyword, limit: number, value: number): void =>
  walk.refuse({ kind: 'bound', keyword, limit }, value);

/** How many items or keys there are. */
export const checkCount = (walk: Walk, node: Schema, count: number, isList: boolean): void => {
  const most = node[isList ? 'maxItems' : 'maxProperties'];
  const least = node[isList ? 'minItems' : 'minProperties'];
  if (typeof most === 'number' && count > most) {
    walk.refuse({ kind: 'count', keyword: isList ? 'maxItems' : 'maxProperties', limit: most, count });
  }
  if (typeof least === 'number' && count < least) {
    walk.refuse({ kind: 'count', keyword: isList ? 'minItems' : 'minProperties', limit: least, count });
  }
};
