import type { CompiledCluster, CompiledObject } from '../../compile/compiled-cluster.js';
import { duplicateObject } from '../../constructs/diagnostics.js';
import { Manifest } from '../../constructs/manifest.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import { diagnose } from '../../diagnostics/index.js';
import { defineRule } from '../rule.js';

/** Group, kind, namespace and name: what the API server, and Flux's inventory, know an object by. */
const identityOf = ({ group, kind, name }: CompiledObject, namespace: string | undefined): string =>
  `${group}/${kind}/${namespace ?? ''}/${name}`;

/**
 * Flux's root and its source, in the folder that the root reads: flux bootstrap makes them of a GitRepository, and the Flux
 * Operator of what its `sync` says. https://fluxcd.io/flux/installation/bootstrap/
 */
const rootOf = ({ app: { source }, cluster: { fluxSettings } }: CompiledCluster): readonly string[] => {
  const sync = fluxSettings?.operator?.sync;
  const kind =
    sync?.kind ?? (source.name === NAME && source.namespace === FLUX_NAMESPACE ? source.kind : 'GitRepository');
  const name = sync?.name ?? NAME;
  return [`kustomize.toolkit.fluxcd.io/Kustomization`, `source.toolkit.fluxcd.io/${kind}`].map(
    (one) => `${one}/${FLUX_NAMESPACE}/${name}`,
  );
};

const NAME = 'flux-system';

/** Whose an object is that is in the cluster without any addon. */
const othersOf = (cluster: CompiledCluster): ReadonlyMap<string, string> =>
  new Map([
    ...rootOf(cluster).map((identity) => [identity, "Flux's own"] as const),
    ...cluster.contract.configMaps.map(
      ({ namespace, name }) => [`/ConfigMap/${namespace}/${name}`, 'written by Terraform'] as const,
    ),
  ]);

/** No object of a cluster is there twice: it would have two owners, or fail its own build. */
export const duplicateObjectRule = defineRule(
  [duplicateObject],
  (cluster, report, { sets }) => {
    const {
      addons,
      built: { scopeOf },
    } = cluster;
    const first = new Map<string, CompiledObject>();
    const others = othersOf(cluster);
    for (const addon of addons) {
      for (const object of [...addon.objects, ...addon.entry]) {
        // The API server drops a namespace that a kind cannot have.
        const namespace = scopeOf(object.group, object.kind) === 'Cluster' ? undefined : object.namespace;
        const identity = identityOf(object, namespace);
        const owner = others.get(identity);
        if (owner !== undefined) {
          report(
            diagnose(duplicateObject, {
              message: `addon "${object.addon}" makes ${object.title} in namespace "${namespace}", which is ${owner}`,
              at: { addon: object.addon, object: object.title },
              fix: 'give it a name of its own, or leave it to its owner',
            }),
          );
        }
        const other = first.get(identity);
        if (other === undefined) {
          first.set(identity, object);
          continue;
        }
        const where = namespace === undefined ? '' : ` in namespace "${namespace}"`;
        const [place, otherPlace] = [Manifest.placeOf(object.construct), Manifest.placeOf(other.construct)];
        report(
          diagnose(duplicateObject, {
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
    // The Flux Operator applies what a ResourceSet makes, and deletes it.
    const setOf = new Map<string, CompiledObject>();
    for (const object of sets.objects) {
      const { set } = object.madeBy;
      const namespace = scopeOf(object.group, object.kind) === 'Cluster' ? undefined : object.namespace;
      const identity = identityOf(object, namespace);
      const [other, otherSet] = [first.get(identity), setOf.get(identity)];
      if (otherSet === undefined) setOf.set(identity, set);
      if (other === undefined && otherSet === undefined) continue;
      const where = namespace === undefined ? '' : ` in namespace "${namespace}"`;
      const whose =
        otherSet === undefined ? `addon "${other!.addon}"` : `${otherSet.title} of addon "${otherSet.addon}"`;
      const place = Manifest.placeOf(set.construct);
      report(
        diagnose(duplicateObject, {
          message: `${set.title} of addon "${set.addon}" makes ${object.title}${where}, and so does ${whose}: the Flux Operator and ${otherSet === undefined ? 'Flux' : 'the other set'} take it from each other, and the first that loses it deletes it`,
          at: { addon: set.addon, object: set.title, ...(place === undefined ? {} : { source: place }) },
          fix: 'let one of them make it',
        }),
      );
    }
  },
  { looksAtTree: true },
);
