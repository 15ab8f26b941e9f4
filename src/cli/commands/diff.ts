import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { uncommittedProblems } from '../../applied/left-out-by-git.js';
import type { FluxApp } from '../../cluster/flux-app.js';
import { sortDiagnostics } from '../../diagnostics/index.js';
import type { InputsFile } from '../../diff/given-for.js';
import type { HelmOptions } from '../../diff/helm/with-releases.js';
import { diffJson } from '../../diff/print/diff-json.js';
import { printDiffMarkdown } from '../../diff/print/print-markdown.js';
import { noPaint, printDiffText, terminalPaint } from '../../diff/print/print-text.js';
import { type DiffRequest, runDiff } from '../../diff/run-diff.js';
import { planApp } from '../../tree/plan-app.js';
import { findCacheFolder } from '../cache-folder.js';
import { hasColour } from '../colour.js';
import { type Args, type Command, type ExitCode, type Io, type Started, UsageError } from '../command.js';
import { openApp } from '../open-app.js';
import { openRemembered } from '../plan-project.js';
import type { Project } from '../project.js';
import { readArtifact } from '../read-artifact.js';
import { reportDiagnostics } from '../report-diagnostics.js';

const usage = `usage: fluxspan diff [REVISION [REVISION]] [--cluster NAME]… [--inputs FILE] [--helm] [--format FORMAT]
                     [--json-file FILE]
       fluxspan diff CLUSTER CLUSTER [--inputs FILE] [--format FORMAT]
       fluxspan diff CLUSTER --inputs OLD --inputs NEW [--format FORMAT]

Shows what a change does to what Flux applies, object by object and field by field, after patches, substitution and
merging of values: + created, ~ changed, → with a new owner, ± replaced, - deleted, ○ left behind. Below each
object are the consequences and the fields. Values of Secrets are never shown.

Without a revision, it compares the branch that Flux follows with the working tree, as synth does. With one, it
compares that revision with the working tree; with two (or A..B), it reads both from their committed trees. A...B
compares B with its merge base with A. If you leave out a side, it is HEAD.

  --cluster NAME   only this cluster; may be given several times
  --inputs FILE    Terraform's values, in any form that contract check reads; without it, the contract's examples
  --helm           also show the objects of changed releases, rendered by your helm; it fetches the charts
  --charts FOLDER  with --helm: find charts here, packaged or not; may be given several times
  --format FORMAT  text (the default), markdown (for a comment on a pull request) or json
  --json           the same as --format json
  --json-file FILE write the result as JSON to this file, too

Examples:
  fluxspan diff                          what this branch changes
  fluxspan diff v1.4.0 main              what was released since
  fluxspan diff dev prod                 how two clusters differ
  fluxspan diff dev --inputs a.json --inputs b.json`;

const FORMATS = ['text', 'markdown', 'json'] as const;
type Format = (typeof FORMATS)[number];

export const diff: Command = {
  usage,
  options: {
    cluster: { type: 'string', multiple: true },
    inputs: { type: 'string', multiple: true },
    helm: { type: 'boolean' },
    charts: { type: 'string', multiple: true },
    format: { type: 'string' },
    json: { type: 'boolean' },
    'json-file': { type: 'string' },
  },
  positionals: { min: 0, max: 2, first: 'cluster' },
  choices: { format: FORMATS },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    const format = readFormat(args);
    const asJson = { values: { json: format === 'json', 'json-file': args.values['json-file'] } };
    const opened = await openApp(io.cwd(), bundle);
    if (opened.refused) return reportDiagnostics(opened.diagnostics, asJson, io).code;
    const { app, project } = opened;
    const clusters = (args.values['cluster'] ?? []) as readonly string[];
    const files = readInputs(args, io);
    if ('problem' in files) return reportDiagnostics([files.problem], asJson, io).code;
    const { request, inputs } = readRequest(args.positionals, app, files.inputs);
    const remembered = openRemembered(app, project);
    const needsPlan = request.kind !== 'revisions' || request.to === undefined;
    const wanted =
      request.kind === 'clusters'
        ? [request.from, request.to]
        : request.kind === 'inputs'
          ? [request.cluster]
          : clusters;
    const declared = new Set(app.clusters.map(({ name }) => name));
    const plan = needsPlan
      ? planApp(
          app,
          wanted.filter((name) => declared.has(name)),
          remembered.options,
        )
      : undefined;
    const result = await runDiff(app, plan, {
      folder: project.folder,
      request,
      clusters,
      inputs,
      builds: remembered.builds,
      helm: helmOptions(args, project, io),
    });
    remembered.save();
    const uncommitted =
      plan === undefined
        ? []
        : await uncommittedProblems(plan.files, {
            folder: join(project.folder, plan.layout.root),
            nameOf: (path) => plan.layout.inProject(path),
            root: plan.layout.root,
            source: app.source.kind,
          });
    const diagnostics = sortDiagnostics([...(plan?.diagnostics ?? []), ...uncommitted, ...result.diagnostics]);
    const { code, isJson } = reportDiagnostics(diagnostics, asJson, io, { fields: () => diffJson(result) });
    if (isJson) return code;
    if (format === 'markdown') io.stdout.write(printDiffMarkdown(result));
    else io.stdout.write(printDiffText(result, hasColour(io.stdout, io) ? terminalPaint : noPaint));
    return code;
  },
};

const readFormat = ({ values }: Args): Format => {
  const given = values['format'] as string | undefined;
  if (given !== undefined && !(FORMATS as readonly string[]).includes(given)) {
    throw new UsageError(`--format "${given}" is not one of ${FORMATS.join(', ')}`);
  }
  if (values['json'] !== true) return (given ?? 'text') as Format;
  if (given !== undefined && given !== 'json') throw new UsageError('--json and --format exclude each other');
  return 'json';
};

const helmOptions = ({ values }: Args, { folder }: Project, io: Io): HelmOptions | undefined => {
  const charts = (values['charts'] ?? []) as readonly string[];
  if (values['helm'] !== true) {
    if (charts.length > 0) throw new UsageError('--charts needs --helm');
    return undefined;
  }
  const missing = charts.find((one) => !existsSync(resolve(io.cwd(), one)));
  if (missing !== undefined) throw new UsageError(`--charts: there is no folder "${missing}"`);
  const cache = findCacheFolder(folder);
  return {
    charts: charts.map((one) => resolve(io.cwd(), one)),
    cache: cache === undefined ? undefined : join(cache, 'charts'),
  };
};

const readInputs = (
  args: Args,
  io: Io,
):
  | { readonly inputs: readonly InputsFile[] }
  | { readonly problem: Parameters<typeof reportDiagnostics>[0][number] } => {
  const inputs: InputsFile[] = [];
  for (const name of (args.values['inputs'] ?? []) as readonly string[]) {
    const bytes = readArtifact(resolve(io.cwd(), name), name);
    if (!bytes.ok) return { problem: bytes.problem };
    inputs.push({ name, bytes: bytes.value });
  }
  return { inputs };
};

const readRequest = (
  positionals: readonly string[],
  app: FluxApp,
  files: readonly InputsFile[],
): { readonly request: DiffRequest; readonly inputs?: InputsFile | undefined } => {
  const [first, second] = positionals;
  const isCluster = (name: string | undefined): name is string => app.clusters.some((one) => one.name === name);
  if (files.length > 2) throw new UsageError('--inputs may be given twice at most');
  const [from, to] = files;
  if (from !== undefined && to !== undefined) {
    if (!isCluster(first) || second !== undefined)
      throw new UsageError('two --inputs are compared for one cluster: name it, and nothing else');
    return { request: { kind: 'inputs', cluster: first, from, to } };
  }
  const inputs = from;
  if (isCluster(first) && isCluster(second)) return { request: { kind: 'clusters', from: first, to: second }, inputs };
  if (isCluster(first) && second === undefined)
    throw new UsageError(`"${first}" is a cluster: name a second one, or write --cluster ${first}`);
  const [, a, dots, b] = (second === undefined && /^(?!\.+$)(.*?)(\.{2,3})(.*)$/.exec(first ?? '')) || [];
  if (dots === undefined) return { request: { kind: 'revisions', from: first, to: second }, inputs };
  const request = { kind: 'revisions', from: a || 'HEAD', to: b || 'HEAD', isFromMergeBase: dots === '...' } as const;
  return { request, inputs };
};
