import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { JsonObject } from '../../json/json-value.js';
import type { FolderBuilder } from '../build/folder-builder.js';
import type { FluxObject } from './flux-view.js';
import type { SettledRoot } from './found-root.js';
import type { RepositoryPlace } from './sources.js';

/** An object that a Kustomization of ours applies, as it applies it. */
export interface InsideObject extends Omit<FluxObject, 'built'> {
  /** The key of that Kustomization. */
  readonly owner: string;
}

/** How the view of a cluster is read. */
export interface ViewOptions {
  /** The cluster's folder, from the repository's root. */
  readonly folder: string;
  /** The source of the tree, by which an implicit root reads. */
  readonly source: { readonly kind: string; readonly name: string; readonly namespace: string };
  /** What the paths of that source start from; empty, or with a `/` at the end. */
  readonly prefix: string;
  readonly repository: RepositoryPlace;
  readonly scopeOf: ScopeOf;
  readonly builder: FolderBuilder;
  /**
   * Whether fluxspan writes a file: Kustomizations in it are not followed, since what they apply is known better, unless
   * their parent lets them read something else.
   */
  readonly isOwn?: (path: string) => boolean;
  /** Keys of Kustomizations that are followed all the same. @default - none */
  readonly followed?: ReadonlySet<string>;
  /** What Kustomizations of ours apply, of which no folder is built: it is followed where it reads folders. @default - none */
  readonly inside?: readonly InsideObject[];
  /** Only the root itself is read. @default false */
  readonly followsNone?: true;
  /** The data of ConfigMaps that others write into the cluster, by `namespace/name`. */
  readonly given?: ReadonlyMap<string, JsonObject>;
  /** The root that is running while the tree changes. @default - what the tree declares */
  readonly running?: SettledRoot;
  /** The Flux Operator makes the root by a FluxInstance that is there without any file. @default false */
  readonly isOperated?: boolean;
}
