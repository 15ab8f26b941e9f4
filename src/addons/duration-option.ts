import { z } from 'zod';
import type { Duration } from '../constructs/duration.js';

/** What Karpenter takes for a time: whole seconds, minutes and hours, or `Never`. */
const TIME = /^(([0-9]+[smh])+|Never)$/;

export const durationOrNever = z.custom<Duration | 'Never'>((value) => typeof value === 'string' && TIME.test(value), {
  error: 'give a duration such as "168h" or "1h30m", or "Never"',
});
