import type { DeclaredException, ExceptionOptions } from '../compile/exception.js';
import { type DiagnosticCode, formatValue } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';

/** Reads what `except(…)` was given, which may come without types. What is wrong with it is told with the exceptions. */
export const parseException = (
  code: unknown,
  options: unknown,
  place: DeclaredException['place'],
): DeclaredException => {
  const given = isObject(options) ? options : {};
  const textOf = (key: keyof ExceptionOptions): string | undefined => {
    const value = given[key];
    return value === undefined || typeof value === 'string' ? value : formatValue(value);
  };
  const [object, addon, severity] = [textOf('object'), textOf('addon'), textOf('severity')];
  return {
    code: (typeof code === 'string' ? code : formatValue(code)) as DiagnosticCode,
    reason: typeof given['reason'] === 'string' ? given['reason'] : '',
    ...(object === undefined ? {} : { object }),
    ...(addon === undefined ? {} : { addon }),
    ...(severity === undefined ? {} : { severity: severity as NonNullable<ExceptionOptions['severity']> }),
    place,
  };
};
