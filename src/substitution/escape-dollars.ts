import { nearest } from '../diagnostics/index.js';

/** What Flux does with an object's text. */
export interface TextOwners {
  /** Vars that the addon declares. */
  readonly declared: Pick<ReadonlySet<string>, 'has'>;
  /** Vars that any addon of the cluster declares. */
  readonly anywhere: ReadonlySet<string>;
  /** Whether any other name may be a var, too: what supplies the vars isn't known whole. @default false */
  readonly isOpen?: boolean;
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

/**
 * The text with a `$$` for each `$` that Flux must leave alone: of `${…}` that is not a var's, and of `$$` that is not
 * the author's own escape.
 *
 * A `$` before one of the addon's own vars is text: `\`$${vars.PRICE}\`` in TypeScript is a dollar and a value.
 */
export const escapeDollars = (text: string, owners: TextOwners): string => {
  let result = '';
  let at = 0;
  for (;;) {
    const next = text.indexOf('$', at);
    if (next < 0) return result + text.slice(at);
    result += text.slice(at, next);
    if (text.startsWith('$${', next) && owners.declared.has(nameAt(text, next + 1) ?? '')) {
      result += '$$';
      at = next + 1;
    } else if (text.startsWith('$${', next)) {
      result += '$${';
      at = next + 3;
    } else if (text.startsWith('$$', next)) {
      result += '$$$$';
      at = next + 2;
    } else if (text.startsWith('${', next)) {
      const name = nameAt(text, next);
      result += name === undefined || (!owners.declared.has(name) && isForeignName(name, owners)) ? '$${' : '${';
      at = next + 2;
    } else {
      result += '$';
      at = next + 1;
    }
  }
};
