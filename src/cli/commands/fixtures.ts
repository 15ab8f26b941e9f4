import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Diagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { planFixtures } from '../../terraform/plan-fixtures.js';
import { unknownCluster } from '../../tree/diagnostics.js';
import { printYaml } from '../../yaml/print-yaml.js';
import { type Args, type Command, type ExitCode, exit, type Io, type Started } from '../command.js';
import { loadContracts } from '../load-contracts.js';
import { reportDiagnostics } from '../report-diagnostics.js';

const usage = `usage: fluxspan fixtures CLUSTER [--out DIR]

Writes ConfigMaps and Secrets that keep the contract of a cluster, made of the examples of its inputs, and its vars as
a dotenv file: so that what reads the tree can run without a cluster.

  --out DIR  where to write; without it .fluxspan/fixtures/CLUSTER, which git ignores`;

export const fixtures: Command = {
  usage,
  options: { out: { type: 'string' } },
  positionals: { min: 1, max: 1 },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    const [name = ''] = args.positionals;
    const contracts = await loadContracts(io.cwd(), bundle);
    if ('problems' in contracts) return fail(contracts.problems, args, io);
    const contract = contracts.find(({ cluster }) => cluster === name);
    if (contract === undefined) {
      const names = contracts.map(({ cluster }) => cluster);
      return fail(
        [diagnose(unknownCluster, { message: `the app has no cluster "${name}"`, fix: suggest(name, names) })],
        args,
        io,
      );
    }
    const folder = resolve(io.cwd(), (args.values['out'] as string | undefined) ?? join('.fluxspan', 'fixtures', name));
    const { configMaps, secrets, dotenv } = planFixtures(contract);
    const note = `# Examples for cluster ${name}, made by fluxspan fixtures: not what it really has.\n`;
    const files = {
      'config-maps.yaml': note + configMaps.map((one) => printYaml(one)).join('---\n'),
      'secrets.yaml': note + secrets.map((one) => printYaml(one)).join('---\n'),
      'vars.env': dotenv,
    };
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder, file);
      writeFileSync(path, text);
      io.stdout.write(`${relative(io.cwd(), path)}\n`);
    }
    return exit.clean;
  },
};

const fail = (problems: readonly Diagnostic[], args: Args, io: Io): ExitCode => {
  const { counts } = reportDiagnostics(problems, args, io);
  io.stderr.write(`${counts}; nothing was written\n`);
  return exit.problems;
};
