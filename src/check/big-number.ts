import { joinPath } from '../cluster/reads.js';
import { diagnose } from '../diagnostics/index.js';
import { factsOf, specOf } from './facts.js';
import type { Rule } from './rule.js';

/** From here on Go's templates print a number that came from YAML with an exponent. */
const LIMIT = 1_000_000;

/** Helm reads every number as a float: templates print 1000000 as 1e+06, and an account id as 1.23456789012e+11. */
export const bigNumber: Rule = (cluster, report) => {
  for (const object of factsOf(cluster).byKind.get('helm.toolkit.fluxcd.io/HelmRelease') ?? []) {
    const visit = (node: unknown, path: string): void => {
      if (typeof node === 'number' && Math.abs(node) >= LIMIT) {
        report(
          diagnose('FX618', {
            message: `the value ${node} at "${path}" is printed with an exponent by a template that does not say \`int\``,
            at: { addon: object.addon, object: object.title, path },
            fix: `give it as text, '${node}', where the chart takes that; else except the object, with the reason`,
          }),
        );
      } else if (Array.isArray(node)) {
        for (const [index, item] of node.entries()) visit(item, joinPath(path, index));
      } else if (typeof node === 'object' && node !== null) {
        for (const [key, member] of Object.entries(node)) visit(member, joinPath(path, key));
      }
    };
    visit(specOf(object)['values'], 'spec.values');
  }
};
