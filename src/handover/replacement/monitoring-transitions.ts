import { isObject } from '../../json/is-object.js';
import { isAbsent, type Transition } from './value-transition.js';

const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
};

/** `1d12h` in seconds, as Prometheus reads it. Of what isn't a duration, no comparison holds. */
const durationOf = (value: unknown): number => {
  if (typeof value !== 'string' || !/^(?:\d+(?:ms|[smhdwy]))+$/.test(value)) return Number.NaN;
  return [...value.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * SECONDS[unit!]!,
    0,
  );
};

const UNITS = 'KMGTPE';
/** `50GB` in bytes, as Prometheus reads it. */
const bytesOf = (value: unknown): number => {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([KMGTPE]?)i?B$/.exec(String(value)) ?? [];
  return Number(count ?? Number.NaN) * 1024 ** (unit === '' ? 0 : UNITS.indexOf(unit) + 1);
};

const shorter = {
  loses: 'data that are older than the new retention',
  effect: 'the older data are deleted, and a longer retention later brings nothing back',
  instead: 'to keep them, leave the retention as it is',
};

/**
 * Of what the Prometheus operator runs: its storage and its retention.
 *
 * @param storage what stands before the key of the storage, as a regular expression
 * @param retention the same before that of the retention
 * @param byDefault how long it keeps data where nothing says so
 */
export const monitoringTransitions = (
  storage: string,
  retention: string,
  byDefault?: string,
): readonly Transition[] => [
  {
    path: new RegExp(`${storage}storage(?:Spec)?\\.volumeClaimTemplate$`),
    from: isObject,
    to: (value) => !isObject(value),
    risks: 'start without its data',
    effect:
      'without a volumeClaimTemplate, its pods get an emptyDir, which goes with each of them; the old claims stay, and nothing uses them',
    instead: 'to go on with the data, leave the storage as it is',
  },
  {
    ...shorter,
    path: new RegExp(`${retention}retention(?:Period|_period|Policy)?$`),
    from: () => true,
    to: (value, { from, is }) =>
      durationOf(isAbsent(value) && isAbsent(is['retentionSize']) ? byDefault : value) < durationOf(from),
  },
  {
    ...shorter,
    path: new RegExp(`${retention}retentionSize$`),
    from: () => true,
    to: (value, { from }) => bytesOf(value) < bytesOf(from),
  },
];
