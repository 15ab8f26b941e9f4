import type { Operand } from '../../go-template/index.js';
import { escapePattern } from '../../json/escape-pattern.js';
import { constant, join, textsOf, type Value } from './value.js';

/** The texts that `printf` may make, where its format says more than that there is one; undefined for other operands. */
const patternOf = (operand: Operand | undefined): RegExp | undefined => {
  const [command, ...others] = operand?.kind === 'pipe' ? operand.pipe.commands : [];
  const [head, format] = command ?? [];
  if (others.length > 0 || head?.kind !== 'function' || head.name !== 'printf') return undefined;
  if (format?.kind !== 'constant' || typeof format.value !== 'string') return undefined;
  const parts = format.value.split(/%[sdvq]/);
  if (parts.some((part) => part.includes('%')) || !/[\w-]/.test(parts[0]!)) return undefined;
  return new RegExp(`^${parts.map(escapePattern).join('.*')}$`, 's');
};

/**
 * The name of a template that is to be run. Where values make a part of it (`printf "my.%s.config" .Values.kind`), it is
 * one of those that the chart has: of another, Helm says that it isn't there.
 *
 * @param value what is known of it
 */
export const namesOf = (operand: Operand | undefined, value: Value | undefined, templates: Iterable<string>): Value => {
  const name = value ?? [];
  const pattern = textsOf(name) === undefined ? patternOf(operand) : undefined;
  if (pattern === undefined) return name;
  const found = [...templates].filter((one) => pattern.test(one));
  return found.length === 0 ? name : join(...found.map(constant));
};
