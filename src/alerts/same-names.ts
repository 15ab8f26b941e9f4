import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { Alerts } from './alerts.js';
import { destinationsOf, nameOf } from './build-alerts.js';
import { alertOption } from './diagnostics.js';

/**
 * Destinations that would make objects of the same name: two of one type in one place need names of their own.
 *
 * @param places of alerts in which nothing else is wrong; a stage's name precedes those of its destinations
 */
export const sameNames = (
  places: readonly { readonly stage: string; readonly alerts: readonly Alerts[] }[],
): readonly Diagnostic[] => {
  const seen = new Set<string>();
  return places.flatMap(({ stage, alerts }) =>
    alerts.flatMap((one) =>
      destinationsOf(one).flatMap((destination) => {
        const name = nameOf(destination, stage);
        if (!seen.has(name)) {
          seen.add(name);
          return [];
        }
        const source = one.place();
        return diagnose(alertOption, {
          message: `two destinations of alerts are called "${name}"`,
          at: { path: 'alerts.to', ...(source === undefined ? {} : { source }) },
          fix: "give one of them a name of its own: slack({ name: 'slack-oncall', … })",
        });
      }),
    ),
  );
};
