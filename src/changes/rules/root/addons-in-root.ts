import { posix } from 'node:path';
import { generatedResources } from '../../../applied/build/prepare-folder.js';
import { tryFindKustomizationFile } from '../../../applied/kustomize-files.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { defineChangeRule } from '../../change-rule.js';

const rootAppliesAddons = defineDiagnostic({
  code: 'FX550',
  name: 'root-applies-addons',
  severity: 'error',
  summary:
    "Flux's root reads the folders of addons itself, since they are below its own folder. It applies their objects, too, without the settings and vars of the addons' Kustomizations.",
  page: {
    example: "flux bootstrap with --path=., no kustomization.yaml at the repository's root, and the tree in k8s/",
    flux: "nothing; the root and the addon's Kustomization keep overwriting each other's objects",
    right: "add a kustomization.yaml at the repository's root with resources: [flux-system, clusters/dev/web.yaml]",
  },
});

/**
 * Reports files in addons' folders that Flux's root reads itself: it would apply their objects in addition to the
 * addons' Kustomizations, without their settings and vars.
 */
export const addonsInRootRule = defineChangeRule(
  [rootAppliesAddons],
  ({ cluster, plan: { layout }, view }, report) => {
    if (view === undefined) return;
    const { root, isOwn, inTree, tree, after } = view;
    // A deleted root reads nothing, and another rule reports it.
    if (root.folder === undefined || after.running.isGone) return;
    // The root must read the object that applies the Flux settings.
    const isMeant = (path: string) => layout.isInFolder(path) || path.startsWith(`${layout.fluxSettings}/`);
    const read = root.files.filter((path) => /\.ya?ml$/.test(path) && isOwn(path) && !isMeant(inTree(path)));
    if (read.length === 0) return;
    const folder = root.folder;
    const list = tryFindKustomizationFile(tree, folder);
    const holds = (path: string) => (file: string) => file === path || file.startsWith(`${path}/`);
    const others = root.files.filter((path) => !read.includes(path));
    const entries = generatedResources(tree, folder)
      .filter((path) => others.some(holds(posix.join(folder, path))))
      .sort()
      .map((path) => `\n  - ${path}`);
    const file = list ?? posix.join(folder, 'kustomization.yaml');
    report(
      diagnose(rootAppliesAddons, {
        message: `Flux's root reads ${folder === '' ? 'the whole repository' : `"${folder}"`}, the folders of addons included: it would apply their objects beside the addons' own Kustomizations, without their settings and vars`,
        at: { cluster, file: list ?? root.file ?? folder },
        notes: [`it would read ${read.length === 1 ? `"${read[0]}"` : `"${read[0]}" and ${read.length - 1} more`}`],
        fix:
          list === undefined
            ? `write "${file}" with what the root is to read:\nresources:${entries.join('')}`
            : `take the folders of addons out of "${file}"`,
      }),
    );
  },
  { settledBy: ['adoption'], asksOfAdoption: 'others' },
);
