import { basename, posix } from 'node:path';
import { ApiObject } from 'cdk8s';
import { defineAddon } from '../src/addon/define-addon.js';
import { BaseTree } from '../src/applied/base-tree.js';
import { BuildError } from '../src/applied/build/build-error.js';
import { buildPrepared } from '../src/applied/build/build-folder.js';
import { openFolderBuilder } from '../src/applied/build/folder-builder.js';
import { prepareFolder } from '../src/applied/build/prepare-folder.js';
import { Git } from '../src/applied/git.js';
import { commitTree } from '../src/applied/view/commit-tree.js';
import type { RepositoryTree } from '../src/applied/view/flux-view.js';
import { readFluxView } from '../src/applied/view/read-view.js';
import { FluxApp } from '../src/cluster/flux-app.js';
import { FluxCluster } from '../src/cluster/flux-cluster.js';
import { openCompileContext } from '../src/compile/compile-context.js';
import { knownScope } from '../src/compile/kind-scopes.js';
import { treeAt } from '../src/compile/layout.js';
import type { FluxVersion } from '../src/declared/declared-cluster.js';
import type { Diagnostic } from '../src/diagnostics/index.js';
import { printDiagnostic } from '../src/diagnostics/print.js';
import { fieldsOf, listOf, objectsOf, textFieldsOf } from '../src/json/as-shape.js';
import type { JsonObject } from '../src/json/json-value.js';
import { isBuiltInGroup } from '../src/schema/kubernetes-groups.js';
import { substituteObject } from '../src/substitution/index.js';
import { isDisabled } from '../src/substitution/is-disabled.js';
import { planApp } from '../src/tree/plan-app.js';

interface Options {
  readonly clone: string;
  readonly folder: string;
  readonly source: string;
  readonly flux: string;
  /** Each folder with a kustomization file is an addon. */
  readonly byFolder: boolean;
  /** Leaves vars whose values the manifests have to Flux, too. */
  readonly asWritten: boolean;
  readonly show: 'none' | 'errors' | 'all';
}

/** A Kustomization of the repository, or a folder of it. */
interface Part {
  readonly key: string;
  /** Settings of the Kustomization that an addon takes, too. */
  readonly settings: JsonObject;
  readonly dependsOn: readonly string[];
  readonly objects: readonly JsonObject[];
}

/** Takes every Kustomization as an addon, and prints what fluxspan says of them. */
export const judgeRepository = ({ clone, folder, source, flux, byFolder, asWritten, show }: Options): void => {
  const git = new Git(clone);
  const commit = git.tryCommit('HEAD')!;
  const tree = new BaseTree(git, { commit, revision: 'HEAD' }, treeAt(''), true);
  const files = commitTree(tree, git.parsed, new Map());
  files.prepare(() => [...tree.blobs.keys()]);
  const parts = byFolder ? foldersIn(files, folder) : kustomizationsIn(files, { folder, source, asWritten }, git);
  const app = declare(parts, flux as FluxVersion);
  const { diagnostics } = planApp(app, [], { context: openCompileContext(app, '/nonexistent') });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (show !== 'none') for (const one of show === 'all' ? diagnostics : errors) console.log(printDiagnostic(one));
  const objects = parts.reduce((sum, one) => sum + one.objects.length, 0);
  const cells = [`${basename(clone).replace('+', '/')}, ${folder}`, parts.length, objects, counts(errors) || 'none'];
  console.log(`| ${cells.join(' | ')} |`);
};

const counts = (found: readonly Diagnostic[]): string => {
  const byCode = new Map<string, number>();
  for (const { code } of found) byCode.set(code, (byCode.get(code) ?? 0) + 1);
  return [...byCode]
    .sort()
    .map(([code, count]) => `${count} ${code}`)
    .join(', ');
};

const kustomizationsIn = (
  files: RepositoryTree,
  { folder, source, asWritten }: Pick<Options, 'folder' | 'source' | 'asWritten'>,
  git: Git,
): readonly Part[] => {
  const [namespace, name] = source.includes('/') ? source.split('/') : ['flux-system', source];
  const { root, owners, notSeen } = readFluxView(files, {
    folder,
    source: { kind: 'GitRepository', namespace: namespace!, name: name! },
    prefix: '',
    repository: { remotes: git.remotes(), branch: git.branch ?? 'main' },
    scopeOf: knownScope,
    builder: openFolderBuilder({ get: () => undefined, set: () => {} }),
  });
  for (const { cause, owner, what, reason } of notSeen) console.log(`not seen (${cause}): ${owner}: ${what} ${reason}`);
  return [...owners.values()].flatMap(({ key, json, objects, parents, folder: read }) => {
    if (read === undefined) return [];
    const spec = fieldsOf(json['spec']);
    const own = key.slice(0, key.indexOf('/'));
    const isFilled = !asWritten && isKnown(spec);
    const applied = objects.filter(
      ({ id, path }) =>
        !/(?:^|\/)gotk-[^/]+$/.test(path) &&
        !(id.group === 'source.toolkit.fluxcd.io' && id.namespace === namespace && id.name === name) &&
        !(id.group === 'kustomize.toolkit.fluxcd.io' && owners.get(`${id.namespace}/${id.name}`)?.folder !== undefined),
    );
    if (key === root && applied.length === 0) return [];
    return [
      {
        key,
        settings:
          key === root
            ? { wait: false }
            : { ...settingsOf(spec, isFilled), ...(own === 'flux-system' ? {} : { namespace: own }) },
        // What a Kustomization applies is there before those that it applies, too.
        dependsOn: [
          ...parents,
          ...objectsOf(spec['dependsOn']).map((one) => `${String(one['namespace'] ?? own)}/${String(one['name'])}`),
        ],
        objects: applied.map(({ id, json: built }) =>
          inNamespace(served(isFilled ? withKnown(built, spec) : built), id.namespace),
        ),
      },
    ];
  });
};

const SETTINGS = ['decryption', 'timeout', 'interval', 'retryInterval', 'force', 'healthChecks', 'healthCheckExprs'];

const settingsOf = (spec: Readonly<Record<string, unknown>>, isFilled: boolean): JsonObject => {
  const taken = isFilled ? SETTINGS : ['postBuild', ...SETTINGS];
  const { wait = false } = spec;
  // The compiler refuses checks that Flux ignores.
  const used = wait === true ? taken.filter((name) => name !== 'healthChecks') : taken;
  const known = used.flatMap((name) => (spec[name] === undefined ? [] : [[name, spec[name]]]));
  return { wait, ...Object.fromEntries(known) } as JsonObject;
};

/** Whether its manifest has the values of all vars, which in code are options of the addon. */
const isKnown = (spec: Readonly<Record<string, unknown>>): boolean =>
  listOf(fieldsOf(spec['postBuild'])['substituteFrom']).length === 0;

const withKnown = (json: JsonObject, spec: Readonly<Record<string, unknown>>): JsonObject => {
  if (isDisabled(json)) return json;
  const vars = textFieldsOf(fieldsOf(fieldsOf(spec['postBuild'])['substitute']));
  if (Object.keys(vars).length === 0) return json;
  const outcome = substituteObject(json, vars);
  return outcome.kind === 'error' ? json : (outcome.object as JsonObject);
};

const foldersIn = (files: RepositoryTree, folder: string): readonly Part[] => {
  const listed = [...files.blobs.keys()]
    .filter((path) => /(?:^|\/)kustomization\.ya?ml$/.test(path) && path.startsWith(`${folder}/`))
    .map((path) => posix.dirname(path))
    .sort();
  const within = new Set(listed.flatMap((path) => readBy(files, path)));
  return listed.flatMap((path): readonly Part[] => {
    if (within.has(path)) return [];
    try {
      const built = buildPrepared(files, prepareFolder(files, path, {}, { leavesOutRemote: true }));
      const objects = built.map(({ json }) => served(json));
      return objects.length === 0 ? [] : [{ key: `flux-system/${path}`, settings: {}, dependsOn: [], objects }];
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      console.log(`not built: ${path}: ${error.message.split('\n')[0]}`);
      return [];
    }
  });
};

/** Other folders that a kustomization file takes in. */
const readBy = (files: RepositoryTree, folder: string): readonly string[] => {
  const path = ['kustomization.yaml', 'kustomization.yml']
    .map((name) => posix.join(folder, name))
    .find((one) => files.blobs.has(one))!;
  return files
    .objects(path)
    .flatMap((json) =>
      ['resources', 'components', 'bases'].flatMap((field) =>
        listOf(json[field]).flatMap((one) => (typeof one === 'string' ? posix.join(folder, one) : [])),
      ),
    );
};

const inNamespace = (json: JsonObject, namespace: string): JsonObject => {
  const metadata = fieldsOf(json['metadata']);
  if (namespace === '' || metadata['namespace'] !== undefined) return json;
  return { ...json, metadata: { ...metadata, namespace } as JsonObject };
};

/** In the version that Flux serves today. */
const served = (json: JsonObject): JsonObject => {
  const [, group] =
    /^(helm|source|kustomize)\.toolkit\.fluxcd\.io\/v\d.*(?:alpha|beta)\d$/.exec(String(json['apiVersion'])) ?? [];
  return group === undefined
    ? json
    : { ...json, apiVersion: `${group}.toolkit.fluxcd.io/${group === 'helm' ? 'v2' : 'v1'}` };
};

const nameOf = (json: JsonObject): string => String(fieldsOf(json['metadata'])['name']);

/** Each addon in the first stage in which all that it waits for is there. */
const declare = (parts: readonly Part[], flux: FluxVersion): FluxApp => {
  const names = new Map<string, string>();
  for (const { key } of parts) {
    const name = key
      .slice(key.indexOf('/') + 1)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(-63)
      .replace(/^-+/, '');
    // The name of the root is reserved.
    const own = name === 'flux-system' ? 'root' : name;
    names.set(key, [...names.values()].includes(own) ? `${key.split('/')[0]}-${own}` : own);
  }
  const byKey = new Map(parts.map((part) => [part.key, part]));
  const depths = new Map<string, number>();
  const depthOf = (key: string): number => {
    const known = depths.get(key);
    if (known !== undefined) return known;
    depths.set(key, 0);
    const waits = byKey.get(key)!.dependsOn.filter((one) => byKey.has(one));
    const depth = waits.length === 0 ? 0 : 1 + Math.max(...waits.map(depthOf));
    depths.set(key, depth);
    return depth;
  };
  const app = new FluxApp({});
  // Their parents make these, and fluxspan's root makes no Kustomization's namespace: they are there already.
  const theirs = new Set(parts.flatMap(({ settings }) => settings['namespace'] ?? []));
  const isThere = (json: JsonObject) => json['kind'] === 'Namespace' && theirs.has(nameOf(json));
  const made = new Set(
    parts.flatMap(({ objects }) =>
      objects.flatMap((json) => (json['kind'] === 'Namespace' && !isThere(json) ? nameOf(json) : [])),
    ),
  );
  const all = parts.flatMap(({ objects }) => objects);
  const namespaces = new Set([
    ...theirs,
    ...all.flatMap((json) => [fieldsOf(json['metadata'])['namespace'], fieldsOf(json['spec'])['targetNamespace']]),
  ]);
  const cluster = new FluxCluster(app, 'cluster', {
    flux,
    external: [
      ...[...namespaces]
        .filter(
          (one): one is string =>
            typeof one === 'string' && !made.has(one) && /^[a-z0-9-]+$/.test(one) && one !== 'flux-system',
        )
        .map((name) => ({ kind: 'Namespace', name })),
      // What controllers install, as far as the objects show.
      ...[...new Set(all.map((json) => String(json['apiVersion']).split('/')[0]!))].filter(
        (one) => one.includes('.') && !isBuiltInGroup(one) && !one.endsWith('.toolkit.fluxcd.io'),
      ),
    ],
  });
  const stages = new Map<number, unknown[]>();
  for (const { key, settings, dependsOn, objects } of parts) {
    const addon = defineAddon({
      name: names.get(key)!,
      requires: dependsOn.flatMap((one) => names.get(one) ?? []) as never,
      kustomization: settings as never,
      build(scope) {
        for (const [at, json] of objects.entries())
          if (!isThere(json)) new ApiObject(scope, `object-${at}`, json as never);
      },
    });
    const depth = depthOf(key);
    stages.set(depth, [...(stages.get(depth) ?? []), addon()]);
  }
  for (const [depth, addons] of [...stages].sort(([a], [b]) => a - b)) cluster.stage(`s${depth}`, addons as never);
  return app;
};
