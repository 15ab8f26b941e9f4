import { expect, it } from 'vitest';
import { isTimeZone } from '../../../src/schema/native/time-zone.js';

it.each([
  'UTC',
  'Etc/UTC',
  'Etc/GMT+5',
  'Europe/Berlin',
  'Asia/Calcutta',
  'US/Pacific',
  'America/Argentina/ComodRivadavia',
])('%s is a time zone', (name) => expect(isTimeZone(name)).toBe(true));

it.each(['Local', 'local', 'Europe/Berln', 'europe/berlin', '+01:00', '../etc', 'Europe/', ''])(
  '"%s" is none',
  (name) => expect(isTimeZone(name)).toBe(false),
);
