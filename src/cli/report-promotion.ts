import { type Diagnostic, sortDiagnostics } from '../diagnostics/index.js';
import { diffJson } from '../diff/print/diff-json.js';
import { noPaint, printDiffText, terminalPaint } from '../diff/print/print-text.js';
import type { DiffResult } from '../diff/run-diff.js';
import type { Promoted, Promotion } from '../promote/plan-promotion.js';
import type { SynthResult } from '../synth/synth-app.js';
import { VERSIONS_FILE } from '../versions/files.js';
import { wordOf } from '../versions/parse-versions.js';
import type { Ring } from '../versions/ring.js';
import { hasColour } from './colour.js';
import type { Args, ExitCode, Io } from './command.js';
import { listFiles } from './list-files.js';
import { reportDiagnostics } from './report-diagnostics.js';

/** What a promotion did, or would do. */
export interface DonePromotion {
  readonly promotion: Promotion;
  readonly ring: Ring;
  readonly result: SynthResult;
  readonly shown: DiffResult;
  readonly isDry: boolean;
}

/** Prints what a ring gets, what that changes in its clusters, and the files. */
export const reportPromotion = (
  { promotion, ring, result, shown, isDry }: DonePromotion,
  args: Args,
  io: Io,
): ExitCode => {
  const { promoted, problems } = promotion;
  // The tree is right all the same.
  const notCompared = shown.diagnostics.map(
    (one): Diagnostic => (one.severity === 'error' ? { ...one, severity: 'warning' } : one),
  );
  const { added, changed, removed } = result.changes;
  const diagnostics = sortDiagnostics([...problems, ...result.diagnostics, ...notCompared]);
  const { code, isJson } = reportDiagnostics(diagnostics, args, io, {
    fields: () => ({
      written: !isDry,
      ring: ring.name,
      promoted: promoted.map(({ ended: _, ...one }) => ({ ...one, from: one.from ?? null })),
      added,
      changed,
      removed,
      ...diffJson(shown),
    }),
  });
  if (isJson) return code;
  const lines = promoted.map((one) => `${ring.name} gets ${describe(one)}\n`);
  io.stdout.write(`${lines.join('')}\n`);
  io.stdout.write(printDiffText(shown, hasColour(io.stdout, io) ? terminalPaint : noPaint));
  if (isDry) {
    io.stdout.write('\nnothing was written (--dry-run)\n');
    return code;
  }
  io.stdout.write(`\n~ ${VERSIONS_FILE}\n`);
  for (const [mark, list] of [
    ['+', added],
    ['~', changed],
    ['-', removed],
  ] as const) {
    for (const line of listFiles(list, result.plan.layout, { namesAll: mark === '-' }))
      io.stdout.write(`${mark} ${line}\n`);
  }
  return code;
};

const describe = ({ list, name, from, to, ended }: Promoted): string =>
  `${wordOf(list)} "${name}": ${from === undefined ? to : `${from} → ${to}`}${ended === undefined ? '' : `; its hold, until ${ended.until}, goes`}`;
