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
  report(
    diagnose(clusterOptions, {
      message: `the path ${formatValue(given)} ${fault}`,
      at: { path: 'path' },
      fix: "give the folder that Flux reads, from the repository's root and without '..': 'kubernetes/flux/cluster'",
    }),
  );
  return undefined;
};
