import { isTimestamp } from './is-timestamp.js';

const PARTS =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]| +)(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?(Z|[-+]\d{2}:\d{2})?)?$/;

/**
 * A time as kustomize prints it: go-yaml v3 takes what looks like one for a time, and encoding/json prints it as RFC
 * 3339 has it. Undefined for any other text.
 */
export const tryPrintTime = (text: string): string | undefined => {
  const parts = isTimestamp(text) ? PARTS.exec(text) : null;
  if (parts === null) return undefined;
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = parts;
  // Of such a time encoding/json says that it cannot be printed.
  if (Number(zone.slice(1, 3)) > 23) return undefined;
  const nanoseconds = fraction.slice(0, 9).replace(/0+$/, '');
  const clock = [hour, minute, second].map((part) => part.padStart(2, '0')).join(':');
  const offset = /^[-+]00:00$/.test(zone) ? 'Z' : zone;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${clock}${nanoseconds === '' ? '' : `.${nanoseconds}`}${offset}`;
};
