import { resolve } from 'node:path';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { type Diagnostic, nearest, type Result, sortDiagnostics, success } from '../../diagnostics/index.js';
import {
  type AppliedKustomization,
  appliedProblems,
  appliedRefusals,
  applyCluster,
  exampleConfigMaps,
  explainMiss,
  explainValue,
  type GivenInfra,
  parseGivenInfra,
  parseQuestion,
  printApplied,
  printAppliedJson,
  printExplained,
  withExampleObjects,
  withVersionPlaces,
} from '../../preview/index.js';
import type { OpenedVersions } from '../../versions/while-recording.js';
import { type Args, type Command, type ExitCode, exit, type Io, type Started, UsageError } from '../command.js';
import { openApp } from '../open-app.js';
import { planProject } from '../plan-project.js';
import { readArtifact } from '../read-artifact.js';
import { reportDiagnostics } from '../report-diagnostics.js';

const usage = `usage: fluxspan render CLUSTER [KUSTOMIZATION] [--infra FILE] [--explain PATH] [--json]

Prints what Flux will apply: every object after patches and substitution, and the values that Helm gets, merged from
all layers. KUSTOMIZATION is the name of an addon, or flux-system for what Flux's root applies.

render checks the given values like contract check does, then the objects by their schemas, and the values of each
release by its chart. If Flux would not apply an object, render leaves it out, reports it, and exits with 1.

  --infra FILE    Terraform's values, in any form that contract check reads, or as JSON of the type InfraOf;
                  without it, the contract's examples
  --explain PATH  show where a value came from, layer by layer: spec.hostnames[0], settings.clusterName (of a release),
                  or with the object: "HTTPRoute/web spec.hostnames[0]"
  --json          print the result as JSON

Examples:
  fluxspan render dev
  fluxspan render dev web --infra output.json
  fluxspan render dev --explain "HTTPRoute/web spec.hostnames[0]"`;

export const render: Command = {
  usage,
  options: { infra: { type: 'string' }, explain: { type: 'string' }, json: { type: 'boolean' } },
  positionals: { min: 1, max: 2, first: 'cluster' },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    const [cluster = '', only] = args.positionals;
    const opened = await openApp(io.cwd(), bundle);
    if (opened.refused) return fail(opened.diagnostics, args, io);
    const { app, project, versions } = opened;
    const plan = planProject(app, [cluster], project);
    const compiled = plan.compiled[0];
    // Most errors leave a tree to look at; they are told all the same.
    if (compiled === undefined) return fail(plan.diagnostics, args, io);
    const file = args.values['infra'] as string | undefined;
    const isGiven = file !== undefined;
    const read = readInfra(file, compiled.contract, io);
    if (!read.ok) return fail([read.problem], args, io);
    const infra = withExampleObjects(compiled, read.value);
    const all = applyCluster(compiled, infra);
    const chosen = only === undefined ? all : all.filter(({ name }) => name === only);
    if (only !== undefined && chosen.length === 0) throw new UsageError(noSuch(only, all));
    // Of the examples the checks of the plan have said it all.
    const { diagnostics, refused } = isGiven
      ? appliedRefusals(compiled, chosen, infra, plan.schemas)
      : { diagnostics: [], refused: new Set() };
    // The same problem twice is told once, with the place in the source that only the plan knows.
    const problems = sortDiagnostics([
      ...infra.problems,
      ...diagnostics,
      ...plan.diagnostics,
      ...appliedProblems(cluster, chosen),
    ]);
    const { code } = reportDiagnostics(problems, asText, io);
    if (infra.unknown.length > 0) {
      io.stderr.write(`known after apply, and an example here: ${infra.unknown.join(', ')}\n`);
    }
    if (isGiven && infra.examples.length > 0) {
      io.stderr.write(`written in the cluster, and an example here: ${infra.examples.join(', ')}\n`);
    }
    const question = args.values['explain'] as string | undefined;
    if (question !== undefined) return explain(question, chosen, infra, compiled, versions, code, args, io);
    const shown = chosen.map((one) => ({ ...one, objects: one.objects.filter((object) => !refused.has(object)) }));
    io.stdout.write(args.values['json'] === true ? printAppliedJson(shown) : printApplied(shown));
    return code;
  },
};

/** Its JSON is a list of objects, which has no place for diagnostics. */
const asText = { values: {} };

/** There is no list to print then, so with `--json` the diagnostics are the result. */
const fail = (problems: readonly Diagnostic[], args: Args, io: Io): ExitCode => {
  const { counts, isJson } = reportDiagnostics(sortDiagnostics(problems), args, io);
  if (!isJson) io.stderr.write(`${counts}\n`);
  return exit.problems;
};

const readInfra = (
  name: string | undefined,
  contract: Parameters<typeof exampleConfigMaps>[0],
  io: Io,
): Result<GivenInfra> => {
  if (name === undefined) return success(exampleConfigMaps(contract));
  const bytes = readArtifact(resolve(io.cwd(), name), name);
  if (!bytes.ok) return bytes;
  return parseGivenInfra(bytes.value, name, contract);
};

const noSuch = (name: string, all: readonly AppliedKustomization[]): string => {
  const names = all.map((one) => one.name);
  const near = nearest(name, names);
  return `the cluster has no Kustomization "${name}"; ${near === undefined ? `there are ${names.join(', ')}` : `did you mean "${near}"?`}`;
};

const explain = (
  text: string,
  chosen: readonly AppliedKustomization[],
  infra: GivenInfra,
  compiled: CompiledCluster,
  versions: readonly OpenedVersions[],
  code: ExitCode,
  args: Args,
  io: Io,
): ExitCode => {
  const question = parseQuestion(text);
  if (question === undefined) throw new UsageError(`"${text}" is not a path; write one such as spec.hostnames[0]`);
  const found = withVersionPlaces(explainValue(compiled, chosen, question, infra), versions);
  if (args.values['json'] === true) io.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  else if (found.length === 0) io.stderr.write(`${explainMiss(chosen, question)}\n`);
  else io.stdout.write(found.map(printExplained).join('\n'));
  return found.length === 0 ? exit.problems : code;
};
