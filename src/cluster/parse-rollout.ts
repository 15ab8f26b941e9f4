import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import { isObject } from '../json/is-object.js';
import { isText } from '../json/is-text.js';
import { RING_NAME, type Ring, type Rollout } from '../versions/ring.js';
import { clusterOptions } from './diagnostics.js';

const EXAMPLE = "{ dev: ['dev'], staging: ['staging'], prod: ['prod-eu', 'prod-us'] }";

/** Reads the rings of an app, which may come without types; undefined where it has none, or they can't be used. */
export const parseRollout = (given: unknown, report: (problem: Diagnostic) => void): Rollout | undefined => {
  if (given === undefined) return undefined;
  const refuse = (message: string, fix: string, path = 'rollout'): undefined => {
    report(diagnose(clusterOptions, { message, at: { path }, fix }));
    return undefined;
  };
  if (Array.isArray(given))
    return refuse('the app has a list as rollout, and the rings have no names', `name each ring: ${EXAMPLE}`);
  if (!isObject(given) || Object.keys(given).length === 0)
    return refuse(`the app has rollout ${formatValue(given)}`, `give the clusters of each ring: ${EXAMPLE}`);
  const rings: Ring[] = [];
  let isGood = true;
  for (const [name, clusters] of Object.entries(given)) {
    const path = `rollout.${name}`;
    // JavaScript moves keys that are numbers to the front.
    if (!RING_NAME.test(name)) {
      isGood = false;
      refuse(
        `"${name}" isn't the name of a ring`,
        'begin it with a letter, and use lower-case letters, digits and dashes',
        path,
      );
    } else if (!Array.isArray(clusters) || clusters.length === 0 || !clusters.every(isText)) {
      isGood = false;
      refuse(`ring "${name}" has ${formatValue(clusters)}`, `give a list of clusters: ['${name}']`, path);
    } else rings.push({ name, index: rings.length, clusters });
  }
  return isGood ? rings : undefined;
};
