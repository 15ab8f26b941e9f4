import type { Diagnostic } from '../diagnostics/index.js';
import { objectRule, objectSchema } from '../rules/diagnostics.js';
import { writtenExpressions } from '../substitution/written-expressions.js';
import type { OwnerWithVars } from './state-of-view.js';

/** Whether a schema was asked about a value that only the cluster knows: Flux puts it in before the API server sees it. */
export const isOfUnknownValue = ({ code, message, at }: Diagnostic, owners: readonly OwnerWithVars[]): boolean => {
  if (code !== objectSchema.code && code !== objectRule.code) return false;
  const names = writtenExpressions(message).flatMap((one) => one.names);
  if (names.length === 0) return false;
  return owners.some(
    ({ owner, vars }) =>
      vars.isSubstituted &&
      owner.objects.some(({ id }) => `${id.kind}/${id.name}` === at.object) &&
      names.some((name) => vars.open.length > 0 || (vars.values.has(name) && vars.values.get(name) === undefined)),
  );
};
