import { z } from 'zod';
import { type Duration, isDuration } from '../constructs/duration.js';

/** What Karpenter takes for a time: whole seconds, minutes and hours, or `Never`. */
const TIME = /^(([0-9]+[smh])+|Never)$/;

export const durationOrNever = z.custom<Duration | 'Never'>((value) => typeof value === 'string' && TIME.test(value), {
  error: 'give a duration such as "168h" or "1h30m", or "Never"',
});

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

export const secondsOf = (time: Duration): number =>
  [...time.matchAll(/([\d.]+)([a-z]+)/g)].reduce((sum, [, count, unit]) => sum + Number(count) * SECONDS[unit!]!, 0);

/** A duration as Flux and External Secrets read it. */
export const duration = z.custom<Duration>(isDuration, { error: 'give a duration such as "5m" or "1h30m"' });
