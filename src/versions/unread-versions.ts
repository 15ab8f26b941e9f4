import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { unreadVersion } from './diagnostics.js';
import { fileAt } from './files.js';
import { TOGETHER } from './parse-rings.js';
import { wordOf } from './parse-versions.js';
import type { OpenedVersions } from './while-recording.js';

/**
 * What is to be said of the files of versions once clusters are built: names that nothing has read, and more.
 *
 * @param isWhole whether all clusters were built, each to its end: only then is it known what nothing reads
 */
export const versionNotices = (opened: readonly OpenedVersions[], isWhole: boolean): readonly Diagnostic[] =>
  opened.flatMap(({ versions, read }) => [
    ...versions.problems,
    ...(isWhole ? (['versions', 'images', 'settings'] as const) : []).flatMap((list) =>
      [...versions[list]]
        .filter(([name]) => !read[list].has(name))
        .map(([name, { line, rings }]) =>
          diagnose(unreadVersion, {
            message: `nothing reads ${wordOf(list)} "${name}"`,
            at: { file: fileAt(line) },
            fix: `read it: ${wordOf(list)}('${name}'${rings === undefined || rings === TOGETHER ? '' : ', ring'}), from imports/versions.ts; or delete it`,
          }),
        ),
    ),
  ]);
