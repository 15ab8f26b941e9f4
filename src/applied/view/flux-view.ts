import type { Diagnostic } from '../../diagnostics/index.js';
import type { JsonObject } from '../../json/json-value.js';
import type { ReadableTree } from '../base-tree.js';
import type { ObjectId } from '../object-id.js';
import type { SettledRoot } from './found-root.js';

/** The files of one state of the whole repository; its paths start from the repository's root. */
export interface RepositoryTree extends ReadableTree {
  readonly links: ReadonlySet<string>;
  readonly objects: (path: string) => readonly JsonObject[];
  /** Reads files that will be asked for in one run. */
  readonly prepare: (paths: readonly string[]) => void;
}

/**
 * What Flux applies to one cluster, as far as one state of the repository shows it: all that the root Kustomization
 * reads, through nested Kustomizations of any namespace and depth. `readFluxView` makes it.
 */
export interface FluxView {
  /** The key of the root Kustomization. */
  readonly root: string;
  /** The root itself, as it is once it has applied the tree. */
  readonly running: SettledRoot;
  /** By key, the root first, and each parent before its children. */
  readonly owners: ReadonlyMap<string, FluxOwner>;
  /** All that is not known of the owners, in their order. */
  readonly notSeen: readonly NotSeen[];
  /** What Flux itself can't apply as it is written: cycles, paths that lead nowhere, and the like. */
  readonly problems: readonly Diagnostic[];
}

/** A Flux Kustomization, with what its build gives. */
export interface FluxOwner {
  /** `namespace/name`. */
  readonly key: string;
  /** As its parent applies it: built, patched and substituted. Of an implicit root, what Flux would have by default. */
  readonly json: JsonObject;
  /** Keys of the owners that apply it: one, unless the tree has a fault; none for the root. */
  readonly parents: readonly string[];
  /** The one file that declares it; undefined where several do, or a generator, or nothing (an implicit root). */
  readonly file: string | undefined;
  /** The folder that it reads, from the repository's root (`''` is the root itself); undefined: its source is elsewhere. */
  readonly folder: string | undefined;
  /** Every file that its build reads, sorted. */
  readonly files: readonly string[];
  /** In no certain order. Where the folder doesn't build, those that stand in its files, as they stand there. */
  readonly objects: readonly FluxObject[];
  /** What the Flux Operator makes of the ResourceSets among its objects. */
  readonly sets: ObjectsOfSets;
  /** What may be among its objects, or differ in them, unknown to us. */
  readonly notSeen: readonly NotSeen[];
}

/** What ResourceSets make. */
export interface ObjectsOfSets {
  readonly objects: readonly MadeFluxObject[];
  /** The sets of which more may come, with the templates that make it. */
  readonly open: ReadonlyMap<FluxObject, readonly string[]>;
}

export interface MadeFluxObject extends FluxObject {
  /** The ResourceSet that makes it. */
  readonly set: ObjectId;
}

/** One object of an owner's build. */
export interface FluxObject {
  readonly id: ObjectId;
  /**
   * As kustomize builds it, without the owner's commonMetadata. Vars that are known are substituted in Flux's own kinds
   * and in names; elsewhere the text is the one in git.
   */
  readonly json: JsonObject;
  /** The same before any var is substituted. */
  readonly built: JsonObject;
  /** The one file that it stands in; empty where it is generated, or can't be told apart. */
  readonly path: string;
}

/** Why something is not seen. */
export type NotSeenCause =
  /** Another repository, or a part of this one that isn't read: a branch, a copy that can't be followed. */
  | 'elsewhere'
  /** A resource that kustomize would fetch. */
  | 'remote'
  /** A file or name that only the cluster can decrypt. */
  | 'encrypted'
  /** A name, namespace or path with a var whose value isn't known. */
  | 'var'
  /** A controller makes it in the cluster. */
  | 'generated'
  /** The folder doesn't build; Flux fails there too, or reads something that we don't. */
  | 'unbuilt'
  /** kubectl isn't installed, and the folder needs it. */
  | 'no-kubectl';

/** A part of what Flux applies that can't be read here; all around it is known. */
export interface NotSeen {
  readonly cause: NotSeenCause;
  /** The key of the owner whose objects are incomplete, or uncertain. */
  readonly owner: string;
  /** Where it is said, from the repository's root. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  /** What isn't seen, as the file says it: an address, a source, a folder. */
  readonly what: string;
  /** The sentence's second half: `is fetched from the network`. */
  readonly reason: string;
  /** The one of the view's problems that has the same cause. */
  readonly problem?: Diagnostic;
}
