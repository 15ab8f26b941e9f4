/** What stands in a command: a value, a field of one, a function's name, or a pipeline in parentheses. */
export type Operand =
  | { readonly kind: 'dot' }
  | { readonly kind: 'nil' }
  | { readonly kind: 'constant'; readonly value: string | number | boolean }
  /** `.Values.image`, of the dot. */
  | { readonly kind: 'field'; readonly names: readonly string[] }
  /** `$`, `$x` or `$x.image`; the name without its dollar. */
  | { readonly kind: 'variable'; readonly name: string; readonly names: readonly string[] }
  /** `(…).image` */
  | { readonly kind: 'chain'; readonly of: Operand; readonly names: readonly string[] }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'pipe'; readonly pipe: Pipe };

/** A function with its arguments, or a value alone. */
export type Command = readonly [Operand, ...Operand[]];

export interface Pipe {
  /** The variables that it sets, without their dollars: two at most, for `range $key, $value := …`. */
  readonly variables: readonly string[];
  /** `=` sets variables that are there; `:=` declares them. */
  readonly declares: boolean;
  readonly commands: readonly Command[];
}

/** A branch or loop: `body` where the pipeline holds, else `otherwise`. */
export interface Branch {
  readonly kind: 'if' | 'with' | 'range';
  readonly pipe: Pipe;
  readonly body: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[];
}

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly pipe: Pipe }
  | { readonly kind: 'template'; readonly name: string; readonly pipe: Pipe | undefined }
  | { readonly kind: 'break' | 'continue' }
  | Branch;

export interface Template {
  readonly body: readonly TemplateNode[];
  /** The templates that it defines, by name, `block`s too. */
  readonly defines: ReadonlyMap<string, readonly TemplateNode[]>;
}

/** A text that Go's text/template would not parse either. */
export class TemplateError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = 'TemplateError';
    this.line = line;
  }
}
