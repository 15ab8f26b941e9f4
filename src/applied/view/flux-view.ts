import type { Diagnostic } from '../../diagnostics/index.js';
import type { JsonObject } from '../../json/json-value.js';
import type { ReadableTree } from '../base-tree.js';
import type { FileMarks } from '../file-marks.js';
import type { NearFiles } from '../git-files.js';
import type { ObjectId } from '../object-id.js';
import type { SettledRoot } from './found-root.js';

/** One state of the whole repository; paths start from its root. */
export interface RepositoryTree extends ReadableTree {
  readonly links: ReadonlySet<string>;
  readonly objects: (path: string) => readonly JsonObject[];
  readonly marks: (paths: readonly string[]) => ReadonlyMap<string, FileMarks>;
  /** Another state with nearly the same paths. @default - none is known */
  readonly near?: NearFiles | undefined;
  /** The tree as sources see it, by their settings: see `treeOfSource`. */
  readonly ofSources: Map<string, RepositoryTree>;
  /** YAML files that name Flux's Kustomizations, and maybe others. */
  readonly namingKustomizations: () => readonly string[];
  /** Says which files are likely to be read, so that git doesn't run for each of them. */
  readonly prepare: (paths: () => readonly string[]) => void;
}

/**
 * What Flux applies to one cluster, according to one state of the repository: everything that the root Kustomization
 * reads, through nested Kustomizations of any namespace and depth. `readFluxView` makes it.
 */
export interface FluxView {
  /** The key of the root Kustomization. */
  readonly root: string;
  /** The root itself after it has applied the tree. */
  readonly running: SettledRoot;
  /** By key, the root first, and each parent before its children. */
  readonly owners: ReadonlyMap<string, FluxOwner>;
  /** The unknown parts of all owners, in their order. */
  readonly notSeen: readonly NotSeen[];
  /** Faults that keep Flux itself from applying the tree: cycles, missing paths, and the like. */
  readonly problems: readonly Diagnostic[];
  /** The key of the Kustomization that each problem is about. */
  readonly faulty: ReadonlyMap<Diagnostic, string>;
}

/** A Flux Kustomization with its build. */
export interface FluxOwner {
  /** `namespace/name`. */
  readonly key: string;
  /** The manifest as its parent applies it: built, patched and substituted. For an implicit root, Flux's defaults. */
  readonly json: JsonObject;
  /** Keys of the owners that apply it: one, unless the tree is faulty; none for the root. */
  readonly parents: readonly string[];
  /**
   * The one file that declares it; undefined if several do, if a generator creates it, or if nothing declares it (an
   * implicit root).
   */
  readonly file: string | undefined;
  /** The folder that it reads, from the repository's root (`''` is the root itself); undefined: its source is elsewhere. */
  readonly folder: string | undefined;
  /** Every file that its build reads, sorted. */
  readonly files: readonly string[];
  /** In no particular order. If the folder doesn't build, the objects as its files declare them. */
  readonly objects: readonly FluxObject[];
  /** Objects whose names vars turn into something other than a text, so that Flux leaves them out; their ids are those before. */
  readonly unnamed?: readonly FluxObject[];
  /** What the Flux Operator generates from the ResourceSets among its objects. */
  readonly sets: ObjectsOfSets;
  /** Unknown parts: what its objects may also include, or how they may differ. */
  readonly notSeen: readonly NotSeen[];
}

/** What ResourceSets generate. */
export interface ObjectsOfSets {
  readonly objects: readonly MadeFluxObject[];
  /** The sets that may generate more, with the templates that do. */
  readonly open: ReadonlyMap<FluxObject, readonly string[]>;
}

export interface MadeFluxObject extends FluxObject {
  /** The ResourceSet that generates it. */
  readonly set: ObjectId;
}

export interface FluxObject {
  readonly id: ObjectId;
  /**
   * As kustomize builds it, without the owner's commonMetadata. Known vars are substituted in Flux's own kinds and in
   * names; other texts are as in git.
   */
  readonly json: JsonObject;
  /** The object before any var is substituted. */
  readonly built: JsonObject;
  /** The file that declares it; empty if it's generated, or the file is ambiguous. */
  readonly path: string;
}

/** Why something isn't known. */
export type NotSeenCause =
  /** Another repository, or a part of this one that isn't read: a branch, a copy that can't be followed. */
  | 'elsewhere'
  /** A resource that kustomize would fetch. */
  | 'remote'
  /** A file or name that only the cluster can decrypt. */
  | 'encrypted'
  /** A name, namespace or path with a var whose value isn't known. */
  | 'var'
  /** A controller creates it in the cluster. */
  | 'generated'
  /** The folder doesn't build; Flux fails there too, or reads something that we don't. */
  | 'unbuilt'
  /** kubectl isn't installed, and the folder needs it. */
  | 'no-kubectl';

/** A part of what Flux applies that isn't known here. */
export interface NotSeen {
  readonly cause: NotSeenCause;
  /** The key of the owner whose objects are incomplete, or uncertain. */
  readonly owner: string;
  /** The file that declares it, from the repository's root. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** What isn't known, in the words of the file: an address, a source, a folder. */
  readonly what: string;
  /** The sentence's second half: `is fetched from the network`. */
  readonly reason: string;
  /** The problem of the view with the same cause. */
  readonly problem?: Diagnostic;
}
