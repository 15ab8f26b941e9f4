import { mkdirSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { asksForNothing, type InferredContract } from '../../audit/contract/infer-contract.js';
import { inferContracts } from '../../audit/contract/infer-contracts.js';
import { contractFolder, inputsOf, planContract, withKeptTypes } from '../../audit/contract/plan-contract.js';
import { staleContract } from '../../audit/diagnostics.js';
import type { Contract } from '../../contract/index.js';
import { type Diagnostic, diagnose, nameSome, suggest } from '../../diagnostics/index.js';
import { replaceFile } from '../../files/replace-file.js';
import { parseContract } from '../../terraform/parse-contract.js';
import { ownerOf } from '../../tree/header.js';
import { folderOf, readPlans } from '../audited-repository.js';
import { openBuilds } from '../builds-file.js';
import { type Args, type Command, type ExitCode, type Io, UsageError } from '../command.js';
import { findObstacle } from '../find-obstacle.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { tryRead } from '../try-read.js';
import { failToWrite } from '../write-signed-files.js';

const usage = `usage: fluxspan contract write [FOLDER] [--cluster NAME]… [--out DIR] [--plan FILE]… [--check] [--json]

Writes the contract of a repository that stays in YAML: contract/CLUSTER/contract.json, with what the manifests read and
don't have themselves (vars, values of releases, properties of remote secrets, Secrets that are brought before Flux), and a
Terraform module that supplies it and checks it. Types are inferred from names, from the fields that a var fills, and from
the Terraform of the repository. Correct them in contract.json: what is there is kept, and only new inputs are inferred. It
needs no configuration, runs no code of the repository and uses no network. FOLDER is the repository's root; without it, the
root of the repository around you.

  --cluster NAME  only this cluster; may be given several times
  --out DIR       the folder of the repository that gets contract/CLUSTER; without it, its root
  --plan FILE     what Terraform does, exactly: terraform show -json PLANFILE, or of a state. May be given several times
  --check         write nothing, and fail if the manifests read something else than the committed contract has
  --json          print the result as JSON

Examples:
  fluxspan contract write
  fluxspan contract write --check
  fluxspan contract check plan.json --contract contract/prod/contract.json`;

export const contractWrite: Command = {
  usage,
  options: {
    cluster: { type: 'string', multiple: true },
    out: { type: 'string' },
    plan: { type: 'string', multiple: true },
    check: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: { min: 0, max: 1 },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const folder = folderOf(args, io);
    const out = readOut(args, folder, io);
    const builds = openBuilds(folder);
    const found = await inferContracts({ folder, builds, plans: readPlans(args, io) });
    builds.save();
    if ('problems' in found) return failToWrite(found.problems, args, io);
    const wanted = (args.values['cluster'] ?? []) as readonly string[];
    const names = found.clusters.map(({ contract }) => contract.cluster);
    for (const one of wanted)
      if (!names.includes(one)) throw new UsageError(`there is no cluster "${one}"; ${suggest(one, names)}`);
    const clusters = found.clusters
      .filter(({ contract }) => wanted.length === 0 || wanted.includes(contract.cluster))
      .map((one) => planned(one, folder, out));
    const problems = clusters.flatMap((one) => one.problems);
    if (problems.length > 0) return failToWrite(problems, args, io);
    return args.values['check'] === true ? check(clusters, folder, args, io) : write(clusters, folder, args, io);
  },
};

interface Planned extends InferredContract {
  readonly notSeen: string;
  /** By path from the repository's root; empty if the cluster asks for nothing, and never did. */
  readonly files: ReadonlyMap<string, string>;
  readonly before: Contract | undefined;
  readonly problems: readonly Diagnostic[];
}

const planned = (
  { contract: inferred, ...rest }: InferredContract & { readonly notSeen: string },
  folder: string,
  out: string,
): Planned => {
  const path = `${contractFolder(inferred, out)}/contract.json`;
  const text = readText(join(folder, path));
  const before = text === undefined || !isOwn(path, text) ? undefined : parseContract(text, path);
  if (before?.ok === false)
    return { contract: inferred, ...rest, files: new Map(), before: undefined, problems: [before.problem] };
  const contract = withKeptTypes(inferred, before?.value);
  // One that is there is emptied: it would ask for what nothing reads any more.
  const isLeftOut = before === undefined && asksForNothing(contract);
  const files = isLeftOut ? new Map<string, string>() : planContract(contract, out);
  return { contract, ...rest, files, before: before?.value, problems: [] };
};

const write = (clusters: readonly Planned[], folder: string, args: Args, io: Io): ExitCode => {
  const files = clusters.flatMap((one) => [...one.files]);
  const words = { command: 'contract write', written: 'contracts are', choose: 'another folder: --out' };
  const problems = files.flatMap(([path]) =>
    findObstacle(io.cwd(), join(folder, path), words, (text) => (isOwn(path, text) ? 'ours' : 'foreign')),
  );
  if (problems.length > 0) return failToWrite(problems, args, io);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    replaceFile(join(folder, path), text);
  }
  const { code, isJson } = reportDiagnostics([], args, io, { fields: () => fieldsOf(clusters) });
  if (isJson) return code;
  for (const [path] of files) io.stdout.write(`wrote ${path}\n`);
  if (files.length > 0) io.stdout.write('\n');
  io.stdout.write(clusters.map(summary).join(''));
  return code;
};

const check = (clusters: readonly Planned[], folder: string, args: Args, io: Io): ExitCode => {
  const problems = clusters.flatMap(({ contract, before, files }): readonly Diagnostic[] => {
    const differing = [...files].filter(([path, text]) => readText(join(folder, path)) !== text).map(([path]) => path);
    const old = before === undefined ? new Set<string>() : inputsOf(before);
    const now = inputsOf(contract);
    const fresh = [...now].filter((one) => !old.has(one));
    const gone = [...old].filter((one) => !now.has(one));
    if (differing.length === 0 && gone.length === 0) return [];
    return [
      diagnose(staleContract, {
        message: `the contract of cluster "${contract.cluster}" isn't what its manifests read`,
        at: { cluster: contract.cluster, ...(differing[0] === undefined ? {} : { file: differing[0] }) },
        notes: [
          ...(fresh.length === 0 ? [] : [`the contract lacks ${nameSome(fresh, 10)}`]),
          ...(gone.length === 0 ? [] : [`nothing reads ${nameSome(gone, 10)} any more`]),
          ...(fresh.length + gone.length > 0 ? [] : [`${nameSome(differing, 4)} differ`]),
        ],
        fix: 'run fluxspan contract write, and commit what it writes',
      }),
    ];
  });
  const { code, counts, isJson } = reportDiagnostics(problems, args, io, { fields: () => fieldsOf(clusters) });
  if (isJson) return code;
  if (counts !== '') io.stderr.write(`${counts}\n`);
  else
    io.stdout.write(
      `up to date: ${nameSome(
        clusters.map(({ contract }) => contract.cluster),
        10,
      )}\n`,
    );
  return code;
};

const fieldsOf = (clusters: readonly Planned[]): object => ({
  clusters: clusters.map(({ contract, left, notSeen, files }) => ({
    name: contract.cluster,
    files: [...files.keys()],
    inputs: [...inputsOf(contract)],
    left,
    notSeen,
  })),
});

const summary = ({ contract, left, notSeen }: Planned): string => {
  const { cluster, vars, values, secrets, bootstrap = [] } = contract;
  const counts = [
    count(Object.keys(vars).length, 'var'),
    count(Object.keys(values).length, 'values document'),
    count(Object.keys(secrets).length, 'remote secret'),
    count(bootstrap.length, 'Secret', ' brought before Flux'),
  ].filter((one) => one !== '');
  return [
    counts.length === 0
      ? `${cluster}: the manifests read nothing that a contract can ask for\n`
      : `${cluster}: ${counts.join(', ')}\n`,
    ...left.map((one) => `  not in the contract: ${one}\n`),
    ...(notSeen === '' ? [] : [`  not seen, so the contract may lack inputs: ${notSeen}\n`]),
  ].join('');
};

const count = (number: number, word: string, after = ''): string =>
  number === 0 ? '' : `${number} ${word}${number === 1 ? '' : 's'}${after}`;

/** Whether this command wrote a file, and not synth. */
const isOwn = (path: string, text: string): boolean => {
  const lines = text.replaceAll('\r\n', '\n');
  return ownerOf(path, lines)?.file === path && lines.slice(0, MOST_OF_HEADER).includes('fluxspan contract write');
};

const MOST_OF_HEADER = 1000;

/** With the line endings of any checkout. */
const readText = (path: string): string | undefined => tryRead(path)?.replaceAll('\r\n', '\n');

/** A folder of the repository, from its root. */
const readOut = ({ values }: Args, folder: string, io: Io): string => {
  const given = values['out'] as string | undefined;
  if (given === undefined) return '';
  const below = relative(folder, resolve(io.cwd(), given));
  const path = posix.normalize(below.split(sep).join('/') || '.');
  // On Windows, what is on another drive stays absolute.
  if (isAbsolute(below) || path === '..' || path.startsWith('../'))
    throw new UsageError(`--out "${given}" is outside of the repository`);
  return path === '.' ? '' : path.replace(/\/$/, '');
};
