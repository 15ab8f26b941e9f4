import type { CompiledCluster } from '../../compile/compiled-cluster.js';

/** The Kustomizations of a cluster's addons, each after those that it waits for. Suspended ones never become ready. */
export const bringUpOrder = ({
  built,
}: Pick<CompiledCluster, 'built'>): readonly { readonly namespace: string; readonly name: string }[] => {
  const byName = new Map(built.addons.map((addon) => [addon.name, addon]));
  const ordered = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    const addon = byName.get(name);
    // A circle has been reported.
    if (addon === undefined || ordered.has(name) || above.includes(name)) return;
    for (const other of addon.dependsOn) visit(other, [...above, name]);
    ordered.add(name);
  };
  for (const { name } of built.addons) visit(name, []);
  return [...ordered].flatMap((name) => {
    const { settings, kustomizationNamespace: namespace } = byName.get(name)!;
    return settings['suspend'] === true ? [] : [{ namespace, name }];
  });
};
