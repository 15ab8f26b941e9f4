import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { ApiObject } from 'cdk8s';
import { defineAddon } from '../src/addon/define-addon.js';
import { BaseTree } from '../src/applied/base-tree.js';
import { BuildError } from '../src/applied/build/build-error.js';
import { buildPrepared } from '../src/applied/build/build-folder.js';
import { type BuildCache, openFolderBuilder } from '../src/applied/build/folder-builder.js';
import { generatedResources, prepareFolder } from '../src/applied/build/prepare-folder.js';
import { Git } from '../src/applied/git.js';
import { tryFindKustomizationFile } from '../src/applied/kustomize-files.js';
import { keyOf } from '../src/applied/object-id.js';
import { runGit } from '../src/applied/run-git.js';
import { commitTree } from '../src/applied/view/commit-tree.js';
import type { FluxObject, FluxView, RepositoryTree } from '../src/applied/view/flux-view.js';
import { readFluxView } from '../src/applied/view/read-view.js';
import { countChanges, printChanges } from '../src/changes/print/print-changes.js';
import { FluxApp } from '../src/cluster/flux-app.js';
import { FluxCluster } from '../src/cluster/flux-cluster.js';
import { openCompileContext } from '../src/compile/compile-context.js';
import { knownScope } from '../src/compile/kind-scopes.js';
import { hasErrors } from '../src/diagnostics/index.js';
import { printDiagnostic } from '../src/diagnostics/print.js';
import { runAdoption } from '../src/handover/adopt/run-adoption.js';
import { lookAtBase } from '../src/handover/look-at-base.js';
import type { HandoverOutcome } from '../src/handover/steps/handover-outcome.js';
import type { JsonObject } from '../src/json/json-value.js';
import { compareTree } from '../src/tree/compare-tree.js';
import { planApp } from '../src/tree/plan-app.js';

/** What kustomize has built, as the command keeps it between its runs. */
const built = new Map<string, string>();
const builds: BuildCache = { get: (key) => built.get(key), set: (key, value) => void built.set(key, value) };

interface Options {
  readonly clone: string;
  /** The cluster's folder, from the repository's root. */
  readonly folder: string;
  /** The project's folder, from the repository's root; `''`: the same. */
  readonly project: string;
  readonly owner: string | undefined;
  /** Of the artifact that the cluster reads in place of git: its source's kind, and the folder that it holds. */
  readonly artifact: { readonly kind: 'OCIRepository' | 'Bucket'; readonly folder: string } | undefined;
  /** The name of the source; with its namespace where that isn't flux-system: `kube-system/infrastructure`. */
  readonly source: string;
  /** Where the copy stays. */
  readonly keep: string | undefined;
  /** Print the plans and both commits. */
  readonly show: boolean;
}

/** Adopts one Kustomization's objects in a copy of a clone, and prints what came of it. */
export const adoptRepository = async ({
  clone,
  folder,
  project,
  owner,
  artifact,
  source,
  keep,
  show,
}: Options): Promise<void> => {
  const around = keep ?? mkdtempSync(join(tmpdir(), 'adoption-'));
  rmSync(around, { recursive: true, force: true });
  mkdirSync(around, { recursive: true });
  try {
    const copy = join(around, basename(clone));
    const git = (...args: readonly string[]) =>
      runGit(copy, ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
        protocol: 'file',
      }).toString();
    runGit(around, ['clone', '--quiet', '--bare', clone, join(around, 'origin')], { protocol: 'file' });
    runGit(around, ['clone', '--quiet', join(around, 'origin'), copy], { protocol: 'file' });
    const branch = git('branch', '--show-current').trim();
    const publish = (message: string) => {
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--no-verify', '-m', message);
      git('push', '--quiet', 'origin', `HEAD:${branch}`);
      git('fetch', '--quiet', 'origin');
    };
    const { source: read, ...where } = placeOf(folder, project, artifact);
    const place: Place = {
      ...where,
      source: { ...read, ...sourceAt(source) },
      ...(existsSync(join(copy, folder, 'README.md')) ? { readme: 'fluxspan.md' } : {}),
    };
    const at = join(copy, project);
    mkdirSync(at, { recursive: true });
    if (folder === '.') listResources(copy, readView(copy, place), () => publish('what the root reads'));
    letTreeIn(copy, join(project, place.root), () => publish('what the source lets in'));
    const before = readView(copy, place);
    const key = owner ?? firstWithRelease(before.view);
    const target = before.view.owners.get(key);
    if (target === undefined)
      throw new Error(`there is no Kustomization ${key}: ${[...before.view.owners.keys()].join(', ')}`);
    let objects = target.objects.filter(isDeclarable);
    const app = () => declare(place, `origin/${branch}`, addonNameOf(key, before.view), objects, before.view);
    // What the rules refuse in one addon, its author would leave where it is for now.
    for (;;) {
      const refused = new Set(
        plan(app(), at).diagnostics.flatMap(({ severity, at }) => (severity === 'error' ? [at.object] : [])),
      );
      const left = objects.filter(({ id }) => !refused.has(`${id.kind}/${id.name}`));
      if (left.length === objects.length) break;
      if (show) console.log(`not declared: ${[...refused].join(', ')}`);
      objects = left;
    }
    if (objects.length === 0) throw new Error('nothing is left to declare');
    const step = async (
      message: string,
    ): Promise<{ outcome: HandoverOutcome; seconds: number; checked: readonly string[] }> => {
      const start = performance.now();
      const one = app();
      const planned = plan(one, at);
      if (hasErrors(planned.diagnostics) && show)
        for (const problem of planned.diagnostics) console.log(printDiagnostic(problem));
      const outcome = runAdoption(one, planned.clusters[0]!, planned.compiled[0]!, {
        folder: at,
        base: undefined,
        terraformApplied: true,
        withUpgrades: true,
        builds,
        cwd: copy,
        from: folder,
      });
      const seconds = (performance.now() - start) / 1000;
      if (show || hasErrors(outcome.diagnostics)) {
        for (const problem of outcome.diagnostics) console.log(printDiagnostic(problem));
        for (const { before: state, changes } of outcome.clusters)
          for (const line of printChanges(changes, state)) console.log(line);
        for (const line of outcome.next) console.log(line);
      }
      if (hasErrors(outcome.diagnostics)) throw new Error('refused');
      outcome.write();
      const checked = await check(at, app(), outcome);
      publish(message);
      if (show)
        console.log(
          git(
            'show',
            '--stat=160',
            '--format=%s',
            '-p',
            '-M',
            'HEAD',
            '--',
            '.',
            `:!${join(project, place.root)}/addons`,
            `:!${join(project, place.root)}/contract`,
          ),
        );
      return { outcome, seconds, checked };
    };
    const first = await step('handover, step 1');
    const second = first.outcome.step === 'only' ? first : await step('handover, step 2');
    const after = readView(copy, place);
    const count = ({ outcome }: typeof first) =>
      (['~', '-', '+'] as const)
        .map((mark) => `${outcome.files.filter((file) => file.mark === mark).length} ${mark}`)
        .join(', ');
    const changes = second.outcome.clusters[0]!.changes;
    // Kustomizations that the plan says are changed, or deleted.
    const told = [...changes.changed, ...changes.deleted.map(({ object }) => object)];
    const touched = new Set(told.filter(({ id }) => id.kind === 'Kustomization').map(({ key: one }) => one));
    const compared = compareOthers(before, after, new Set(objects.map(({ id }) => keyOf(id))), touched);
    const isSame = countChanges(first.outcome.clusters[0]!.changes) === countChanges(changes);
    const cells = [
      basename(clone),
      `${key}: ${objects.length} of ${target.objects.length} objects`,
      compared.text,
      count(first),
      count(second),
      isSame
        ? countChanges(changes)
        : `COUNTS DIFFER: ${countChanges(first.outcome.clusters[0]!.changes)} / ${countChanges(changes)}`,
      [...first.checked, ...second.checked].join(' ') || 'clean',
      `${first.seconds.toFixed(1)} s, ${second.seconds.toFixed(1)} s`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    for (const line of compared.differing) console.log(`  ${line}`);
  } finally {
    if (keep === undefined) rmSync(around, { recursive: true, force: true });
  }
};

interface Place {
  readonly path: string;
  readonly root: string;
  readonly cluster: string;
  readonly source: {
    readonly kind: 'GitRepository' | 'OCIRepository' | 'Bucket';
    readonly name: string;
    readonly namespace?: string;
  };
  /** What the paths in the source start from; empty, or with a `/` at the end. */
  readonly sourceRoot: string;
  /** Where the folder has a README of its own. */
  readonly readme?: 'fluxspan.md';
  /** Where the root lies in an artifact. */
  readonly pathPrefix?: string;
}

/** The app's root beside the cluster's folder, which stays where it is. */
const placeOf = (given: string, project: string, artifact: Options['artifact']): Place => {
  const folder = given === '.' ? 'clusters/main' : given;
  return {
    path: folder,
    ...rootOf(relative(project, folder).split('/')[0] === 'k8s' ? 'fluxspan' : 'k8s', artifact),
    cluster: basename(folder)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
  };
};

/** A root that reads the whole repository would read the folders of addons, too: FX550 says to write this file. */
const listResources = (copy: string, { view, tree }: Seen, publish: () => void): void => {
  if (tryFindKustomizationFile(tree, '') !== undefined) return;
  const { files } = view.owners.get(view.root)!;
  const read = generatedResources(tree, '').filter((path) =>
    files.some((file) => file === path || file.startsWith(`${path}/`)),
  );
  writeFileSync(join(copy, 'kustomization.yaml'), `resources:\n${read.map((path) => `  - ${path}\n`).join('')}`);
  publish();
};

/** `flux-system`, or with its namespace: `kube-system/infrastructure`. */
const sourceAt = (text: string): { readonly name: string; readonly namespace?: string } => {
  const [namespace, name] = text.split('/');
  return name === undefined ? { name: text } : { namespace: namespace!, name };
};

/** A source that lets in only some folders needs the tree's, too: FX544. */
const letTreeIn = (copy: string, root: string, publish: () => void): void => {
  const file = join(copy, '.sourceignore');
  if (!existsSync(file)) return;
  appendFileSync(file, `\n!/${root}/\n`);
  publish();
};

const rootOf = (name: string, artifact: Options['artifact']) => {
  if (artifact === undefined)
    return { root: name, source: { kind: 'GitRepository', name: 'flux-system' }, sourceRoot: '' } as const;
  const { kind, folder } = artifact;
  return {
    root: join(folder, name),
    source: { kind, name: 'flux-system' },
    sourceRoot: folder === '' ? '' : `${folder}/`,
    pathPrefix: name,
  } as const;
};

const plan = (app: FluxApp, project: string) => planApp(app, [], { context: openCompileContext(app, project) });

const readView = (
  clone: string,
  { path: folder, source, sourceRoot }: Place,
): { readonly view: FluxView; readonly tree: RepositoryTree } => {
  const git = new Git(clone);
  const tree = new BaseTree(
    git,
    { commit: git.tryCommit('HEAD')!, revision: 'HEAD' },
    { inRepository: '', sourceRoot },
    true,
  );
  const files = commitTree(tree, git.parsed, new Map());
  files.prepare(() => [...tree.blobs.keys()]);
  const view = readFluxView(files, {
    folder,
    source: { namespace: 'flux-system', ...source },
    prefix: sourceRoot,
    repository: { remotes: git.remotes(), branch: git.branch ?? 'main' },
    scopeOf: knownScope,
    builder: openFolderBuilder(builds),
  });
  return { view, tree: files };
};

const firstWithRelease = ({ root, owners }: FluxView): string => {
  const nested = [...owners.values()].filter(({ key }) => key !== root);
  const has = (test: (object: FluxObject) => boolean) => nested.find(({ objects }) => objects.some(test))?.key;
  const isPlain = (object: FluxObject) => isDeclarable(object) && !object.id.group.endsWith('toolkit.fluxcd.io');
  return has((object) => object.id.kind === 'HelmRelease' && isDeclarable(object)) ?? has(isPlain) ?? '';
};

/**
 * What a program can declare as it stands: no vars, which need a contract; no secrets; no namespaces, which others use;
 * and nothing of Flux itself.
 */
const isDeclarable = ({ id, json, path }: FluxObject): boolean =>
  id.kind !== 'Namespace' &&
  id.kind !== 'Secret' &&
  !JSON.stringify(json).includes('${') &&
  path !== '' &&
  !/(?:^|\/)gotk-[^/]+$/.test(path);

/** A name that no Kustomization of flux-system has. */
const addonNameOf = (key: string, { owners }: FluxView): string => {
  const name = key.slice(key.indexOf('/') + 1);
  return owners.has(`flux-system/${name}`) ? `${name}-addon` : name;
};

const declare = (
  { root, path, cluster, source, pathPrefix, readme }: Place,
  base: string,
  name: string,
  objects: readonly FluxObject[],
  { owners }: FluxView,
): FluxApp => {
  const app = new FluxApp({ root, source, ...(pathPrefix === undefined ? {} : { pathPrefix }) });
  const addon = defineAddon({
    name,
    build(scope) {
      for (const [at, { json }] of objects.entries()) new ApiObject(scope, `object-${at}`, served(json) as never);
    },
  });
  const spaces = objects.flatMap(({ id, json }) => [
    id.namespace,
    String((json['spec'] as JsonObject | undefined)?.['targetNamespace'] ?? ''),
  ]);
  const namespaces = [...new Set(spaces)].filter((one) => one !== '' && one !== 'flux-system');
  const declared = new Set(objects.map(({ id }) => keyOf(id)));
  const external = [...owners.values()]
    .flatMap((owner) => owner.objects)
    .filter(({ id }) => !declared.has(keyOf(id)) && id.kind !== 'Namespace' && !id.name.includes('$'))
    .map(({ id }) => ({ kind: id.kind, name: id.name, ...(id.namespace === '' ? {} : { namespace: id.namespace }) }));
  const provides = [...new Set(objects.map(({ id }) => id.group))].filter(
    (one) => one.includes('.') && !/\.(?:k8s\.io|fluxcd\.io)$/.test(one),
  );
  const options = { path, base, namespaces, provides, external: external as never };
  new FluxCluster(app, cluster, { ...options, ...(readme === undefined ? {} : { readme }) }).stage('all', [
    addon(),
  ] as never);
  return app;
};

/** In the version that Flux serves today. */
const served = (json: JsonObject): JsonObject => {
  const [, group, version] =
    /^(helm|source|kustomize)\.toolkit\.fluxcd\.io\/(v\d.*beta\d)$/.exec(String(json['apiVersion'])) ?? [];
  if (group === undefined || version === undefined) return json;
  return { ...json, apiVersion: `${group}.toolkit.fluxcd.io/${group === 'helm' ? 'v2' : 'v1'}` };
};

/** What `synth --check` says of the branch with this step: codes of what is worth more than a notice, or a wrong tree. */
const check = async (folder: string, app: FluxApp, outcome: HandoverOutcome): Promise<readonly string[]> => {
  const planned = plan(app, folder);
  const { step } = await lookAtBase(app, planned, { folder, base: undefined, check: true, builds });
  const changes = compareTree(join(folder, planned.layout.root), step.files, planned.scope, {
    force: false,
    tree: planned.layout,
  });
  const said = step.diagnostics
    .filter(({ severity }) => severity !== 'notice')
    .map(({ code }) => `${outcome.step}:${code}`);
  const files = [changes.added, changes.changed, changes.removed, changes.kept, changes.problems].flat();
  return files.length === 0 ? said : [...said, `${outcome.step}:${files.length} files differ`];
};

interface Seen {
  readonly view: FluxView;
  readonly tree: RepositoryTree;
}

/** Builds every Kustomization with kustomize itself, before and after. */
const compareOthers = (
  before: Seen,
  after: Seen,
  taken: ReadonlySet<string>,
  touched: ReadonlySet<string>,
): { readonly text: string; readonly differing: readonly string[] } => {
  let same = 0;
  let objects = 0;
  let gone = 0;
  let manifests = 0;
  const differing: string[] = [];
  for (const [key, owner] of before.view.owners) {
    if (owner.folder === undefined) continue;
    const now = after.view.owners.get(key);
    const was = realObjects(before, key);
    if (now === undefined) {
      gone++;
      const lost = [...was.keys()].filter((one) => !taken.has(one));
      if (lost.length > 0) differing.push(`${key} is gone, with ${lost.join(', ').replaceAll('\0', '/')}`);
      continue;
    }
    const is = realObjects(after, key);
    const changed = [...was].filter(([one, text]) => !taken.has(one) && is.get(one) !== text).map(([one]) => one);
    objects += was.size;
    if (changed.length === 0) same++;
    else if (changed.every((one) => touched.has(one))) manifests += changed.length;
    else differing.push(`${key}: ${changed.join(', ').replaceAll('\0', '/')}`);
  }
  const edited = manifests === 0 ? '' : `, ${manifests} manifests of Kustomizations edited`;
  return {
    text: `${same} the same (${objects} objects), ${gone} gone${edited}, ${differing.length} differ`,
    differing,
  };
};

const realObjects = ({ view, tree }: Seen, key: string): ReadonlyMap<string, string> => {
  const owner = view.owners.get(key)!;
  const spec = (owner.json['spec'] ?? {}) as JsonObject;
  try {
    const prepared = prepareFolder(tree, owner.folder!, spec, { leavesOutRemote: true });
    const built = buildPrepared(tree, prepared);
    return new Map(
      built.flatMap(({ json }) => {
        const { kind, apiVersion, metadata } = json as {
          kind: string;
          apiVersion: string;
          metadata: { name: string; namespace?: string };
        };
        const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
        const id = {
          group,
          kind,
          name: metadata.name,
          namespace: knownScope(group, kind) === 'Cluster' ? '' : (metadata.namespace ?? ''),
        };
        return [[keyOf(id), JSON.stringify(json)] as const];
      }),
    );
  } catch (error) {
    if (error instanceof BuildError) return new Map();
    throw error;
  }
};
