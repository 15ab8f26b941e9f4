const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})/;
const CLOCK = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?/;
const ZONE = /^(?:Z|[-+](\d{2}):(\d{2}))$/;

/**
 * Whether go-yaml v2 takes an unquoted scalar for a timestamp: `2024-1-2`, `2024-01-02 3:4:5.6` or
 * `2024-01-02T03:04:05+01:00`, with a day that exists. (`2024-01-02T03:04:05` without a zone is none.)
 */
export const isTimestamp = (text: string): boolean => {
  const date = DATE.exec(text);
  if (date === null || !isDay(Number(date[1]), Number(date[2]), Number(date[3]))) return false;
  const rest = text.slice(date[0].length);
  if (rest === '') return true;
  const spaces = /^ +/.exec(rest)?.[0].length ?? 0;
  if (spaces === 0 && !/^[Tt]/.test(rest)) return false;
  const afterDate = rest.slice(spaces === 0 ? 1 : spaces);
  const clock = CLOCK.exec(afterDate);
  if (clock === null || Number(clock[1]) > 23 || Number(clock[2]) > 59 || Number(clock[3]) > 59) return false;
  const zone = afterDate.slice(clock[0].length);
  if (spaces > 0) return zone === '';
  const offset = ZONE.exec(zone);
  // Go allows offsets of up to and including 24 hours and 60 minutes.
  return offset !== null && Number(offset[1] ?? 0) <= 24 && Number(offset[2] ?? 0) <= 60;
};

const isDay = (year: number, month: number, day: number): boolean => {
  if (month < 1 || month > 12 || day < 1) return false;
  if (month === 2) return day <= (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28);
  return day <= ([4, 6, 9, 11].includes(month) ? 30 : 31);
};
