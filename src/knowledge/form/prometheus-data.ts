import { isObject } from '../../json/is-object.js';
import type { Harm } from './effect.js';

/** Whether a storage without claims replaces one with claims. */
export const losesClaims = (was: unknown, is: unknown): boolean => isObject(was) && !isObject(is);

export const withoutClaims: Harm = {
  severity: 'warning',
  risks: 'start without its data',
  effect:
    'without a volumeClaimTemplate, its pods get an emptyDir, which goes with each of them; the old claims stay, and nothing uses them',
  instead: 'to go on with the data, leave the storage as it is',
};

/** @param was,is as Prometheus reads them: `1d12h`, `50GB` */
export const isShorterTime = (was: unknown, is: unknown): boolean => durationOf(is) < durationOf(was);
export const isSmallerSize = (was: unknown, is: unknown): boolean => bytesOf(is) < bytesOf(was);

export const shorterRetention: Harm = {
  severity: 'warning',
  destroys: 'data that are older than the new retention',
  effect: 'the older data are deleted, and a longer retention later brings nothing back',
  instead: 'to keep them, leave the retention as it is',
};

const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
};

/** NaN if the value isn't a duration, so that no comparison holds. */
const durationOf = (value: unknown): number => {
  if (typeof value !== 'string' || !/^(?:\d+(?:ms|[smhdwy]))+$/.test(value)) return Number.NaN;
  return [...value.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * SECONDS[unit!]!,
    0,
  );
};

const UNITS = 'KMGTPE';
const bytesOf = (value: unknown): number => {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([KMGTPE]?)i?B$/.exec(String(value)) ?? [];
  return Number(count ?? Number.NaN) * 1024 ** (unit === '' ? 0 : UNITS.indexOf(unit) + 1);
};
