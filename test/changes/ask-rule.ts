import type { ChangeContext, ChangeRule } from '../../src/changes/change-rule.js';
import { NOTHING_LEFT_OUT } from '../../src/changes/removals/left-out.js';
import type { DeclaredRemoval } from '../../src/declared/removal.js';
import type { Diagnostic } from '../../src/diagnostics/index.js';

interface Asked extends Partial<Omit<ChangeContext, 'compiled'>> {
  readonly removals?: readonly DeclaredRemoval[];
  readonly replacements?: readonly DeclaredRemoval[];
}

/** What a rule finds in the parts of a change that it looks at. It throws where the rule asks for another part. */
export const askRule = (
  rule: ChangeRule,
  { removals = [], replacements = [], ...parts }: Asked,
): readonly Diagnostic[] => {
  const cluster = { name: 'dev', removals, replacements };
  const given: object = { cluster: 'dev', compiled: { cluster }, leftOut: NOTHING_LEFT_OUT, inYaml: false, ...parts };
  const context = new Proxy(given, {
    get: (target, name) => {
      if (!(name in target)) throw new Error(`the test gives no "${String(name)}"`);
      return Reflect.get(target, name) as unknown;
    },
  });
  const found: Diagnostic[] = [];
  rule.check(context as ChangeContext, (problem) => found.push(problem), []);
  return found;
};
