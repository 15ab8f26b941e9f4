import type { TenantCheckout } from '../../audit/tenant-tree.js';
import { type Diagnostic, sortDiagnostics } from '../../diagnostics/index.js';
import { type Args, type Command, type ExitCode, exit, type Io, type Started } from '../command.js';
import { type OpenedApp, openApp } from '../open-app.js';
import { checkProject } from '../plan-project.js';
import { reportDiagnostics } from '../report-diagnostics.js';
import { readCheckouts, tenantProblems } from '../tenant-checkouts.js';
import { ringProblems, versionProblems } from '../version-problems.js';

const usage = `usage: fluxspan check [--cluster NAME]… [--tenant NAME=FOLDER]… [--json]

Runs every rule on the tree that synth would write, and writes nothing. Of the files in the repository, it reads only
those that can change the generated Kustomizations: flux-system, and kustomization files in and above the cluster's
folder. If the code has Flux settings, it builds flux-system with them. To find type errors, edited files, changes of
owner and removals, run fluxspan synth --check.

  --cluster NAME  only this cluster; may be given several times
  --tenant NAME=FOLDER
                  check this checkout of a tenant's repository, too, with the rights of the tenant's account; may be
                  given several times
  --json          print the result as JSON

Examples:
  fluxspan check --cluster dev
  fluxspan check --tenant claims=../claims`;

export const check: Command = {
  usage,
  options: {
    cluster: { type: 'string', multiple: true },
    tenant: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  },
  async run(args: Args, io: Io, { bundle }: Started): Promise<ExitCode> {
    const checkouts = readCheckouts(args, io);
    const opened = await openApp(io.cwd(), bundle);
    const clusters = (args.values['cluster'] ?? []) as readonly string[];
    const { diagnostics } = opened.refused ? opened : await checked(opened, clusters, checkouts);
    const { code, counts, isJson } = reportDiagnostics(diagnostics, args, io);
    if (isJson) return code;
    (code === exit.clean ? io.stdout : io.stderr).write(`${counts === '' ? 'no problems found' : counts}\n`);
    return code;
  },
};

const checked = async (
  { app, project, versions }: Extract<OpenedApp, { readonly refused: false }>,
  clusters: readonly string[],
  checkouts: readonly TenantCheckout[],
): Promise<{ readonly diagnostics: readonly Diagnostic[] }> => {
  const plan = await checkProject(app, clusters, project);
  const ofVersions = await versionProblems(versions, { app, project: project.folder, plan });
  const ofTenants = await tenantProblems(plan.compiled, checkouts);
  return {
    diagnostics: sortDiagnostics([...plan.diagnostics, ...ringProblems(versions, app), ...ofVersions, ...ofTenants]),
  };
};
