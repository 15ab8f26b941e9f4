import type { RenderedObject } from '../cluster/rendered.js';
import { diagnose } from '../diagnostics/index.js';
import type { Rule } from './rule.js';

/** Group, kind, namespace and name: what the API server, and Flux's inventory, know an object by. */
export const identityOf = (object: Pick<RenderedObject, 'group' | 'kind' | 'namespace' | 'name'>): string =>
  `${object.group}/${object.kind}/${object.namespace ?? ''}/${object.name}`;

/** No object of a cluster is there twice: it would have two owners, or fail its own build. */
export const duplicateObject: Rule = ({ addons }, report) => {
  const first = new Map<string, RenderedObject>();
  for (const addon of addons) {
    for (const object of [...addon.objects, ...addon.entry]) {
      const identity = identityOf(object);
      const other = first.get(identity);
      if (other === undefined) {
        first.set(identity, object);
        continue;
      }
      const where = object.namespace === undefined ? '' : ` in namespace "${object.namespace}"`;
      report(
        diagnose('FX302', {
          message:
            other.addon === object.addon
              ? `addon "${object.addon}" makes ${object.title}${where} twice`
              : `addons "${other.addon}" and "${object.addon}" both make ${object.title}${where}`,
          at: { addon: object.addon, object: object.title },
          fix:
            other.addon === object.addon
              ? 'give the second one a `name` of its own'
              : 'let one of them make it and the other refer to it',
        }),
      );
    }
  }
};
