import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newFindings, tryReadBaseline } from '../../audit/baseline.js';
import { auditJson, findingJson } from '../../audit/print/audit-json.js';
import { printAuditMarkdown } from '../../audit/print/print-markdown.js';
import { auditCodeQuality, auditSarif } from '../../audit/print/print-reports.js';
import { printAuditText } from '../../audit/print/print-text.js';
import { type AuditOptions, type AuditResult, runAudit } from '../../audit/run-audit.js';
import { readRegularFile, unreadReason } from '../../files/read-file.js';
import { folderOf, readPlans } from '../audited-repository.js';
import { openBuilds } from '../builds-file.js';
import { findCacheFolder } from '../cache-folder.js';
import { openCleanObjects } from '../clean-objects-file.js';
import { hasColour, paintDiagnostics } from '../colour.js';
import { type Args, type Command, type ExitCode, exit, type Io, UsageError } from '../command.js';
import { kustomizeUsedProblems } from '../kustomize-used.js';
import { version } from '../version.js';

const usage = `usage: fluxspan audit [FOLDER] [--all] [--base REVISION] [--baseline FILE] [--plan FILE]… [--charts FOLDER]…
                      [--format FORMAT]

Reads any repository with Flux manifests, and says what Flux, Helm, kustomize and the API server would refuse, which vars
nothing supplies, and which objects have two owners. It needs no configuration, runs no code of the repository, uses no
network and writes nothing to the repository. FOLDER is the repository's root; without it, the root of the repository
around you. The exit code is 1 if there are errors.

  --all            show all findings, notices included, not only the ten worst
  --base REVISION  also compare with the commit where the working tree left this branch, tag or commit: changes that the
                   API server refuses, and data, addresses and objects that the change destroys. Needs git
  --baseline FILE  accept the findings in FILE, which audit --format json has printed; only new ones count
  --plan FILE      what Terraform does, exactly: terraform show -json PLANFILE, or of a state. Without it, audit reads the
                   HCL of the repository. May be given several times
  --charts FOLDER  check the values of releases with charts that are here, packed or not; may be given several times.
                   Charts of the repository, and those that diff --helm has fetched, are used without it
  --format FORMAT  text (the default), markdown, json, sarif (for GitHub) or code-quality (for GitLab)
  --json           the same as --format json

Examples:
  fluxspan audit
  fluxspan audit ../fleet --all
  fluxspan audit --base origin/main          what this branch breaks or destroys
  fluxspan audit --format json > audit-baseline.json`;

const FORMATS = ['text', 'markdown', 'json', 'sarif', 'code-quality'] as const;
type Format = (typeof FORMATS)[number];

export const audit: Command = {
  usage,
  options: {
    all: { type: 'boolean' },
    base: { type: 'string' },
    charts: { type: 'string', multiple: true },
    baseline: { type: 'string' },
    plan: { type: 'string', multiple: true },
    format: { type: 'string' },
    json: { type: 'boolean' },
  },
  positionals: { min: 0, max: 1 },
  choices: { format: FORMATS },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const format = readFormat(args);
    const baseline = readBaseline(args, io);
    const folder = folderOf(args, io);
    const builds = openBuilds(folder);
    const clean = openCleanObjects(folder);
    const found = await audited({
      folder,
      builds,
      clean,
      plans: readPlans(args, io),
      charts: chartsOf(args, folder, io),
      base: args.values['base'] as string | undefined,
    });
    const [older] = kustomizeUsedProblems(builds);
    builds.save();
    clean?.save();
    const left = baseline === undefined ? found.findings : newFindings(found.findings, baseline);
    const result = {
      ...found,
      ...(older === undefined ? {} : { olderKustomize: `${older.message} (${older.code}); ${older.fix}` }),
      findings: left,
      accepted: found.findings.length - left.length,
    };
    const isFailing = left.some(({ severity }) => severity === 'error');
    io.stdout.write(print(result, format, args, io, !isFailing));
    return isFailing ? exit.problems : exit.clean;
  },
};

const chartsOf = ({ values }: Args, folder: string, io: Io): NonNullable<AuditOptions['charts']> => {
  const given = (values['charts'] ?? []) as readonly string[];
  const missing = given.find((one) => !existsSync(resolve(io.cwd(), one)));
  if (missing !== undefined) throw new UsageError(`--charts: there is no folder "${missing}"`);
  const cache = findCacheFolder(folder);
  return {
    folders: given.map((one) => resolve(io.cwd(), one)),
    cache: cache === undefined ? undefined : join(cache, 'charts'),
  };
};

/** @throws UsageError if the base can't be read */
const audited = async (options: AuditOptions): Promise<AuditResult> => {
  try {
    return await runAudit(options);
  } catch (error) {
    if (error instanceof Error && error.name === 'BaseError') throw new UsageError(`--base: ${error.message}`);
    throw error;
  }
};

const print = (result: AuditResult, format: Format, { values }: Args, io: Io, ok: boolean): string => {
  if (format === 'markdown') return printAuditMarkdown(result, values['all'] === true);
  if (format === 'text') {
    const text = printAuditText(result, values['all'] === true);
    return hasColour(io.stdout, io) ? paintDiagnostics(text) : text;
  }
  const { findings } = result;
  const data =
    format === 'sarif'
      ? auditSarif(findings, version)
      : format === 'code-quality'
        ? auditCodeQuality(findings)
        : { ok, ...auditJson(result), diagnostics: findings.map(findingJson) };
  return `${JSON.stringify(data, null, 2)}\n`;
};

const readFormat = ({ values }: Args): Format => {
  const given = values['format'] as string | undefined;
  if (given !== undefined && !(FORMATS as readonly string[]).includes(given))
    throw new UsageError(`--format "${given}" is not one of ${FORMATS.join(', ')}`);
  if (values['json'] !== true) return (given ?? 'text') as Format;
  if (given !== undefined && given !== 'json') throw new UsageError('--json and --format exclude each other');
  return 'json';
};

/** The largest result that was measured has 2 MB. */
const MEGABYTES = 64;

const readBaseline = ({ values }: Args, io: Io) => {
  const name = values['baseline'] as string | undefined;
  if (name === undefined) return undefined;
  let text: string;
  try {
    text = readRegularFile(resolve(io.cwd(), name), MEGABYTES).toString();
  } catch (error) {
    throw new UsageError(`--baseline "${name}" cannot be read: ${unreadReason(error)}`);
  }
  const baseline = tryReadBaseline(text);
  if (baseline === undefined)
    throw new UsageError(`--baseline "${name}" isn't what fluxspan audit --format json prints: write it again`);
  return baseline;
};
