import { posix } from 'node:path';
import { fieldsOf, textOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';

/** A cluster of a repository that Flux reads already. */
export interface FluxRoot {
  /** A name for it in code, a DNS label; unique in the repository. */
  readonly name: string;
  /** The folder that its Flux reads, from the repository's root; empty for all of it. */
  readonly path: string;
  /** The file that says so; empty where a person named the folder. */
  readonly file: string;
  /** What Flux fetches it as. */
  readonly source: { readonly kind: string; readonly name: string; readonly namespace: string };
  /** Whether its folder has a README of the user. @default false */
  readonly hasReadme?: boolean;
  /** The folder that the artifact holds, where it isn't the whole repository: paths start there. @default - the root */
  readonly start?: string;
  /** The path as it is written, where it has vars. */
  readonly pattern?: string;
  /** What the repository doesn't tell of the path, for a person. @default - it is as the file says */
  readonly open?: string | undefined;
  /** The branch that Flux follows. @default - unknown */
  readonly branch?: string | undefined;
  /** The Flux that is installed: `2.9`. @default - unknown */
  readonly flux?: string | undefined;
  /** The controllers that are installed, where a file lists them. @default - unknown */
  readonly components?: readonly string[] | undefined;
  /** The Kustomization that the Flux Operator makes for it, as namespace/name. @default - what `flux bootstrap` makes */
  readonly rootKey?: string;
}

/** What a file says that a Flux reads, with the folders of other clusters. */
export interface FluxSync extends Omit<FluxRoot, 'name'> {
  /** The repository, where the file has it. */
  readonly url?: string | undefined;
}

/** The cluster's folder; a new one where Flux reads all of the repository. */
export const folderOf = ({ path, name }: Pick<FluxRoot, 'path' | 'name'>): string =>
  path === '' ? `clusters/${name}` : path;

/** As Flux reads a path: nothing leads out of the repository. */
const trimmed = (path: string): string => posix.join('/', path).replace(/^\/+|\/+$/g, '');

const documents = (yaml: string): readonly JsonObject[] => {
  try {
    return parseYamlDocuments(yaml).flatMap((one) => (isObject(one) ? [one] : []));
  } catch {
    // Flux can't read it either; synth tells where it matters.
    return [];
  }
};

const sorted = (files: ReadonlyMap<string, string>): readonly (readonly [string, string])[] =>
  [...files].sort(([a], [b]) => (a < b ? -1 : 1));

interface Unnamed extends FluxSync {
  /** The Kustomization that says it, as namespace/name. */
  readonly owner?: string;
  /** It has the name of the Kustomization that `flux bootstrap` writes. */
  readonly isRoot?: true;
}

const FLUX_NAMESPACE = 'flux-system';

/** The folder of the repository that a path stands for, as far as its files tell. */
const placeOf = (
  path: string,
  { file, source }: Pick<Unnamed, 'file' | 'source'>,
  files: ReadonlyMap<string, string>,
): Pick<Unnamed, 'path' | 'start' | 'pattern' | 'open'> => {
  const said = trimmed(path);
  const beside = trimmed(posix.dirname(file).replace(/(?:^|\/)flux-system$/, ''));
  if (holdsExpression(said))
    return { path: beside, pattern: said, open: `the path there is "${path}": set path to what it comes to` };
  const isGit = source.kind === 'GitRepository';
  const artifact = `an artifact of ${source.kind} "${source.name}"`;
  if (said === '') {
    if (isGit) return { path: said };
    const start = beside === '' ? '' : `${beside}/`;
    return {
      path: beside,
      // Its root reads the folders of addons, too, as one that reads the whole repository.
      open: `it reads all of ${artifact}: if "${beside === '' ? '.' : beside}" is what is pushed there, set path: '${start}clusters/${label(partsOf(beside).slice(0, 1))}', and root: '${start}k8s' and pathPrefix: 'k8s' of the app`,
    };
  }
  const folders = new Set([...files.keys()].map((one) => `/${posix.dirname(one)}/`));
  if ([...folders].some((one) => one.startsWith(`/${said}/`))) return { path: said };
  const found = new Set(
    [...folders].flatMap((one) => {
      const at = one.indexOf(`/${said}/`);
      return at < 0 ? [] : [one.slice(1, at)];
    }),
  );
  const [start] = found;
  if (isGit) {
    const copy = start === undefined || found.size > 1 ? '' : `, as "${start}" seems to be`;
    return {
      path: said,
      open: `no folder here is "${said}": set path to the one that Flux reads; or, if the file belongs to another repository${copy}, make the project there`,
    };
  }
  if (start === undefined || found.size > 1)
    return {
      path: said,
      open: `"${said}" is a folder of ${artifact}, and no folder here is surely that one: set path to it`,
    };
  return {
    path: `${start}/${said}`,
    start,
    open: `${artifact} seems to start at "${start}": the tree must be in it, as with root: '${start}/k8s' and pathPrefix: 'k8s' of the app`,
  };
};

/** Whether the file is in the folder that it names. */
export const isInside = ({ file, path }: Pick<FluxSync, 'file' | 'path'>): boolean => file.startsWith(`${path}/`);

/** What `flux bootstrap` wrote: a source and the Kustomization that reads a folder of it. */
const fromSync = (
  file: string,
  objects: readonly JsonObject[],
  files: ReadonlyMap<string, string>,
): readonly Unnamed[] =>
  objects.flatMap((one): readonly Unnamed[] => {
    const spec = fieldsOf(one['spec']);
    const path = textOf(spec['path']);
    if (one['kind'] !== 'Kustomization' || path === undefined) return [];
    const reference = fieldsOf(spec['sourceRef']);
    const source = {
      kind: textOf(reference['kind']) ?? 'GitRepository',
      name: textOf(reference['name']) ?? 'flux-system',
      namespace: textOf(reference['namespace']) ?? namespaceOf(one),
    };
    const declared = objects.find(
      ({ kind, metadata }) => kind === source.kind && fieldsOf(metadata)['name'] === source.name,
    );
    const branch = textOf(fieldsOf(fieldsOf(declared?.['spec'])['ref'])['branch']);
    const { name } = fieldsOf(one['metadata']);
    const owner = `${namespaceOf(one)}/${textOf(name) ?? ''}`;
    const isRoot = name === 'flux-system';
    return [{ file, source, branch, owner, ...placeOf(path, { file, source }, files), ...(isRoot ? { isRoot } : {}) }];
  });

const namespaceOf = ({ metadata }: JsonObject): string => textOf(fieldsOf(metadata)['namespace']) ?? FLUX_NAMESPACE;

/** A Kustomization of Flux, and not kustomize's own; or a source. */
const isFluxs = ({ apiVersion }: JsonObject): boolean => String(apiVersion).includes('.toolkit.fluxcd.io/');

/** A FluxInstance, or the values of its chart, which have its spec as `instance`. */
const instanceIn = (one: JsonObject): { readonly spec: unknown; readonly namespace: string } | undefined => {
  const { kind, apiVersion, spec } = one;
  const group = String(apiVersion).split('/')[0];
  if (kind === 'FluxInstance' && group === 'fluxcd.controlplane.io') return { spec, namespace: namespaceOf(one) };
  if (kind === 'HelmRelease' && group === 'helm.toolkit.fluxcd.io') {
    const { values, targetNamespace } = fieldsOf(spec);
    return { spec: fieldsOf(values)['instance'], namespace: textOf(targetNamespace) ?? namespaceOf(one) };
  }
  // A file of values, with which a person or Terraform installs the chart.
  return kind === undefined && isObject(one['instance'])
    ? { spec: one['instance'], namespace: FLUX_NAMESPACE }
    : undefined;
};

const fromInstance = (
  file: string,
  { spec, namespace }: NonNullable<ReturnType<typeof instanceIn>>,
  files: ReadonlyMap<string, string>,
): readonly Unnamed[] => {
  const sync = fieldsOf(fieldsOf(spec)['sync']);
  const path = textOf(sync['path']);
  if (path === undefined) return [];
  const flux = /\d+\.\d+/.exec(textOf(fieldsOf(fieldsOf(spec)['distribution'])['version']) ?? '')?.[0];
  const listed = fieldsOf(spec)['components'];
  const components = Array.isArray(listed) ? { components: listed.map(String) } : {};
  // The operator calls it as its own namespace.
  const source = { kind: textOf(sync['kind']) ?? 'GitRepository', name: textOf(sync['name']) ?? namespace, namespace };
  const branch = /^refs\/heads\/(.+)$/.exec(textOf(sync['ref']) ?? '')?.[1];
  const url = textOf(sync['url']);
  // The Kustomization has the name of the source.
  const called = source.name === FLUX_NAMESPACE ? {} : { rootKey: `${namespace}/${source.name}` };
  return [{ file, source, branch, flux, url, ...called, ...components, ...placeOf(path, { file, source }, files) }];
};

/**
 * Folders with Kustomizations that no other one of the repository applies: Flux reads them, or a person has applied them
 * by hand. A guess, for a message.
 *
 * @param files the text of all YAML files, by path from the repository's root
 */
export const likelyFolders = (files: ReadonlyMap<string, string>): readonly string[] => [
  ...new Set(unapplied(files).map(({ file }) => posix.dirname(file))),
];

/**
 * The same as clusters, whose source is the one that their Kustomizations read.
 *
 * @param files the text of all YAML files, by path from the repository's root
 */
export const likelyRoots = (files: ReadonlyMap<string, string>): readonly FluxRoot[] => {
  const roots = new Map<string, Unnamed>();
  const folders = new Set([...files.keys()].map((file) => posix.dirname(file)));
  for (const { file, source, path: reads, isRoot } of unapplied(files)) {
    // The manifest of the root itself, which its folder may take from elsewhere; or one that a person applies.
    const path = isRoot === true && folders.has(reads) ? reads : posix.dirname(file).replace(/^\.$/, '');
    if (!roots.has(path)) roots.set(path, { path, file, source });
  }
  // What is below one of them, its Flux reads with it.
  const isBelow = (path: string) => [...roots.keys()].some((other) => path !== other && path.startsWith(`${other}/`));
  return withNames([...roots.values()].filter(({ path }) => !isBelow(path)));
};

/** Kustomizations that no other one of the repository applies. */
const unapplied = (files: ReadonlyMap<string, string>): readonly Unnamed[] => {
  const found = sorted(files).flatMap(([path, content]) => {
    // What fluxspan generated has its app already.
    if (!content.includes('kustomize.toolkit.fluxcd.io') || content.includes('Generated by fluxspan')) return [];
    return fromSync(path, documents(content).filter(isFluxs), files);
  });
  // One that applies itself is a root, also where the file that it was made from is kept elsewhere.
  const isApplied = (one: Unnamed) =>
    found.some(
      // What reads an artifact may read another one than this repository.
      (other) =>
        !isTwin(one, other) && other.open === undefined && other.path !== '' && one.file.startsWith(`${other.path}/`),
    );
  const left = found.filter((one) => !isApplied(one));
  const roots = left.filter(isInside);
  const inRoots = found.filter(({ file }) => roots.some(({ path }) => file.startsWith(`${path}/`)));
  return left.filter((one) => isInside(one) || !inRoots.some((other) => isTwin(one, other)));
};

/** Whether both are one Kustomization, in two files or in one. */
const isTwin = (one: Unnamed, other: Unnamed): boolean =>
  one.owner === other.owner &&
  one.path === other.path &&
  one.source.kind === other.source.kind &&
  one.source.name === other.source.name &&
  one.source.namespace === other.source.namespace;

/** Folders that say nothing of the cluster that they are of. */
const meaningless = new Set(['cluster', 'clusters', 'flux', 'flux-system', 'kubernetes', 'k8s', 'gitops', 'bootstrap']);

/** The parts of a path that say something, the last one first, as parts of a DNS label. */
const partsOf = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split('/')
    .map((part) => part.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, ''))
    .filter((part) => part !== '' && !meaningless.has(part))
    .reverse();

const label = (parts: readonly string[]): string =>
  [...parts].reverse().join('-').slice(0, 40).replace(/-+$/, '') || 'main';

/** As short as tells them apart: `dev`, or `dev-00` where another cluster is called `00`. What is still twice is numbered. */
const withNames = (roots: readonly Unnamed[]): readonly FluxRoot[] => {
  const all = roots.map(({ path }) => partsOf(path));
  const most = Math.max(1, ...all.map(({ length }) => length));
  const isGood = (names: readonly string[]) =>
    new Set(names).size === names.length && !names.some((name) => /^\d/.test(name));
  const tried = Array.from({ length: most }, (_, at) => all.map((parts) => label(parts.slice(0, at + 1))));
  const names = tried.find(isGood) ?? all.map((parts, at) => `${label(parts.slice(0, 1))}-${at + 1}`);
  return roots.map(({ isRoot: _, url: __, owner: ___, ...root }, at) => ({ name: names[at]!, ...root }));
};

/** Clusters of folders that a person named. */
export const rootsAt = (folders: readonly string[]): readonly FluxRoot[] =>
  withNames(
    folders.map((folder) => ({
      path: trimmed(folder),
      file: '',
      source: { kind: 'GitRepository', name: 'flux-system', namespace: FLUX_NAMESPACE },
    })),
  );

/**
 * Finds the clusters of a repository by what `flux bootstrap` and the Flux Operator leave in it.
 *
 * @param files the text of all YAML files, by path from the repository's root
 */
export const findFluxRoots = (files: ReadonlyMap<string, string>): readonly FluxRoot[] => rootsOf(findSyncs(files));

/** Which Flux `flux bootstrap` wrote into a folder, and with which controllers. */
export const componentsIn = (
  folder: string,
  files: ReadonlyMap<string, string>,
): Pick<FluxSync, 'flux' | 'components'> => {
  const head = (files.get(posix.join(folder, 'gotk-components.yaml')) ?? '').slice(0, 1000);
  const listed = /^# Components: (\S+)/m.exec(head)?.[1]?.split(',');
  return { flux: /^# Flux Version: v(\d+\.\d+)/m.exec(head)?.[1], ...(listed && { components: listed }) };
};

/** All that says what a Flux reads, also several of one folder. */
export const findSyncs = (files: ReadonlyMap<string, string>): readonly FluxSync[] =>
  sorted(files).flatMap(([path, content]): readonly FluxSync[] => {
    if (posix.basename(path) === 'gotk-sync.yaml') {
      const installed = componentsIn(posix.dirname(path), files);
      return fromSync(path, documents(content), files).map((root) => ({ ...root, ...installed }));
    }
    if (!/FluxInstance|instance:/.test(content) || !content.includes('sync')) return [];
    return documents(content).flatMap((one) => {
      const instance = instanceIn(one);
      return instance === undefined ? [] : fromInstance(path, instance, files);
    });
  });

/** The clusters that syncs are of, one for each folder. */
export const rootsOf = (found: readonly FluxSync[]): readonly FluxRoot[] => {
  // The file in the folder itself says more of its cluster than the copy of it that somebody took for another one.
  const chosen = new Map<string, FluxSync>();
  for (const root of found) {
    const before = chosen.get(root.path);
    if (before === undefined || (!isInside(before) && isInside(root))) chosen.set(root.path, root);
  }
  return withNames([...chosen.values()]);
};
