import type { Diagnostic } from '../diagnostics/index.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { objectSchema } from '../rules/diagnostics.js';
import { isBuiltInGroup } from '../schema/kubernetes-groups.js';

const UNKNOWN = /^the API server refuses (.*): ("[^"]+" is a field that nothing reads)$/;

/**
 * A field that a kind of Kubernetes' own doesn't have never reaches the API server: Flux turns such objects into their
 * types, and back. https://github.com/fluxcd/pkg/blob/main/ssa/normalize/normalize.go
 */
export const openDropped = ({ units }: RuleState): ((one: Diagnostic) => Diagnostic) => {
  const builtIn = new Set(
    units.flatMap(({ objects }) => objects.filter(({ group }) => isBuiltInGroup(group)).map(({ title }) => title)),
  );
  return (one) => {
    const [, title, what] = (one.code === objectSchema.code && UNKNOWN.exec(one.message)) || [];
    if (title === undefined || !builtIn.has(one.at.object ?? title)) return one;
    return { ...one, severity: 'warning', message: `${title}: ${what}, and Flux leaves it out` };
  };
};
