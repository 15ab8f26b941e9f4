import type { RenderedObject } from '../cluster/rendered.js';
import { Manifest } from '../constructs/manifest.js';
import { diagnose } from '../diagnostics/index.js';
import type { Rule } from './rule.js';

/** Group, kind, namespace and name: what the API server, and Flux's inventory, know an object by. */
const identityOf = ({ group, kind, name }: RenderedObject, namespace: string | undefined): string =>
  `${group}/${kind}/${namespace ?? ''}/${name}`;

/** No object of a cluster is there twice: it would have two owners, or fail its own build. */
export const duplicateObject: Rule = ({ addons, built: { scopeOf } }, report) => {
  const first = new Map<string, RenderedObject>();
  for (const addon of addons) {
    for (const object of [...addon.objects, ...addon.entry]) {
      // The API server drops a namespace that a kind cannot have.
      const namespace = scopeOf(object.group, object.kind) === 'Cluster' ? undefined : object.namespace;
      const identity = identityOf(object, namespace);
      const other = first.get(identity);
      if (other === undefined) {
        first.set(identity, object);
        continue;
      }
      const where = namespace === undefined ? '' : ` in namespace "${namespace}"`;
      const [place, otherPlace] = [Manifest.placeOf(object.construct), Manifest.placeOf(other.construct)];
      report(
        diagnose('FX302', {
          message:
            other.addon === object.addon
              ? `addon "${object.addon}" makes ${object.title}${where} twice`
              : `addons "${other.addon}" and "${object.addon}" both make ${object.title}${where}`,
          at: { addon: object.addon, object: object.title, ...(place === undefined ? {} : { source: place }) },
          notes: otherPlace === undefined || otherPlace === place ? [] : [`the other one is made at ${otherPlace}`],
          fix:
            other.addon === object.addon
              ? 'give the second one a `name` of its own'
              : 'let one of them make it and the other refer to it',
        }),
      );
    }
  }
};
