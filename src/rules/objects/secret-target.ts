import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn, type StateObject, specOf, unitTitle } from '../rule.js';

const secretTarget = defineDiagnostic({
  code: 'FX635',
  name: 'secret-target',
  severity: 'error',
  summary: 'Two ExternalSecrets own the same Secret, or one writes a key twice: the operator refuses the second.',
  page: {
    example: 'ExternalSecrets "db" and "db-admin", both with target: { name: "db" }',
    flux: 'target is owned by another ExternalSecret',
    right: 'give each a target; or set creationPolicy: "Merge" in one of them',
  },
  exceptable: true,
});

/** A Secret has one owner, and each of its keys one origin. */
export const secretTargetRule = defineRule([secretTarget], (_, report, { index }) => {
  const owners = new Map<string, StateObject>();
  for (const object of index.byKind.get('external-secrets.io/ExternalSecret') ?? []) {
    const { target, data } = specOf(object);
    const at = (path: string) => placeIn(object, path);
    const { name = object.name, creationPolicy = 'Owner', deletionPolicy = 'Retain' } = isObject(target) ? target : {};
    const seen = new Set<unknown>();
    for (const [index, entry] of listOf(data).entries()) {
      const key = isObject(entry) ? entry['secretKey'] : undefined;
      if (typeof key !== 'string' || holdsExpression(key)) continue;
      if (seen.has(key) && deletionPolicy === 'Retain') {
        report(
          diagnose(secretTarget, {
            message: `${object.title} writes the key "${key}" twice`,
            at: at(`spec.data[${index}].secretKey`),
            notes: ['its webhook refuses a secretKey that is there twice'],
            fix: 'give each entry a key of its own',
          }),
        );
      }
      seen.add(key);
    }
    if (creationPolicy !== 'Owner' || typeof name !== 'string' || holdsExpression(`${name} ${object.namespace}`))
      continue;
    const identity = `${object.namespace}/${name}`;
    const other = owners.get(identity);
    if (other === undefined) owners.set(identity, object);
    else if (other.name !== object.name) {
      report(
        diagnose(secretTarget, {
          message: `${object.title} and ${other.title} of ${unitTitle(other)} both own the Secret "${name}" in namespace "${object.namespace}"`,
          at: at('spec.target'),
          notes: ['the operator lets the first one have it: target is owned by another ExternalSecret'],
          fix: `give it a Secret of its own: target: { name: '${object.name === name ? `${name}-2` : object.name}' }`,
        }),
      );
    }
  }
});
