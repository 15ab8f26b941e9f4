import type { Place } from '../../diagnostics/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { placeIn } from '../context/place-in.js';
import type { FoundReference } from './find-references.js';

/** `Secret/db in namespace "web"`. */
export const nameOf = ({ kind, name, namespace }: Pick<FoundReference, 'kind' | 'name' | 'namespace'>): string =>
  `${kind}/${name}${namespace === undefined ? '' : ` in namespace "${namespace}"`}`;

/** The place of a reference, for a diagnostic. */
export const placeOf = ({ object, path }: Pick<FoundReference, 'object' | 'path'>): Place => placeIn(object, path);

/** Only the cluster knows what Flux substitutes in a name. */
export const isUnknown = ({ name, namespace }: FoundReference): boolean =>
  holdsExpression(name) || (namespace !== undefined && holdsExpression(namespace));
