import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import { clusterOptions } from './diagnostics.js';
import { folderFault } from './folder-fault.js';

/** The folder of a cluster, where the text is one; of what isn't, `report` hears. */
export const parsePath = (given: string | undefined, report: (problem: Diagnostic) => void): string | undefined => {
  if (given === undefined) return undefined;
  const path = given.replace(/^(\.\/)+|\/+$/g, '');
  const fault =
    folderFault(path, 'repository') ??
    (path.split('/').includes('flux-system') ? 'is a folder of Flux itself: give the one that holds it' : undefined);
  if (fault === undefined) return path;
  const isWhole = path === '' || path === '.';
  report(
    diagnose(clusterOptions, {
      message: isWhole
        ? `the path ${formatValue(given)} is the whole repository, where Flux's root would apply the folders of addons too`
        : `the path ${formatValue(given)} ${fault}`,
      at: { path: 'path' },
      fix: isWhole
        ? "give a folder below it: 'clusters/dev'; where Flux reads the whole repository, list the files of that folder in a kustomization.yaml at its root, beside flux-system (FX550 prints the list)"
        : "give the folder that Flux reads, from the repository's root and without '..': 'kubernetes/flux/cluster'",
    }),
  );
  return undefined;
};
