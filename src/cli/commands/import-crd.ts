import { basename, join, relative, resolve } from 'node:path';
import { changeAsJson, printChanges } from '../../charts/difference/print-changes.js';
import { ImportError, type ImportProblem } from '../../charts/import-problem.js';
import { planChartFiles, writeChart } from '../../charts/write-chart.js';
import { readRegularFile } from '../../files/read-file.js';
import { textOf } from '../../json/as-shape.js';
import { compareKinds, type KindDifference } from '../../kinds/compare-kinds.js';
import { importOwnCrds, isSameImport, schemaFileOf } from '../../kinds/import-own-crds.js';
import { type CrdText, readCrdFiles } from '../../kinds/read-crd-files.js';
import { type Args, type Command, type ExitCode, exit, type Io, UsageError } from '../command.js';
import { localSource } from '../local-source.js';
import { printImportProblem } from '../print-import-problem.js';

const usage = `usage: fluxspan import crd SOURCE [--name NAME] [--check | --diff] [--force] [--json]

Writes a class for each of your own kinds, in one module for each API group: imports/<group>.ts. It also writes the CRDs
to imports/crds, where synth finds them and checks objects by them. Kinds that an earlier import wrote stay.

  SOURCE        a file with CRDs, a folder, a chart (a folder or a .tgz), or - for standard input:
                kubectl get crd -o yaml | fluxspan import crd -
  --name NAME   how the files refer to the source; otherwise by its path in the repository, or by its file name if
                it is elsewhere
  --check       write nothing; exit with 1 if the files are out of date
  --diff        write nothing; show what differs from the last import: kinds, versions and fields
  --force       rewrite files that were edited by hand; without it they are kept, and reported
  --json        print the result as JSON

Examples:
  fluxspan import crd crds/
  kubectl get crd -o yaml | fluxspan import crd - --name cluster`;

/** Where the files are, relative to the project. */
const FOLDER = 'imports';
const MOST_MEGABYTES = 128;

const readStdin = async (io: Io, label: string): Promise<readonly CrdText[]> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of io.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_MEGABYTES * 2 ** 20) {
      throw new ImportError({
        at: label,
        message: `standard input has more than ${MOST_MEGABYTES} MB`,
        fix: 'give fewer CRDs: kubectl get crd NAME… -o yaml',
      });
    }
    chunks.push(bytes);
  }
  return [{ label, text: Buffer.concat(chunks).toString() }];
};

const tryRead = (path: string): string | undefined => {
  try {
    return readRegularFile(path, MOST_MEGABYTES).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const printDifference = ({ title, changes }: KindDifference): readonly string[] => [
  '',
  title,
  ...printChanges(changes),
];

export const importCrdCommand: Command = {
  usage,
  options: {
    name: { type: 'string' },
    check: { type: 'boolean' },
    diff: { type: 'boolean' },
    force: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: { min: 1, max: 1 },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const { check, diff, force, json } = args.values;
    if (diff === true && (check === true || force === true)) {
      throw new UsageError(`--diff writes nothing, so it takes no --${check === true ? 'check' : 'force'}`);
    }
    const source = args.positionals[0]!;
    const local = () => localSource(io.cwd(), source) ?? basename(resolve(io.cwd(), source));
    const origin = textOf(args.values['name']) ?? (source === '-' ? 'standard input' : local());
    const folder = resolve(io.cwd(), FOLDER);
    const problems: ImportProblem[] = [];
    let files: readonly string[] = [];
    let differences: readonly KindDifference[] = [];
    let groups: readonly string[] = [];
    try {
      const texts = source === '-' ? await readStdin(io, origin) : readCrdFiles(resolve(io.cwd(), source), source);
      const readImported = (path: string) => tryRead(join(folder, path));
      const imported = importOwnCrds(texts, { origin, label: source === '-' ? origin : source, readImported });
      problems.push(...imported.problems);
      groups = imported.groups;
      const options = {
        force: force === true,
        within: io.cwd(),
        elsewhere: 'import its group elsewhere',
        isSame: isSameImport,
      };
      const plan = planChartFiles(folder, imported, options);
      problems.push(...plan.problems);
      files = plan.stale.map((file) => relative(io.cwd(), join(folder, file)).replaceAll('\\', '/'));
      if (diff === true) {
        differences = imported.groups.flatMap((group) =>
          compareKinds(readImported(schemaFileOf(group)), imported.files.get(schemaFileOf(group))!),
        );
      } else if (check !== true && !problems.some(({ severity }) => severity === 'error')) {
        writeChart(folder, imported, plan.stale);
      }
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      problems.push(error.problem);
    }
    const hasErrors = problems.some(({ severity }) => severity === 'error');
    const failed = hasErrors || (check === true && files.length > 0);
    if (json === true) {
      const changes = differences.map(({ title, changes }) => ({ kind: title, changes: changes.map(changeAsJson) }));
      const result = { ok: !failed, ...(diff === true ? { differences: changes } : { files }), problems };
      io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      return failed ? exit.problems : exit.clean;
    }
    for (const problem of problems) io.stderr.write(printImportProblem(problem));
    if (hasErrors && groups.length > 0 && check !== true && diff !== true) {
      const more = groups.length > 3 ? ` and ${groups.length - 3} more` : '';
      io.stderr.write(`nothing was written of ${groups.slice(0, 3).join(', ')}${more}: fix the errors first\n`);
    }
    if (hasErrors) return exit.problems;
    if (diff === true) {
      const lines = differences.flatMap(printDifference);
      io.stdout.write(`${lines.length === 0 ? 'nothing differs' : lines.join('\n').trimStart()}\n`);
      return exit.clean;
    }
    for (const file of files) io.stdout.write(`${check === true ? 'stale' : 'wrote'} ${file}\n`);
    if (files.length === 0) io.stdout.write('up to date\n');
    return failed ? exit.problems : exit.clean;
  },
};
