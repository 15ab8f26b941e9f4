import { posix } from 'node:path';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';

/** A cluster of a repository that Flux reads already. */
export interface FluxRoot {
  /** A name for it in code, a DNS label; unique in the repository. */
  readonly name: string;
  /** The folder that its Flux reads, from the repository's root; empty for all of it. */
  readonly path: string;
  /** The file that says so. */
  readonly file: string;
  /** What Flux fetches it as. */
  readonly source: { readonly kind: string; readonly name: string };
  /** The branch that Flux follows. @default - unknown */
  readonly branch?: string | undefined;
  /** The Flux that is installed: `2.9`. @default - unknown */
  readonly flux?: string | undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const object = (value: unknown): JsonObject => (isObject(value) ? value : {});
const trimmed = (path: string): string => posix.normalize(path).replace(/^(?:\.?\/)+|\/+$|^\.$/g, '');

const documents = (yaml: string): readonly JsonObject[] => {
  try {
    return parseYamlDocuments(yaml).flatMap((one) => (isObject(one) ? [one] : []));
  } catch {
    // Flux can't read it either; synth tells where it matters.
    return [];
  }
};

type Unnamed = Omit<FluxRoot, 'name'>;

/** What `flux bootstrap` wrote: a source and the Kustomization that reads a folder of it. */
const fromSync = (file: string, objects: readonly JsonObject[]): readonly Unnamed[] =>
  objects.flatMap((one): readonly Unnamed[] => {
    const spec = object(one['spec']);
    const path = text(spec['path']);
    if (one['kind'] !== 'Kustomization' || path === undefined) return [];
    const reference = object(spec['sourceRef']);
    const source = { kind: text(reference['kind']) ?? 'GitRepository', name: text(reference['name']) ?? 'flux-system' };
    const declared = objects.find(
      ({ kind, metadata }) => kind === source.kind && object(metadata)['name'] === source.name,
    );
    const branch = text(object(object(declared?.['spec'])['ref'])['branch']);
    return [{ path: trimmed(path), file, source, branch }];
  });

/** A Kustomization of Flux, and not kustomize's own; or a source. */
const isFluxs = ({ apiVersion }: JsonObject): boolean => String(apiVersion).includes('.toolkit.fluxcd.io/');

const fromInstance = (file: string, { spec }: JsonObject): readonly Unnamed[] => {
  const sync = object(object(spec)['sync']);
  const path = text(sync['path']);
  if (path === undefined) return [];
  const flux = /\d+\.\d+/.exec(text(object(object(spec)['distribution'])['version']) ?? '')?.[0];
  const source = { kind: text(sync['kind']) ?? 'GitRepository', name: text(sync['name']) ?? 'flux-system' };
  const branch = /^refs\/heads\/(.+)$/.exec(text(sync['ref']) ?? '')?.[1];
  return [{ path: trimmed(path), file, source, branch, flux }];
};

/**
 * Folders with Kustomizations that no other one of the repository applies: Flux reads them, or a person has applied them
 * by hand. A guess, for a message.
 */
export const likelyFolders = (paths: readonly string[], read: (path: string) => string): readonly string[] => {
  const found = [...paths].sort().flatMap((path) => {
    const content = read(path);
    if (!content.includes('kustomize.toolkit.fluxcd.io')) return [];
    return fromSync(path, documents(content).filter(isFluxs));
  });
  const isApplied = ({ file }: Unnamed) => found.some(({ path }) => path !== '' && file.startsWith(`${path}/`));
  return [...new Set(found.filter((one) => !isApplied(one)).map(({ file }) => posix.dirname(file)))];
};

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
  return roots.map((root, at) => ({ name: names[at]!, ...root }));
};

/** Clusters of folders that a person named. */
export const rootsAt = (folders: readonly string[]): readonly FluxRoot[] =>
  withNames(
    folders.map((folder) => ({
      path: trimmed(folder),
      file: 'the command that made this file',
      source: { kind: 'GitRepository', name: 'flux-system' },
    })),
  );

/**
 * Finds the clusters of a repository by what `flux bootstrap` and the Flux Operator leave in it.
 *
 * @param paths all YAML files, from the repository's root
 * @param read the text of one of them
 */
export const findFluxRoots = (paths: readonly string[], read: (path: string) => string): readonly FluxRoot[] => {
  const found = [...paths].sort().flatMap((path): readonly Unnamed[] => {
    const content = read(path);
    if (posix.basename(path) === 'gotk-sync.yaml') {
      const components = posix.join(posix.dirname(path), 'gotk-components.yaml');
      const flux = paths.includes(components)
        ? /^# Flux Version: v(\d+\.\d+)/m.exec(read(components).slice(0, 1000))?.[1]
        : undefined;
      return fromSync(path, documents(content)).map((root) => ({ ...root, flux }));
    }
    if (!content.includes('FluxInstance')) return [];
    return documents(content)
      .filter(
        ({ kind, apiVersion }) => kind === 'FluxInstance' && /^fluxcd\.controlplane\.io\//.test(String(apiVersion)),
      )
      .flatMap((one) => fromInstance(path, one));
  });
  const seen = new Set<string>();
  return withNames(found.filter(({ path }) => !seen.has(path) && seen.add(path)));
};
