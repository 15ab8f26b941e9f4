import { mkdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { MARK, planChartFiles, writeChart } from '../../charts/write-chart.js';
import { projectAround } from '../../compile/find-project-place.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { readRegularFile, unreadReason } from '../../files/read-file.js';
import { replaceFile } from '../../files/replace-file.js';
import { printOfferModule } from '../../publish/print-module.js';
import { badOffer } from '../../tenants/diagnostics.js';
import { otherThan, parseOffer } from '../../tenants/offer/parse-offer.js';
import { type Args, type Command, type ExitCode, exit, type Io } from '../command.js';
import { findObstacle } from '../find-obstacle.js';
import { localSource } from '../local-source.js';
import { printImportProblem } from '../print-import-problem.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { tryRead } from '../try-read.js';
import { failToWrite } from '../write-signed-files.js';

const usage = `usage: fluxspan import platform FILE [--check] [--force] [--json]

Writes what a platform offers a tenant as TypeScript, from a file of fluxspan publish: imports/<tenant>.<cluster>.ts, with
the names of Gateways, stores and classes and the types of vars. A file from outside of the project is copied to
platform/<tenant>.<cluster>.json.

  FILE     platform/claims.dev.json, or a file of the platform's repository
  --check  write nothing; exit with 1 if the module is out of date
  --force  rewrite a module that was edited by hand
  --json   print the result as JSON

Examples:
  fluxspan import platform platform/claims.dev.json
  fluxspan import platform ../fleet/published/claims.dev.json`;

const MOST_MEGABYTES = 32;

export const importPlatformCommand: Command = {
  usage,
  options: { check: { type: 'boolean' }, force: { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: { min: 1, max: 1 },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const [given = ''] = args.positionals;
    const source = resolve(io.cwd(), given);
    const refuse = (problem: Diagnostic) => failToWrite([problem], args, io);
    let text: string;
    try {
      text = readRegularFile(source, MOST_MEGABYTES).toString();
    } catch (error) {
      const message = `${given} can't be read: ${unreadReason(error)}`;
      return refuse(
        diagnose(badOffer, { message, at: { file: given }, fix: 'give the file that the platform has published' }),
      );
    }
    const read = parseOffer(text, given);
    if (!read.ok) return refuse(read.problem);
    const offer = read.value;
    const { tenant, cluster } = offer;
    const name = `${tenant}.${cluster}`;
    const [, namedTenant, namedCluster] = /^([^.]+)\.([^.]+)\.json$/.exec(basename(source)) ?? [];
    const other =
      namedTenant === undefined || namedCluster === undefined
        ? undefined
        : otherThan(offer, { tenant: namedTenant, cluster: namedCluster }, given);
    if (other !== undefined) return refuse(other);
    const project = projectAround(io.cwd());
    const there = localSource(io.cwd(), given);
    const isInside = there !== undefined && !there.startsWith('../');
    const file = isInside ? there : `platform/${name}.json`;
    const { hash } = JSON.parse(text) as { readonly hash: string };
    const module = printOfferModule(offer, { file, from: `../${file}`, hash, mark: MARK });
    const folder = join(project, 'imports');
    const files = new Map([[`${name}.ts`, module]]);
    const plan = planChartFiles(
      folder,
      { files },
      { force: args.values['force'] === true, within: project, elsewhere: 'move it' },
    );
    const copy = join(project, file);
    const words = { command: 'import platform', written: 'it is', choose: 'another name for it' };
    const obstacles = isInside ? [] : findObstacle(io.cwd(), copy, words, (old) => stateOf(old, offer));
    if (obstacles.length > 0) return failToWrite(obstacles, args, io);
    const isCopied = !isInside && tryRead(copy) !== text;
    const stale = [...(isCopied ? [file] : []), ...plan.stale.map((one) => `imports/${one}`)];
    const isCheck = args.values['check'] === true;
    if (plan.problems.length === 0 && !isCheck) {
      if (isCopied) {
        mkdirSync(dirname(copy), { recursive: true });
        replaceFile(copy, text);
      }
      writeChart(folder, { files }, plan.stale);
    }
    const fails = plan.problems.length > 0 || (isCheck && stale.length > 0);
    const { isJson } = reportDiagnostics([], args, io, {
      fields: () => ({ files: stale, problems: plan.problems }),
      fails,
    });
    if (isJson) return fails ? exit.problems : exit.clean;
    for (const problem of plan.problems) io.stderr.write(printImportProblem(problem));
    if (plan.problems.length > 0) return exit.problems;
    for (const one of stale)
      io.stdout.write(`${isCheck ? 'stale' : 'wrote'} ${relative(io.cwd(), join(project, one))}\n`);
    if (stale.length === 0) io.stdout.write('up to date\n');
    return fails ? exit.problems : exit.clean;
  },
};

/** An offer to the same tenant takes the place of an earlier one, whatever became of that. */
const stateOf = (
  old: string,
  { tenant, cluster }: { readonly tenant: string; readonly cluster: string },
): 'ours' | 'foreign' => {
  try {
    const json = JSON.parse(old) as { readonly tenant?: unknown; readonly cluster?: unknown } | null;
    return json?.tenant === tenant && json.cluster === cluster ? 'ours' : 'foreign';
  } catch {
    return 'foreign';
  }
};
