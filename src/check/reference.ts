import type { RenderedCluster, RenderedObject } from '../cluster/rendered.js';
import { diagnose, suggest } from '../diagnostics/index.js';
import type { Rule } from './rule.js';

/** Every object that another one names is made by its addon or by one that its addon waits for. */
export const reference: Rule = (cluster, report) => {
  const made = new Map<string, RenderedObject[]>();
  for (const addon of cluster.addons) {
    for (const object of addon.objects) {
      const key = `${object.group}/${object.kind}`;
      const all = made.get(key);
      if (all === undefined) made.set(key, [object]);
      else all.push(object);
    }
  }
  const waitsFor = reachable(cluster);
  for (const { objects } of cluster.addons) {
    for (const object of objects) {
      for (const ref of object.references) {
        const at = { addon: object.addon, object: object.title, path: ref.path };
        const what = `${ref.kind}/${ref.name}${ref.namespace === undefined ? '' : ` in namespace "${ref.namespace}"`}`;
        if (ref.target !== undefined && ref.target.node.root !== object.construct.node.root) {
          report(foreignCluster(what, at));
          continue;
        }
        if (ref.target !== undefined && clusterOf(ref.target.node.path) !== clusterOf(object.construct.node.path)) {
          report(foreignCluster(what, at));
          continue;
        }
        if (ref.external) continue;
        const candidates = made.get(`${ref.group}/${ref.kind}`) ?? [];
        const namespace = ref.namespace ?? object.namespace;
        const found = candidates.find(
          (one) => one.name === ref.name && (one.namespace === undefined || one.namespace === namespace),
        );
        if (found === undefined) {
          report(
            diagnose('FX307', {
              message: `no addon of the cluster makes ${what}`,
              at,
              fix: `add the addon that makes it, or say external: true if it is there already; ${suggest(ref.name, new Set(candidates.map((one) => one.name)))}`,
            }),
          );
        } else if (found.addon !== object.addon && !waitsFor(object.addon).has(found.addon)) {
          report(
            diagnose('FX307', {
              message: `addon "${object.addon}" reads ${what} of addon "${found.addon}", and does not wait for it`,
              at,
              fix: `move it to a stage after "${found.addon}" and let the addon require "${found.addon}", or the stage say dependsOn: ['${found.addon}']`,
            }),
          );
        }
      }
    }
  }
};

const clusterOf = (path: string): string => path.split('/')[0]!;

const foreignCluster = (what: string, at: { addon: string; object: string; path: string }) =>
  diagnose('FX308', {
    message: `${what} is a construct of another cluster or app`,
    at,
    fix: 'refer to the object by name, as an option of the addon; each cluster has its own',
  });

/** By addon: all that it waits for, near and far. Found once for each addon that is asked about. */
const reachable = ({ addons }: RenderedCluster): ((addon: string) => ReadonlySet<string>) => {
  const edges = new Map(addons.map(({ built }) => [built.name, built.dependsOn]));
  const known = new Map<string, ReadonlySet<string>>();
  return (addon) => {
    const cached = known.get(addon);
    if (cached !== undefined) return cached;
    const found = new Set<string>();
    const open = [...(edges.get(addon) ?? [])];
    while (open.length > 0) {
      const next = open.pop()!;
      if (found.has(next)) continue;
      found.add(next);
      open.push(...(edges.get(next) ?? []));
    }
    known.set(addon, found);
    return found;
  };
};
