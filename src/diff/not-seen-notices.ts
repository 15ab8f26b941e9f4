import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { ClusterDiff } from './compare-states.js';
import { notCompared } from './diagnostics.js';

/** One for each cause and cluster: what Flux applies besides is compared all the same. */
export const notSeenNotices = ({ cluster, notSeen }: Pick<ClusterDiff, 'cluster' | 'notSeen'>): readonly Diagnostic[] =>
  notSeen.map(({ what, reason, file, line }) =>
    diagnose(notCompared, {
      message: `${what} ${reason.replace(/^it is in/, 'is in')}, so what Flux applies from it isn't compared`,
      at: { cluster, ...(file === '' ? {} : { file: line === undefined ? file : `${file}:${line}` }) },
      fix: 'nothing to do where that is intended',
    }),
  );
