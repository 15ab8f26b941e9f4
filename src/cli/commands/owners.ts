import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { findProjectPlace, repositoryOf } from '../../compile/find-project-place.js';
import { type Diagnostic, hasErrors, type Result, sortDiagnostics, success } from '../../diagnostics/index.js';
import { clusterOwnerProblems } from '../../owners/cluster-owner-problems.js';
import { listOwners } from '../../owners/list-owners.js';
import { printOwners } from '../../owners/print-owners.js';
import { terraformOnDisk } from '../../owners/terraform-on-disk.js';
import {
  loadHclParser,
  openTerraformReader,
  readTerraformArtifact,
  type TerraformRead,
} from '../../terraform/read/index.js';
import { type Args, type Command, type ExitCode, exit, type Io, type Started, UsageError } from '../command.js';
import { openApp } from '../open-app.js';
import { planProject } from '../plan-project.js';
import { readArtifact } from '../read-artifact.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { repositoryTerraform } from '../repository-terraform.js';

const usage = `usage: fluxspan owners [CLUSTER] [--terraform FILE|FOLDER]… [--json]

Lists everything in a cluster's tree and in the Terraform that works on it, by owner: Kustomizations, Helm releases,
Terraform, operators, the bootstrap, people. Reports what has two owners, and what crosses the boundary that the
cluster's code declares. You can leave out CLUSTER if the app has only one.

Without --terraform, owners reads the HCL in the repository: root modules that call the module of the cluster's
contract, and those in owners.roots of the cluster.

  --terraform FILE    a plan or state (terraform show -json), pulumi stack export, or a template of the AWS CDK
  --terraform FOLDER  a root module, as HCL
  --json              print the result as JSON

Examples:
  fluxspan owners dev
  terraform show -json plan.bin > plan.json && fluxspan owners dev --terraform plan.json`;

export const owners: Command = {
  usage,
  options: { terraform: { type: 'string', multiple: true }, json: { type: 'boolean' } },
  positionals: { min: 0, max: 1, first: 'cluster' },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    const given = (args.values['terraform'] ?? []) as readonly string[];
    const opened = await openApp(io.cwd(), bundle);
    if (opened.refused) return fail(opened.diagnostics, args, io);
    const { app, project } = opened;
    const name = args.positionals[0] ?? onlyOne(app.clusters.map((cluster) => cluster.name));
    const plan = planProject(app, [name], project);
    const compiled = plan.compiled[0];
    if (compiled === undefined) return fail(plan.diagnostics, args, io);
    const read =
      given.length === 0 ? success(await repositoryTerraform(plan, project.folder)) : await readGiven(given, io.cwd());
    if (!read.ok) return fail([read.problem], args, io);
    const reads = read.value;
    const found = listOwners(compiled, reads);
    const diagnostics = sortDiagnostics(clusterOwnerProblems(compiled, reads));
    const shown = hasErrors(plan.diagnostics) ? sortDiagnostics([...plan.diagnostics, ...diagnostics]) : diagnostics;
    const { code, counts, isJson } = reportDiagnostics(shown, args, io, {
      fields: () => ({ cluster: name, owners: found }),
    });
    if (isJson) return code;
    io.stdout.write(printOwners(name, found));
    if (counts !== '') io.stderr.write(`${counts}\n`);
    return code;
  },
};

const readGiven = async (names: readonly string[], cwd: string): Promise<Result<readonly TerraformRead[]>> => {
  const reads: TerraformRead[] = [];
  for (const name of names) {
    const path = resolve(cwd, name);
    if (existsSync(path) && statSync(path).isDirectory()) {
      const top = topOf(path, cwd);
      const read = await openTerraformReader(terraformOnDisk(top), await loadHclParser()).read(relative(top, path));
      if (read.files.length === 0) throw new UsageError(`"${name}" has no files of Terraform`);
      reads.push(read);
      continue;
    }
    const bytes = readArtifact(path, name);
    if (!bytes.ok) return bytes;
    const read = readTerraformArtifact(bytes.value, name);
    if (!read.ok) return read;
    reads.push(read.value);
  }
  return success(reads);
};

/** Modules may be in folders next to the root's: the repository's top, or the current folder. */
const topOf = (path: string, cwd: string): string => {
  const place = findProjectPlace(path);
  if (place.prefix !== '') return repositoryOf(path, place);
  return relative(cwd, path).startsWith('..') ? path : cwd;
};

const onlyOne = (names: readonly string[]): string => {
  const [name, ...others] = names;
  if (name === undefined) throw new UsageError('the app has no cluster');
  if (others.length > 0)
    throw new UsageError(`the app has the clusters ${names.join(', ')}: name one`, `fluxspan owners ${name}`);
  return name;
};

const fail = (problems: readonly Diagnostic[], args: Pick<Args, 'values'>, io: Io): ExitCode => {
  const { counts, isJson } = reportDiagnostics(problems, args, io, { fails: true });
  if (!isJson) io.stderr.write(`${counts}\n`);
  return exit.problems;
};
