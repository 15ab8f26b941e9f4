import type { FluxRoot } from '../applied/flux-roots.js';
import type { JsonObject } from '../json/json-value.js';
import type { PackageManager } from './package-managers.js';

/** What a project starts from. */
export type Template = 'empty' | 'eks' | 'aks' | 'existing';
export type CiSystem = 'github' | 'gitlab' | 'none';

export interface InitOptions {
  readonly name: string;
  readonly template: Template;
  readonly ci: CiSystem;
  /** The project's folder, from the root of its repository; empty for the root itself. */
  readonly below: string;
  readonly manager: PackageManager;
  /** What package.json asks for: a version range, or a file. */
  readonly fluxspan: string;
  /** What is there of Flux, with the template `existing`. */
  readonly roots: readonly FluxRoot[];
  readonly defaultBranch: string | undefined;
  /** Fields of a package.json that is taken over. @default - none */
  readonly fields?: JsonObject | undefined;
}
