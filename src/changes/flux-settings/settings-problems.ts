import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadableTree } from '../../applied/base-tree.js';
import { BuildError } from '../../applied/build/build-error.js';
import type { BuiltObject } from '../../applied/build/build-folder.js';
import type { BuildCache } from '../../applied/build/folder-builder.js';
import { openFolderBuilder } from '../../applied/build/folder-builder.js';
import { prepareFolder } from '../../applied/build/prepare-folder.js';
import { diskTree } from '../../applied/disk-tree.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import type { FluxSettings } from '../../flux/flux-settings.js';
import type { AppPlan } from '../../tree/plan-app.js';
import { controllerProblems } from './controller-problems.js';
import { fluxNotBuilt, settingsNotIncluded } from './diagnostics.js';
import { findInclude, type Include } from './include.js';
import { instanceChanges } from './instance-changes.js';

export interface SettingsBefore {
  /** The files that synth removes, relative to the tree's root. */
  readonly removed: readonly string[];
  /** The generated file that Flux has, by cluster and path in the tree. @default - the file on the disk */
  readonly inBase?: ((cluster: string, path: string) => string | undefined) | undefined;
}

/**
 * Checks that Flux's own files include the settings, and that the controllers then match them. Builds the files on the
 * disk, together with the planned ones, with the real kustomize.
 *
 * @param project the project's folder, absolute
 */
export const settingsProblems = (
  project: string,
  plan: AppPlan,
  { removed, inBase }: SettingsBefore,
  builds?: BuildCache,
): readonly Diagnostic[] => {
  const { layout } = plan;
  const top = join(project, layout.place.prefix.replace(/[^/]+/g, '..'));
  const inRepository = (path: string) => (layout.inRepository === '' ? path : `${layout.inRepository}/${path}`);
  return plan.compiled.flatMap(({ cluster, layout: own }): readonly Diagnostic[] => {
    const settings = cluster.fluxSettings;
    const isGone = removed.some((path) => path.startsWith(`${own.fluxSettings}/`));
    if (settings === undefined && !isGone) return [];
    const planned = new Map(
      [...plan.files]
        .filter(([path]) => path.startsWith(`${own.fluxSettings}/`))
        .map(([path, text]) => [inRepository(path), text]),
    );
    const tree = diskTree(top, `${inRepository(own.folder)}/flux-system`, planned);
    const find = (field: 'components' | 'resources') =>
      findInclude(tree, inRepository(own.folder), inRepository(own.fluxSettings), field);
    const source = cluster.place();
    const at = { cluster: cluster.name, ...(source === undefined ? {} : { source }) };
    const place = (problem: Diagnostic): Diagnostic => ({ ...problem, at: { ...at, ...problem.at } });
    if (settings === undefined) {
      const left = [find('components'), find('resources')].filter(({ isIncluded }) => isIncluded);
      return left.map((include) => place(stillIncluded(include, inRepository(own.fluxSettings))));
    }
    const isOperator = settings.operator !== undefined;
    const include = find(isOperator ? 'resources' : 'components');
    const other = find(isOperator ? 'components' : 'resources');
    if (other.isIncluded) return [place(wrongField(include, inRepository(own.fluxSettings), isOperator))];
    if (!include.isIncluded) return [place(notIncluded(include, cluster.name, isOperator))];
    const path = `${own.fluxSettings}/flux-instance.yaml`;
    const instance = inRepository(path);
    const before = inBase === undefined ? tryRead(join(top, instance)) : inBase(cluster.name, path);
    const changes = instanceChanges(instance, before, planned.get(instance) ?? '');
    return [...changes, ...buildProblems(tree, include, settings, builds)].map(place);
  });
};

const notIncluded = ({ folder, file, lines, place }: Include, cluster: string, isOperator: boolean): Diagnostic => {
  const path = file ?? `${folder}/kustomization.yaml`;
  if (file === undefined) {
    const header = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';
    const own = isOperator ? lines : `resources:\n  - gotk-components.yaml\n  - gotk-sync.yaml\n${lines}`;
    return diagnose(settingsNotIncluded, {
      message: `nothing applies the settings of Flux in cluster "${cluster}" yet: "${path}" doesn't exist`,
      severity: 'notice',
      at: { path: 'flux' },
      fix: `${isOperator ? 'write this file' : `run flux bootstrap, and then include the folder; or write this file before, and make empty files gotk-components.yaml and gotk-sync.yaml next to it, which the bootstrap fills`}:\n\n${header}${own}\n`,
    });
  }
  return diagnose(settingsNotIncluded, {
    message: `"${path}" doesn't include the settings of Flux in cluster "${cluster}", so nothing would apply them`,
    at: { file: path },
    fix: `add ${place}:\n\n${lines}\n`,
  });
};

const wrongField = ({ file, lines, place }: Include, settings: string, isOperator: boolean): Diagnostic =>
  diagnose(settingsNotIncluded, {
    message: `"${file}" includes "${settings}" as ${isOperator ? 'a component, and it is a resource: a FluxInstance' : 'a resource, and it is a component: patches of controllers'}, so that kustomize fails`,
    at: { file: file ?? settings },
    fix: `take it out there, and add ${place}:\n\n${lines}\n`,
  });

const stillIncluded = ({ file, folder, lines }: Include, settings: string): Diagnostic =>
  diagnose(settingsNotIncluded, {
    message: `"${file}" includes "${settings}", which synth removes because the code has no Flux settings any more: Flux's root wouldn't build, and no commit would reach the cluster`,
    at: { file: file ?? folder },
    fix: `take these lines out of it in the same change:\n\n${lines}\n`,
  });

const buildProblems = (
  tree: ReadableTree,
  { folder, file = folder }: Include,
  settings: FluxSettings,
  builds: BuildCache | undefined,
): readonly Diagnostic[] => {
  const built = tryBuild(tree, folder, builds);
  if (!(built instanceof BuildError)) return controllerProblems(built, settings, file);
  const { isToolMissing, message } = built;
  return [
    diagnose(fluxNotBuilt, {
      message: isToolMissing
        ? `"${folder}" wasn't built with the settings of Flux: ${message}`
        : `"${folder}" doesn't build with the settings of Flux: ${message}`,
      ...(isToolMissing ? { severity: 'notice' } : {}),
      at: { file },
      fix: isToolMissing
        ? 'install kubectl, so that synth can see what the controllers get'
        : `fix "${file}" until kubectl kustomize builds the folder`,
    }),
  ];
};

const tryRead = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const tryBuild = (
  tree: ReadableTree,
  folder: string,
  builds: BuildCache | undefined,
): readonly BuiltObject[] | BuildError => {
  try {
    return openFolderBuilder(builds).build(tree, prepareFolder(tree, folder, {}, { leavesOutRemote: true }));
  } catch (error) {
    if (error instanceof BuildError) return error;
    throw error;
  }
};
