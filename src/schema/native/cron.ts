import { isGoDuration } from '../formats.js';

interface Bounds {
  readonly called: string;
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

const MONTHS = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const FIELDS: readonly Bounds[] = [
  { called: 'minute', min: 0, max: 59, names: [] },
  { called: 'hour', min: 0, max: 23, names: [] },
  { called: 'day of month', min: 1, max: 31, names: [] },
  { called: 'month', min: 1, max: 12, names: MONTHS },
  { called: 'day of week', min: 0, max: 6, names: DAYS },
];

const DESCRIPTOR = /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/;

/** A schedule as CronJobs take it: the standard five fields, or a descriptor. A time zone has a field of its own. */
export const isCron = (schedule: string): boolean => {
  if (schedule.includes('TZ')) return false;
  if (schedule.startsWith('@every ')) return isGoDuration(schedule.slice('@every '.length));
  if (schedule.startsWith('@')) return DESCRIPTOR.test(schedule);
  const fields = schedule.split(/\s+/).filter((field) => field !== '');
  return fields.length === FIELDS.length && fields.every((field, index) => isField(field, FIELDS[index]!));
};

/** A field of a schedule that is wrong. */
export interface CronFault {
  /** `hour` */
  readonly called: string;
  /** `25` */
  readonly text: string;
  /** `0 to 23` */
  readonly takes: string;
}

/** The first of the five fields that is wrong. Undefined where the schedule is right, or isn't five fields. */
export const cronFault = (schedule: string): CronFault | undefined => {
  const fields = schedule.split(/\s+/).filter((field) => field !== '');
  if (schedule.includes('TZ') || schedule.startsWith('@') || fields.length !== FIELDS.length) return undefined;
  const index = fields.findIndex((field, at) => !isField(field, FIELDS[at]!));
  if (index < 0) return undefined;
  const { called, min, max, names } = FIELDS[index]!;
  const first = names.find((name) => name !== '');
  return {
    called,
    text: fields[index]!,
    takes: `${min} to ${max}${first === undefined ? '' : ` or ${first} to ${names.at(-1)}`}`,
  };
};

const isField = (field: string, bounds: Bounds): boolean =>
  field.split(',').every((range) => range === '' || isRange(range, bounds));

/** `5`, `1-5`, `mon-fri/2`, `*` */
const isRange = (range: string, bounds: Bounds): boolean => {
  const [span = '', step, ...more] = range.split('/');
  if (more.length > 0) return false;
  const ends = span.split('-');
  const isAll = ends[0] === '*' || ends[0] === '?';
  if (!isAll && ends.length > 2) return false;
  const low = isAll ? bounds.min : numberOf(ends[0]!, bounds);
  const high = isAll || (ends.length === 1 && step !== undefined) ? bounds.max : numberOf(ends.at(-1)!, bounds);
  if (low === undefined || high === undefined || low < bounds.min || high > bounds.max || low > high) return false;
  return step === undefined || (/^\+?\d+$/.test(step) && Number(step) > 0);
};

const numberOf = (text: string, { names }: Bounds): number | undefined => {
  const named = text === '' ? -1 : names.indexOf(text.toLowerCase());
  if (named >= 0) return named;
  return /^\+?\d+$/.test(text) ? Number(text) : undefined;
};
