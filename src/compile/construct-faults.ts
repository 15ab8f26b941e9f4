import { buildFailed, constructFault } from '../addon/diagnostics.js';
import { type Diagnostic, diagnose, thrownText } from '../diagnostics/index.js';
import type { AddonChart } from './build-addons.js';

/** What the constructs of an addon say against themselves, as cdk8s asks them before it writes anything. */
export const constructFaults = ({ instance, chart, isDone }: AddonChart): readonly Diagnostic[] => {
  // Of what isn't finished, something may be missing.
  if (!isDone) return [];
  return chart.node.findAll().flatMap(({ node }): readonly Diagnostic[] => {
    const at = { addon: instance.name, path: node.path };
    try {
      return node.validate().map((message) =>
        diagnose(constructFault, {
          message: `the construct "${node.path}" refuses what it was given: ${message}`,
          at,
          fix: 'Give the construct what it asks for',
        }),
      );
    } catch (error) {
      const message = `a validation of the construct "${node.path}" failed: ${thrownText(error)}`;
      return [diagnose(buildFailed, { message, at, fix: 'fix the validation, which its package added' })];
    }
  });
};
