import type { DeclaredException, KindExceptionOptions } from '../declared/exception.js';
import { type DiagnosticCode, formatValue } from '../diagnostics/index.js';
import { fieldsOf } from '../json/as-shape.js';

/** Reads what `except(…)` was given, which may come without types. What is wrong with it is told with the exceptions. */
export const parseException = (
  code: unknown,
  options: unknown,
  place: DeclaredException['place'],
): DeclaredException => {
  const given = fieldsOf(options);
  const textOf = (key: keyof KindExceptionOptions): string | undefined => {
    const value = given[key];
    return value === undefined || typeof value === 'string' ? value : formatValue(value);
  };
  const [object, addon, severity, kind] = [textOf('object'), textOf('addon'), textOf('severity'), textOf('kind')];
  return {
    code: (typeof code === 'string' ? code : formatValue(code)) as DiagnosticCode,
    reason: typeof given['reason'] === 'string' ? given['reason'] : '',
    ...(object === undefined ? {} : { object }),
    ...(addon === undefined ? {} : { addon }),
    ...(kind === undefined ? {} : { kind: kind as NonNullable<KindExceptionOptions['kind']> }),
    ...(severity === undefined ? {} : { severity: severity as NonNullable<KindExceptionOptions['severity']> }),
    place,
  };
};
