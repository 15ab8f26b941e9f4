import { nearest } from '../diagnostics/index.js';

/** What Flux does with an object's text. */
export interface TextOwners {
  /** Vars that the addon declares. */
  readonly declared: Pick<ReadonlySet<string>, 'has'>;
  /** Vars that any addon of the cluster declares. */
  readonly anywhere: ReadonlySet<string>;
  /** Whether any other name may be a var, too: what supplies the vars isn't known whole. @default false */
  readonly isOpen?: boolean;
  /** Whether a value that is nothing but `${NAME:=default}` is Flux's, whoever has the name. @default false */
  readonly takesDefaults?: boolean;
}

const NAME = /\$\{#?([_A-Za-z][_A-Za-z0-9]*)/y;

/** The name in the expression that begins at `at`. */
const nameAt = (text: string, at: number): string | undefined => {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[1];
};

/** Whether a name is a shell's, a dashboard's or a template's, and none that was meant for Flux and misspelt. */
const isForeignName = (name: string, { anywhere, isOpen }: TextOwners): boolean =>
  isOpen !== true && !anywhere.has(name) && !name.startsWith('TF_') && nearest(name, anywhere) === undefined;

/** Dollars, and whether a brace follows. */
const DOLLARS = /(\$+)(\{?)/g;

/**
 * The text with a `$$` for each `$` that Flux must leave alone, so that the text arrives as it is written: of `${…}` that
 * is not a var's, and of `$$`.
 *
 * A `$` before one of the addon's own vars is text: `\`$${vars.PRICE}\`` in TypeScript is a dollar and a value. Before
 * what Flux may take for a var though the addon has none of that name, `$${` is the author's own escape.
 */
export const escapeDollars = (text: string, owners: TextOwners): string =>
  text.replace(DOLLARS, (_, { length }: string, brace: string, at: number) => {
    if (brace === '') return '$$$$'.repeat(Math.floor(length / 2)) + '$'.repeat(length % 2);
    const name = nameAt(text, at + length - 1);
    const isDeclared = name !== undefined && owners.declared.has(name);
    if (!isDeclared && (name === undefined || isForeignName(name, owners))) return `${'$$'.repeat(length)}{`;
    if (isDeclared || length % 2 === 1) return `${'$$'.repeat(length - 1)}\${`;
    return `${'$$'.repeat(length - 2)}$$\{`;
  });

/** How the dollars before a brace arrive that an author may mean as an escape. */
export interface ArrivedDollars {
  readonly written: number;
  /** Fewer than are written where they are the author's escape. */
  readonly arrives: number;
}

/** Of a text and what {@link escapeDollars} makes of it: each place with two dollars or more that stay text. */
export const dollarsBeforeBraces = (source: string, text: string): readonly ArrivedDollars[] => {
  const [before, after] = [source, text].map((one) =>
    [...one.matchAll(/(\$+)\{/g)].map(([, { length } = '']) => length),
  );
  return before!.flatMap((written, index) => {
    const escaped = after![index] ?? 0;
    return written > 1 && escaped % 2 === 0 ? [{ written, arrives: escaped / 2 }] : [];
  });
};
