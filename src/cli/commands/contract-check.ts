import { resolve } from 'node:path';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { Contract } from '../../contract/index.js';
import { type Diagnostic, type Result, sortDiagnostics, success } from '../../diagnostics/index.js';
import { readRegularFile, unreadReason } from '../../files/read-file.js';
import { type ContractVerdict, statesOwing, verifyContract } from '../../terraform/verify/check-contract.js';
import { artifactTooLarge, MOST_ARTIFACT_MEGABYTES } from '../../terraform/verify/parse-artifact.js';
import { formNames } from '../../terraform/verify/read-given.js';
import { type Args, type Command, type ExitCode, exit, type Io, UsageError } from '../command.js';
import { readArtifact } from '../read-artifact.js';
import { reportDiagnostics } from '../report-diagnostics.js';

const usage = `usage: fluxspan contract check FILE|-… [--cluster NAME] [--contract FILE]… [--json] [--json-file FILE]

Checks what Terraform made against the contract of each cluster: missing, unknown and mistyped keys, values documents,
and the ConfigMaps that Flux reads. With the contracts of the app, it also finds what the plan or state and the tree both
manage. No value is ever shown.

Several files, such as the plans of several Terraform states, are checked together: of a state that owes something, and
of which nothing is given, the command says what it owes.

FILE, or standard input for -, is one of
  terraform show -json PLANFILE       a plan
  terraform show -json                a state
  terraform output -json              outputs, if the root module outputs module.flux_contract.contract
  kubectl get secrets -A -o json      what was brought before Flux; only names and keys are read
  kubectl get configmaps -A -o json   what a cluster has; ConfigMaps can also be YAML, as fluxspan fixtures writes them

  --cluster NAME   only this cluster; needed for ConfigMaps if the app has several
  --contract FILE  a contract.json, instead of the contracts of the app; may be given several times
  --json           print the result as JSON
  --json-file FILE write the result as JSON to this file, and print it as text

Examples:
  terraform show -json plan.tfplan | fluxspan contract check -
  fluxspan contract check output.json --cluster dev
  fluxspan contract check main.json network.json`;

/** A cluster has a handful of states. */
const MOST_FILES = 20;

export const contractCheck: Command = {
  usage,
  options: {
    cluster: { type: 'string' },
    contract: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    'json-file': { type: 'string' },
  },
  positionals: { min: 1, max: MOST_FILES },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const cluster = args.values['cluster'] as string | undefined;
    const files = (args.values['contract'] ?? []) as readonly string[];
    const given: { readonly file: string; readonly bytes: Uint8Array }[] = [];
    for (const name of args.positionals) {
      const file = name === '-' ? 'standard input' : name;
      const bytes = name === '-' ? await readAll(io.stdin, file) : readArtifact(resolve(io.cwd(), name), name);
      if (!bytes.ok) return report([{ file, verdict: { clusters: [], diagnostics: [bytes.problem] } }], args, io);
      given.push({ file, bytes: bytes.value });
    }
    const contracts = await findContracts(files, io);
    if ('problems' in contracts) {
      const { file = '' } = given[0] ?? {};
      return report([{ file, verdict: { clusters: [], diagnostics: contracts.problems } }], args, io);
    }
    if (cluster !== undefined && !contracts.known.some((one) => one.cluster === cluster)) {
      const known = namesOf(contracts.known);
      throw new UsageError(`there is no contract of cluster "${cluster}"; there is ${known === '' ? 'none' : known}`);
    }
    const checked = given.map(({ file, bytes }): Checked => {
      const verdict = verifyContract(bytes, contracts.known, { file, ...(cluster === undefined ? {} : { cluster }) });
      if (verdict.needsCluster === true) {
        throw new UsageError(
          `${file} holds ${verdict.form === 'secrets' ? 'Secrets' : 'ConfigMaps'}, which do not say of which cluster they are: name it with --cluster, one of ${namesOf(contracts.known)}`,
        );
      }
      return { file, verdict };
    });
    const owing = statesOwing(
      contracts.known,
      checked.flatMap(({ verdict }) => verdict.clusters),
    );
    const owners: Diagnostic[] = [];
    for (const [index, { file, verdict }] of contracts.compiled === undefined ? [] : checked.entries())
      owners.push(...(await ownerProblems(verdict, given[index]!.bytes, contracts.compiled ?? [], file)));
    return report(checked, args, io, [...owing, ...owners]);
  },
};

interface Checked {
  readonly file: string;
  readonly verdict: ContractVerdict;
}

/** What the tree owns, too. Loaded only for what lists resources. */
const ownerProblems = async (
  { form, clusters }: ContractVerdict,
  bytes: Uint8Array,
  compiled: readonly CompiledCluster[],
  file: string,
): Promise<readonly Diagnostic[]> => {
  if (form !== 'plan' && form !== 'state') return [];
  const { artifactOwnerProblems } = await import('../../owners/artifact-owner-problems.js');
  const names = new Set(clusters.map(({ cluster }) => cluster));
  const checked = compiled.filter(({ cluster }) => names.has(cluster.name));
  return artifactOwnerProblems(bytes, file, checked);
};

const namesOf = (contracts: readonly Contract[]): string => contracts.map((one) => `"${one.cluster}"`).join(', ');

const readAll = async (stream: Io['stdin'], file: string): Promise<Result<Uint8Array>> => {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const one of stream) {
    const chunk = typeof one === 'string' ? Buffer.from(one) : one;
    total += chunk.length;
    if (total > MOST_ARTIFACT_MEGABYTES * 2 ** 20) return artifactTooLarge(file);
    chunks.push(chunk);
  }
  return success(Buffer.concat(chunks));
};

/** A contract of a thousand inputs has one. */
const MOST_CONTRACT_MEGABYTES = 16;

const readContract = (path: string, name: string): string => {
  try {
    return readRegularFile(path, MOST_CONTRACT_MEGABYTES).toString();
  } catch (error) {
    throw new UsageError(`cannot read "${name}": ${unreadReason(error)}`);
  }
};

/** Of the app, with its clusters compiled; or of files alone. */
type Contracts =
  | { readonly known: readonly Contract[]; readonly compiled?: readonly CompiledCluster[] }
  | { readonly problems: readonly Diagnostic[] };

/** Of the app, unless files are named: Terraform's pipeline may have the tree and nothing else. */
const findContracts = async (files: readonly string[], io: Io): Promise<Contracts> => {
  if (files.length === 0) {
    const loaded = await (await import('../load-contracts.js')).loadContracts(io.cwd());
    return 'problems' in loaded ? loaded : { known: loaded.contracts, compiled: loaded.compiled };
  }
  const { parseContract } = await import('../../terraform/parse-contract.js');
  const parsed = files.map((file) => parseContract(readContract(resolve(io.cwd(), file), file), file));
  const problems = parsed.flatMap((one) => (one.ok ? [] : [one.problem]));
  return problems.length > 0 ? { problems } : { known: parsed.flatMap((one) => (one.ok ? [one.value] : [])) };
};

const report = (checked: readonly Checked[], args: Args, io: Io, more: readonly Diagnostic[] = []): ExitCode => {
  const verdicts = checked.map(({ verdict }) => verdict);
  const clusters = verdicts.flatMap((one) => one.clusters);
  const all = verdicts.flatMap((one) => one.diagnostics);
  const diagnostics = checked.length === 1 && more.length === 0 ? all : sortDiagnostics([...all, ...more]);
  for (const { file, verdict } of args.values['json'] === true ? [] : checked) {
    if (verdict.form !== undefined) io.stdout.write(`${file} is read as ${formNames[verdict.form]}\n`);
  }
  const { code, counts, isJson } = reportDiagnostics(diagnostics, args, io, {
    fields: () => ({ form: verdicts[0]?.form ?? null, clusters }),
  });
  if (isJson) return code;
  if (code === exit.clean) {
    const names = [...new Set(clusters.map(({ cluster }) => `"${cluster}"`))].join(', ');
    const keeps = verdicts.some(({ hasUnproven }) => hasUnproven === true)
      ? 'as far as is known, it keeps'
      : 'it keeps';
    io.stdout.write(`${keeps} the contract of cluster ${names}${counts === '' ? '' : ` (${counts})`}\n`);
  } else io.stderr.write(`${counts}\n`);
  return code;
};
