import { createHash } from 'node:crypto';
import { holdsExpression } from '../substitution/holds-expression.js';

/** Of `aggregate-to-<label>`, which is a label's name and has 63 characters at most. */
const LONGEST = 63 - 'aggregate-to-'.length;
const HASH_LENGTH = 8;

/** A label that stays when code moves: what selects an object's pods, or a ClusterRole's parts. */
export const addressLabel = (kind: string, name: string): string => {
  const label = `${kind.toLowerCase()}-${name}`;
  // The name of a ClusterRole may have a colon, and a label may not.
  if (holdsExpression(name) || (label.length <= LONGEST && /^[\w.-]+$/.test(label))) return label;
  const hash = createHash('sha256').update(label).digest('hex').slice(0, HASH_LENGTH);
  return `${label
    .slice(0, LONGEST - HASH_LENGTH - 1)
    .replace(/[^\w.-]+/g, '-')
    .replace(/[^a-z0-9]+$/, '')}-${hash}`;
};
