import { expect, it } from 'vitest';
import { isCron } from '../../../src/schema/native/cron.js';

// What robfig/cron v3.0.1 says of each, and Kubernetes of those with a time zone.
it.each([
  '0 3 * * *',
  '*/5 0-6/2,? 1,15 jan-MAR mon-fri',
  '5/10 , * * 0',
  '*-3 * * * *',
  '+3 007 * * *',
  ' 0  3 * * * ',
  '@daily',
  '@every 1h30m',
  '@every -1h',
])('"%s" is a schedule', (schedule) => expect(isCron(schedule)).toBe(true));

it.each([
  '',
  '* * * *',
  '0 0 3 * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 7',
  '5-1 * * * *',
  '1-2-3 * * * *',
  '*/0 * * * *',
  '*/5/5 * * * *',
  '*/x * * * *',
  '* * L * *',
  '* * * * 1#2',
  '-1 * * * *',
  '@reboot',
  '@every 5',
  'TZ=UTC 0 3 * * *',
  'CRON_TZ=UTC 0 3 * * *',
])('"%s" is none', (schedule) => expect(isCron(schedule)).toBe(false));
