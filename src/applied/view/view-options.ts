import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { JsonObject } from '../../json/json-value.js';
import type { FolderBuilder } from '../build/folder-builder.js';
import type { FluxObject } from './flux-view.js';
import type { FoundRoot, SettledRoot } from './found-root.js';
import type { RepositoryPlace } from './sources.js';

/** An object as one of fluxspan's Kustomizations applies it. */
export interface InsideObject extends Omit<FluxObject, 'built'> {
  /** The key of that Kustomization. */
  readonly owner: string;
}

/** Options of {@link FluxView}. */
export interface ViewOptions {
  /** The cluster's folder, from the repository's root. */
  readonly folder: string;
  /** The source of the tree, which an implicit root reads. */
  readonly source: { readonly kind: string; readonly name: string; readonly namespace: string };
  /** The folder that paths of that source start from; empty, or with a `/` at the end. */
  readonly prefix: string;
  readonly repository: RepositoryPlace;
  readonly scopeOf: ScopeOf;
  readonly builder: FolderBuilder;
  /**
   * Whether fluxspan writes a file. Kustomizations in it aren't followed, since their objects are already known, unless
   * their parent makes them read something else.
   */
  readonly isOwn?: (path: string) => boolean;
  /** Keys of fluxspan's Kustomizations to follow anyway. @default - none */
  readonly followed?: ReadonlySet<string>;
  /**
   * Objects of fluxspan's Kustomizations whose folders aren't built. Kustomizations among them are followed. @default -
   * none
   */
  readonly inside?: readonly InsideObject[];
  /** Reads only the root itself. @default false */
  readonly followsNone?: true;
  /** The data of ConfigMaps that others write into the cluster, by `namespace/name`. */
  readonly given?: ReadonlyMap<string, JsonObject>;
  /** The root that is running while the tree changes. @default - what the tree declares */
  readonly running?: SettledRoot;
  /**
   * The Kustomization to start with, of a tree that is no cluster's own, such as that of a tenant. @default - the cluster's
   * root
   */
  readonly start?: FoundRoot;
  /** No file that Flux reads declares the root: the values of a chart do, or nothing does. @default - it is looked for */
  readonly isImplicit?: boolean;
  /** The key of a root that no file declares. @default - the one that `flux bootstrap` uses */
  readonly rootKey?: string | undefined;
  /** Other sources that hold the same files: `GitRepository/flux-system/fleet`. @default - none */
  readonly alsoOwn?: readonly string[];
  /** The Flux Operator creates the root from a FluxInstance that no file declares. @default false */
  readonly isOperated?: boolean;
}
