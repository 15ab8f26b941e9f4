import { resolve } from 'node:path';
import { ImportError } from '../charts/import-problem.js';
import { textOf } from '../json/as-shape.js';
import { printUpgrade, upgradeAsJson } from '../upgrade/index.js';
import { type ChartUpgrade, explainChartUpgrade } from './chart-upgrade.js';
import type { Args, ExitCode, Io, Started } from './command.js';
import { printImportProblem } from './print-import-problem.js';
import { reportDiagnostics } from './report-diagnostics.js';

/** Explains what the chart would change. The project, git and the tree stay as they are. */
export const importChartDiff = async (args: Args, io: Io, bundle: Started['bundle']): Promise<ExitCode> => {
  const { chart, version, name, from, out } = Object.fromEntries(
    Object.entries(args.values).map(([key, value]) => [key, textOf(value)]),
  );
  const asJson = args.values['json'] === true;
  let found: ChartUpgrade;
  try {
    found = await explainChartUpgrade(
      {
        to: { source: args.positionals[0]!, chart, version },
        options: { name },
        from,
        folder: resolve(io.cwd(), out ?? 'imports/charts'),
        cwd: io.cwd(),
      },
      bundle,
    );
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    found = { explained: undefined, problems: [error.problem], diagnostics: [] };
  }
  const { explained, problems, diagnostics } = found;
  const fails = problems.some(({ severity }) => severity === 'error');
  if (!asJson) for (const problem of problems) io.stderr.write(printImportProblem(problem));
  const { code, isJson } = reportDiagnostics(diagnostics, args, io, {
    fails,
    fields: () => ({ ...(explained === undefined ? {} : upgradeAsJson(explained)), problems }),
  });
  if (!isJson && explained !== undefined) io.stdout.write(printUpgrade(explained));
  return code;
};
