import { type JsonPath, joinPath } from '../../../json/json-path.js';

/**
 * How a finding names a value of a release.
 *
 * @param origin the ConfigMap that the value comes from; `undefined`: it is inline
 */
export const titleOfValue = (keys: JsonPath, origin: string | undefined) => ({
  path: keys.reduce<string>(joinPath, origin === undefined ? 'spec.values' : 'values'),
  origin: origin === undefined ? '' : ` (${origin})`,
});
