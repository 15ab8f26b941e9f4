import { keyOf, titleOf } from '../../applied/object-id.js';
import { nameSome } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { readField } from '../../json/read-field.js';
import { referencesOf } from '../../rules/references/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { ReplacementCause } from '../model/replacement-cause.js';
import { pairOf } from '../updates/refused-update.js';
import type { Change } from './change.js';

/** A sentence names this many objects, then counts the rest. */
const NAMED = 6;

/**
 * Describes a Certificate that switches to another Secret while other objects read the old one: cert-manager no longer
 * renews that, and it expires.
 */
export const lostRenewal = ({ object, next, after }: Change): ReplacementCause | undefined => {
  const { id } = object;
  if (id.kind !== 'Certificate' || id.group !== 'cert-manager.io') return undefined;
  const [old, now] = pairOf(object, next).map(({ json }) => readField(json, 'spec.secretName'));
  if (typeof old !== 'string' || typeof now !== 'string' || old === now || holdsExpression(old + now)) return undefined;
  if (after.objects.has(keyOf({ group: '', kind: 'Secret', namespace: id.namespace, name: old }))) return undefined;
  const around = after.index.inNamespace(id.namespace);
  const makes = around.some(({ id: { group, name }, holdings: [{ json }] }) =>
    group === 'cert-manager.io'
      ? readField(json, 'spec.secretName') === old
      : (group === 'external-secrets.io' || group === 'bitnami.com') &&
        (readField(json, 'spec.target.name') ?? name) === old,
  );
  if (makes) return undefined;
  const readers = around.filter(({ id: { group, kind, namespace }, holdings: [{ json }] }) => {
    // cert-manager makes a Certificate for objects with an annotation.
    const annotations = Object.keys(fieldsOf(readField(json, 'metadata.annotations')));
    if (annotations.some((key) => /^cert-manager\.io\/(cluster-)?issuer$/.test(key))) return false;
    return referencesOf({ group, kind, namespace, json }, after.scopeOf).some(
      (one) =>
        one.kind === 'Secret' && one.group === '' && one.name === old && one.namespace === namespace && !one.isOptional,
    );
  });
  if (readers.length === 0) return undefined;
  const names = nameSome(readers.map((one) => titleOf(one.id)).sort(), NAMED);
  return {
    differences: [`spec.secretName "${old}" → "${now}"`],
    destroys: `the certificate in Secret/${old}, which others still name: ${names}`,
    effect: 'cert-manager leaves the old Secret as it is, so its certificate is no longer renewed and expires',
    instead: `let them name "${now}", or keep "${old}"`,
    certain: false,
  };
};
