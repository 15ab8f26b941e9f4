import type { Command } from './command.js';

/** What is known of a command without loading it. */
export interface Entry {
  readonly summary: string;
  /** The page of `docs/` that is about it. @default - docs/commands.md alone */
  readonly page?: string;
  /** Loads the user's app, which is bundled while the command itself is loaded. @default false */
  readonly loadsApp?: boolean;
  /** Asks git what Flux has, unless `--base` or `--no-base` says otherwise. @default false */
  readonly looksAtBase?: boolean;
  /** Type-checks the app beside its other work, unless `--no-typecheck` says otherwise. @default false */
  readonly checksTypes?: boolean;
  /** Brings imports/versions.ts and imports/teams.ts up to date, or says with `--check` or `--dry-run` that it isn't. @default false */
  readonly writesNames?: boolean;
  load(): Promise<Command>;
}

/** The commands; a file each. */
export const commands: Readonly<Record<string, Entry>> = {
  init: {
    summary: 'make a project: clusters, an addon of your own, tests and CI',
    page: 'project.md',
    load: async () => (await import('./commands/init.js')).init,
  },
  synth: {
    summary: 'write the tree of every cluster, or check that it is up to date',
    loadsApp: true,
    looksAtBase: true,
    checksTypes: true,
    writesNames: true,
    load: async () => (await import('./commands/synth.js')).synth,
  },
  watch: {
    summary: 'run synth after each change, and keep running',
    load: async () => (await import('./commands/watch.js')).watch,
  },
  handover: {
    summary: 'write the two commits that move objects to another owner and delete nothing, one at a time',
    page: 'handover.md',
    loadsApp: true,
    checksTypes: true,
    load: async () => (await import('./commands/handover.js')).handover,
  },
  promote: {
    summary: 'give the next ring of clusters what the one before it has, and show what that changes',
    page: 'how-to/promote.md',
    loadsApp: true,
    load: async () => (await import('./commands/promote.js')).promote,
  },
  'tenant add': {
    summary: 'add a team to teams.yaml, write its tree, and print what the team does next',
    page: 'how-to/teams-as-data.md',
    loadsApp: true,
    writesNames: true,
    load: async () => (await import('./commands/tenant-add.js')).tenantAdd,
  },
  'tenant list': {
    summary: 'list the teams of teams.yaml, and what is wrong with the file',
    load: async () => (await import('./commands/tenant-list.js')).tenantList,
  },
  'tenant remove': {
    summary: 'remove a team of teams.yaml, in two steps that delete what it runs and keep its data',
    load: async () => (await import('./commands/tenant-remove.js')).tenantRemove,
  },
  diff: {
    summary: 'show what a change does to what Flux applies, object by object and field by field',
    page: 'diff.md',
    loadsApp: true,
    load: async () => (await import('./commands/diff.js')).diff,
  },
  audit: {
    summary: 'find the faults of any repository with Flux manifests; needs no configuration, and writes nothing',
    page: 'audit.md',
    load: async () => (await import('./commands/audit.js')).audit,
  },
  check: {
    summary: 'run every rule on what synth would write, and write nothing',
    loadsApp: true,
    load: async () => (await import('./commands/check.js')).check,
  },
  explain: {
    summary: 'explain a diagnostic, by its code',
    load: async () => (await import('./commands/explain.js')).explain,
  },
  render: {
    summary: 'print what Flux will apply, and show where a value came from',
    loadsApp: true,
    load: async () => (await import('./commands/render.js')).render,
  },
  graph: {
    summary: 'draw a cluster: its order, its critical path, its inputs and what owns what',
    page: 'graph.md',
    loadsApp: true,
    load: async () => (await import('./commands/graph.js')).graph,
  },
  owners: {
    summary: 'list who owns what: Kustomizations, releases, Terraform, operators; find what has two owners',
    page: 'owners.md',
    loadsApp: true,
    load: async () => (await import('./commands/owners.js')).owners,
  },
  'contract check': {
    summary: 'check a plan, state, output or the ConfigMaps of a cluster against its contract',
    page: 'terraform.md',
    load: async () => (await import('./commands/contract-check.js')).contractCheck,
  },
  'contract write': {
    summary: 'write the contract of a repository that stays in YAML: contract.json and its Terraform module',
    page: 'audit.md#the-contract-without-typescript',
    load: async () => (await import('./commands/contract-write.js')).contractWrite,
  },
  fixtures: {
    summary: 'write ConfigMaps, Secrets and vars that satisfy a contract, to work offline',
    loadsApp: true,
    load: async () => (await import('./commands/fixtures.js')).fixtures,
  },
  bootstrap: {
    summary: 'write the checklist and the script that bring a cluster up: Secrets, Flux, and what to wait for',
    page: 'how-to/recover.md',
    loadsApp: true,
    load: async () => (await import('./commands/bootstrap.js')).bootstrap,
  },
  publish: {
    summary: 'write what the platform offers each tenant, for a repository of the tenant that uses fluxspan',
    page: 'how-to/tenant-repository.md',
    loadsApp: true,
    load: async () => (await import('./commands/publish.js')).publish,
  },
  'import chart': {
    summary: "write a chart's Helm values as a TypeScript type and a schema",
    page: 'addons.md#values-that-the-compiler-knows',
    load: async () => (await import('./commands/import-chart.js')).importChartCommand,
  },
  'import crd': {
    summary: 'write classes for your own kinds from their CRDs, so that synth checks them, too',
    page: 'addons.md#your-own-kinds',
    load: async () => (await import('./commands/import-crd.js')).importCrdCommand,
  },
  'import teams': {
    summary: 'write the types of the teams in teams.yaml, also of one in a repository of its own',
    page: 'how-to/teams-as-data.md',
    load: async () => (await import('./commands/import-teams.js')).importTeams,
  },
  'import platform': {
    summary: 'write what the platform offers a tenant as TypeScript, from a file of fluxspan publish',
    page: 'how-to/tenant-repository.md',
    load: async () => (await import('./commands/import-platform.js')).importPlatformCommand,
  },
  'import tree': {
    summary: 'write the TypeScript of a cluster that Flux reads from hand-written YAML',
    page: 'how-to/import-tree.md',
    load: async () => (await import('./commands/import-tree.js')).importTreeCommand,
  },
  upgrade: {
    summary: 'take the versions of the addons that come with fluxspan into versions.yaml',
    page: 'updates.md#addons-that-come-with-the-package',
    loadsApp: true,
    writesNames: true,
    load: async () => (await import('./commands/upgrade.js')).upgrade,
  },
};
