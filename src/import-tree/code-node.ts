/** A comment of the YAML, without its `#`. */
export interface Comments {
  /** Lines above the code. */
  readonly before?: readonly string[];
  /** At the end of the line. */
  readonly after?: string | undefined;
}

export interface ObjectMember extends Comments {
  readonly key: string;
  readonly value: CodeNode;
}

export interface ListItem extends Comments {
  readonly value: CodeNode;
}

export interface Statement extends Comments {
  /** `const repository = `, or nothing. */
  readonly prefix: string;
  readonly value: CodeNode;
  /** Only if this is true: `options.debug`. */
  readonly condition?: string | undefined;
}

/** A piece of TypeScript, before it is laid out. */
export type CodeNode =
  /** A number, name or other code that fits one line. */
  | { readonly kind: 'raw'; readonly code: string }
  | { readonly kind: 'text'; readonly value: string }
  /** Text of several pieces, of which some are code: `https://${vars.HOST}/`. */
  | { readonly kind: 'template'; readonly parts: readonly (string | { readonly code: string })[] }
  | {
      readonly kind: 'object';
      readonly members: readonly ObjectMember[];
      readonly end?: readonly string[];
      /** Never on one line. */
      readonly isOpen?: true;
    }
  | { readonly kind: 'list'; readonly items: readonly ListItem[]; readonly end?: readonly string[] }
  /** A call whose last argument may take several lines: `new HelmRelease(scope, 'podinfo', {…})`; `tail` follows it. */
  | { readonly kind: 'call'; readonly head: string; readonly last: CodeNode; readonly tail?: string }
  /** A member of an object that is a function. */
  | { readonly kind: 'method'; readonly parameters: string; readonly statements: readonly Statement[] };

export const raw = (code: string): CodeNode => ({ kind: 'raw', code });
export const text = (value: string): CodeNode => ({ kind: 'text', value });
export const list = (values: readonly CodeNode[]): CodeNode => ({
  kind: 'list',
  items: values.map((value) => ({ value })),
});

/** An object of those members that are there. */
export const object = (members: Readonly<Record<string, CodeNode | undefined>>): CodeNode => ({
  kind: 'object',
  members: Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }])),
});
