import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { twoTools } from '../../owners/diagnostics.js';
import { identityTitle } from '../../owners/identity.js';
import { treeClaims } from '../../owners/tree-claims.js';
import type { RuleState } from '../../rules/context/rule-state.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { appliedObjects } from '../applied-objects.js';
import type { AllWrittenData } from './written-data.js';

/**
 * ConfigMaps and Secrets of the tree whose names Terraform writes into namespaces that it alone knows. Terraform runs before
 * Flux, so it doesn't write into those that the tree itself makes.
 */
export const openOwners = (state: RuleState, { patterns }: Pick<AllWrittenData, 'patterns'>): readonly Diagnostic[] => {
  const open = patterns.filter(({ namespace, isGiven }) => namespace === undefined && isGiven !== true);
  if (open.length === 0) return [];
  const own = new Set(state.namespaces.map(({ name }) => name));
  return appliedObjects(state)
    .flatMap((object) => treeClaims(object))
    .flatMap(({ identity, owner, object, letsGo, doubt }): readonly Diagnostic[] => {
      if (identity.is !== 'object' || identity.group !== '' || own.has(identity.namespace)) return [];
      if (identity.namespace === '' || holdsExpression(identity.namespace)) return [];
      const found = open.find(({ kind, pattern }) => kind === identity.kind && pattern.test(identity.name));
      if (found === undefined) return [];
      const { address, place } = found.data;
      return [
        diagnose(twoTools, {
          severity: 'notice',
          message: `${identityTitle(identity)} may have two owners: ${owner} and Terraform's ${address}`,
          at: { ...object.at, object: `${object.kind}/${object.name}` },
          notes: [
            `${address} is in ${place}`,
            'into which namespaces it writes is known only to Terraform',
            ...(doubt === undefined ? [] : [doubt]),
          ],
          fix: `if this namespace is one of them, ${letsGo ?? `take ${object.kind}/${object.name} out of ${object.owner}`}, or take the namespace out of Terraform's`,
        }),
      ];
    });
};
