import type { Json } from '../json/json-value.js';

/** A dependency of a chart: its values lie under `alias`, or under its name. */
export interface ChartDependency {
  readonly name: string;
  readonly key: string;
  /** Paths of booleans that switch it, such as `postgresql.enabled`. */
  readonly conditions: readonly string[];
  readonly tags: readonly string[];
}

/** What an import reads of a chart. */
export interface Chart {
  readonly name: string;
  readonly version: string | undefined;
  /** A library's templates are only included by others. */
  readonly isLibrary: boolean;
  readonly defaults: Json;
  /** `values.schema.json`, of whatever draft. */
  readonly schema: Json | undefined;
  readonly dependencies: readonly ChartDependency[];
  /** The dependencies that are packed with it, by name. */
  readonly subcharts: ReadonlyMap<string, Chart>;
  /** Its other files, by path from its own folder: those of `templates/`, and what `.Files` gives. */
  readonly files: ReadonlyMap<string, string>;
}
