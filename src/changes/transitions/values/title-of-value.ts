import { type JsonPath, joinPath } from '../../../json/json-path.js';

/**
 * Names a value of a release in a finding.
 *
 * @param origin the ConfigMap that the value comes from; `undefined` if it's inline
 */
export const titleOfValue = (keys: JsonPath, origin: string | undefined) => ({
  path: keys.reduce<string>(joinPath, origin === undefined ? 'spec.values' : 'values'),
  origin: origin === undefined ? '' : ` (${origin})`,
});
