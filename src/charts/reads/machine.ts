import type { TemplateNode } from '../../go-template/index.js';
import type { Heap } from './heap.js';
import type { Value } from './value.js';

/** What the functions of templates need of the interpreter. */
export interface Machine {
  readonly heap: Heap;
  /** Runs a template with a name, with its dot; the text that it prints. */
  readonly include: (name: string, dot: Value) => Value | undefined;
  /** Runs a text as a template, as `tpl` does. */
  readonly tpl: (text: string, dot: Value) => Value;
  /** Reads a text as YAML. */
  readonly parse: (text: unknown) => Value;
  /** Tells what isn't understood, once. */
  readonly tell: (what: string) => void;
  /** Notes that a path of the values got something by `set`: calls that were followed may now do something else. */
  readonly overlaid: () => void;
}

/** @param args with what the pipeline hands over as the last one */
export type TemplateFunction = (args: readonly Value[], machine: Machine) => Value;

/** What runs the templates of a chart. */
export interface Interpreter {
  /**
   * Runs a file of the chart: what it prints goes into a manifest.
   *
   * @param isOptional a chart that may be switched off
   */
  readonly run: (nodes: readonly TemplateNode[], dot: Value, isOptional: boolean) => void;
  readonly machine: Machine;
  /** Forgets what calls did: what was put at paths of the values since may change it. */
  readonly forget: () => void;
  /** Grows when `set` or `merge` puts something at a path of the values. */
  readonly version: () => number;
  /** Whether all was followed to its end. */
  readonly isComplete: () => boolean;
}
