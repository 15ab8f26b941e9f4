import type { JsonPath } from '../json/json-path.js';
import { redactLikely } from './likely-secrets.js';

/** Whether a value is most likely a secret, or has one in it, by its form or the keys that it stands under. */
export const holdsSecret = (path: JsonPath, value: unknown): boolean => {
  let isFound = false;
  const whole = path.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    value,
  );
  redactLikely({ whole }, () => {
    isFound = true;
    return '';
  });
  return isFound;
};
