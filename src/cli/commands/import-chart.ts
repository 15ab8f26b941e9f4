import { join, relative, resolve } from 'node:path';
import { importChart } from '../../charts/import-chart.js';
import { ImportError, type ImportProblem } from '../../charts/import-problem.js';
import { chartNames } from '../../charts/print-chart-module.js';
import { planChartFiles, writeChart } from '../../charts/write-chart.js';
import { textOf } from '../../json/as-shape.js';
import { type Args, type Command, type ExitCode, exit, type Io, type Started, UsageError } from '../command.js';
import { localSource } from '../local-source.js';
import { printImportProblem } from '../print-import-problem.js';

const usage = `usage: fluxspan import chart SOURCE [--chart NAME] [--version VERSION] [--name NAME] [--out FOLDER] [--check] [--force] [--json]
       fluxspan import chart SOURCE [--chart NAME] [--version VERSION] [--name NAME] [--out FOLDER] --diff [--from CHART] [--json]

Writes the Helm values of a chart as TypeScript: a type for \`helmChart\`, and the schema by which synth checks values.

  SOURCE             a chart's folder, a .tgz, a values.yaml, a values.schema.json, or an address: oci://… or
                     https://… (pulled by the \`helm\` on the PATH)
  --chart NAME       the chart in a Helm repository
  --version VERSION  the version to pull; a local chart has its own; for a values.yaml, the version that it belongs to
  --name NAME        the name of the module and the type; otherwise the chart's own name
  --out FOLDER       where to write; otherwise imports/charts
  --check            write nothing; exit with 1 if the files are out of date
  --force            rewrite modules that were edited by hand; without it they are kept, and reported
  --diff             write nothing; compare the imported version with this one: keys and defaults of its values, the
                     project's values that are affected, and the objects that helm renders from both
  --from CHART       with --diff, what to compare with instead of the imported version: a folder, a .tgz or an address
  --json             print the result as JSON

Examples:
  fluxspan import chart oci://ghcr.io/example/charts/web --version 1.2.3
  fluxspan import chart https://charts.example.org --chart web --check`;

export const importChartCommand: Command = {
  usage,
  options: {
    chart: { type: 'string' },
    version: { type: 'string' },
    name: { type: 'string' },
    out: { type: 'string' },
    check: { type: 'boolean' },
    diff: { type: 'boolean' },
    from: { type: 'string' },
    force: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: { min: 1, max: 1 },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    if (args.values['diff'] === true) {
      for (const option of ['check', 'force']) {
        if (args.values[option] === true) throw new UsageError(`--diff writes nothing, so it takes no --${option}`);
      }
      // It loads all that synth does.
      return (await import('../import-chart-diff.js')).importChartDiff(args, io, bundle);
    }
    if (args.values['from'] !== undefined) throw new UsageError('--from is for --diff');
    const source = args.positionals[0]!;
    const isRemote = /^[a-z]+:\/\//.test(source);
    const folder = resolve(io.cwd(), textOf(args.values['out']) ?? 'imports/charts');
    const shown = (file: string) => relative(io.cwd(), join(folder, file)).replaceAll('\\', '/');
    const problems: ImportProblem[] = [];
    let files: readonly string[] = [];
    let exported: readonly string[] = [];
    let stale = false;
    try {
      const imported = await importChart(isRemote ? source : resolve(io.cwd(), source), {
        chart: textOf(args.values['chart']),
        version: textOf(args.values['version']),
        name: textOf(args.values['name']),
        ...(isRemote ? {} : { origin: localSource(io.cwd(), source) }),
      });
      problems.push(...imported.problems);
      exported = Object.values(chartNames(imported.name));
      const plan = planChartFiles(folder, imported, { force: args.values['force'] === true, within: io.cwd() });
      files = plan.stale.map(shown);
      stale = args.values['check'] === true && plan.stale.length > 0;
      problems.push(...plan.problems);
      if (args.values['check'] !== true && plan.problems.length === 0) writeChart(folder, imported, plan.stale);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      problems.push(error.problem);
    }
    const failed = stale || problems.some(({ severity }) => severity === 'error');
    if (args.values['json'] === true) {
      io.stdout.write(`${JSON.stringify({ ok: !failed, files, problems }, null, 2)}\n`);
      return failed ? exit.problems : exit.clean;
    }
    for (const problem of problems) io.stderr.write(printImportProblem(problem));
    if (problems.some(({ severity }) => severity === 'error')) return exit.problems;
    for (const file of files) io.stdout.write(`${args.values['check'] === true ? 'stale' : 'wrote'} ${file}\n`);
    if (files.length === 0) io.stdout.write('up to date\n');
    else if (args.values['check'] !== true) io.stdout.write(`they export ${exported.join(' and ')}\n`);
    return failed ? exit.problems : exit.clean;
  },
};
