import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { AppLayout } from '../compile/layout.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { TreeChanges } from '../tree/compare-tree.js';
import { uncomparedRemoval } from '../tree/diagnostics.js';

/**
 * Addons whose files go while nothing is compared with what Flux has: two apps that write one cluster remove each
 * other's addons so.
 *
 * @param tree where the files lie
 */
export const uncomparedRemovals = (
  tree: AppLayout,
  compiled: readonly CompiledCluster[],
  { removed }: Pick<TreeChanges, 'removed'>,
): readonly Diagnostic[] =>
  compiled.flatMap(({ cluster }) => {
    const layout = tree.of(cluster.name);
    const isDeclared = (addon: string): boolean => cluster.removals.some(({ what }) => what === addon);
    const addons = removed.flatMap((path) => {
      const addon = layout.entryOf(path);
      return addon === undefined || isDeclared(addon) ? [] : [addon];
    });
    if (addons.length === 0) return [];
    const names = addons.map((addon) => `"${addon}"`).join(', ');
    const [their, them] = addons.length === 1 ? ['its', 'it'] : ['their', 'them'];
    return [
      diagnose(uncomparedRemoval, {
        message: `synth removes ${addons.length === 1 ? 'addon' : 'addons'} ${names} of cluster "${cluster.name}", which the app doesn't have, and nothing was compared with what Flux has`,
        at: { cluster: cluster.name, file: tree.inProject(layout.folder) },
        notes: [`Flux deletes everything that ${their} Kustomization${addons.length === 1 ? '' : 's'} applied`],
        fix: `if that is intended, declare it: ${addons.map((addon) => `.removed('${addon}', { reason: '…' })`).join('')}; if another app has ${them}, give each app a name (new FluxApp({ name: 'platform' })), and either clusters with other names or a root of its own, and restore the files: git restore ${tree.root || '.'}`,
      }),
    ];
  });
