import { infraMismatch } from '../compile/diagnostics.js';
import { infraProblems } from '../compile/infra-problems.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, diagnose, FluxspanError } from '../diagnostics/index.js';
import type { InfraOptions } from './define-infra.js';
import type { InfraOf } from './flux-cluster.js';

/**
 * Reads the infra of a cluster from unchecked data: a value, or JSON as text. Unlike `defineInfra` it
 * looks at patterns too.
 *
 * @throws FluxspanError with everything that does not keep the contract; never with a value
 * @example const infra = parseInfra(dev, readFileSync('infra.json', 'utf8'));
 */
export const parseInfra = <C extends AnyFluxCluster, const State extends string | null = string | null>(
  cluster: C,
  json: unknown,
  { state }: InfraOptions<State> = {},
): InfraOf<C, State> => {
  const infra = typeof json === 'string' ? parseText(cluster, json) : json;
  const problems = infraProblems(cluster, infra, { patterns: true, state });
  if (problems.length > 0) throw new FluxspanError(problems);
  return infra as InfraOf<C, State>;
};

const parseText = (cluster: AnyFluxCluster, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // V8's message would quote the text.
    const problem: Diagnostic = diagnose(infraMismatch, {
      message: 'the infra is not JSON',
      at: { cluster: cluster.name },
      fix: 'give an object with vars, values and secrets, or its JSON',
    });
    throw new FluxspanError([problem]);
  }
};
