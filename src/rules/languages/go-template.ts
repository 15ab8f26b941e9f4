/** What can be known about a Go template without running it. */
export interface GoTemplate {
  /** The error of Go's parser; undefined if none is known. */
  readonly fault: string | undefined;
  /** The input fields that the template always reads, such as `.password` outside of any branch. */
  readonly fields: readonly string[];
  /** The functions that it calls. */
  readonly functions: ReadonlySet<string>;
}

const OPENS: ReadonlySet<string> = new Set(['if', 'range', 'with', 'define', 'block']);
/** A text in double quotes, one in backquotes, and a character. */
const QUOTED = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'/y;
const FIELD = /(?<![\w.)\]])\$?\.([A-Za-z_]\w*)/g;

/** A function or keyword: a word that isn't a field, a variable or part of one. */
const WORD = /(?<![\w.$])[A-Za-z_]\w*/g;

/** Reads a template as Go's text/template does, but only where its actions begin and end. */
export const readGoTemplate = (text: string): GoTemplate => {
  const open: string[] = [];
  const fields: string[] = [];
  const functions = new Set<string>();
  const fail = (fault: string): GoTemplate => ({ fault, fields: [], functions: new Set() });
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at)) {
    const comment = /\{\{(?:-\s)?\/\*/y;
    comment.lastIndex = at;
    if (comment.test(text)) {
      const end = text.indexOf('*/', comment.lastIndex);
      if (end < 0) return fail("a comment isn't closed");
      at = text.indexOf('}}', end) + 2;
      if (at < 2) return fail('an action isn\'t closed: "}}" is missing');
      continue;
    }
    const action = readAction(text, at + 2);
    if (action === 'backslash') return fail('unexpected "\\\\" in operand');
    if (action === undefined) return fail(`an action isn't closed: ${JSON.stringify(text.slice(at, at + 30))}`);
    at = action.end;
    for (const [name] of action.code.matchAll(WORD)) functions.add(name);
    const word = /^(?:-\s)?\s*([a-z]+)\b/.exec(action.code)?.[1] ?? '';
    if (open.length === 0 && !/\b(?:and|or)\b/.test(action.code)) {
      for (const [, name] of action.code.matchAll(FIELD)) fields.push(name!);
    }
    if (OPENS.has(word)) open.push(word);
    else if (word === 'else' && open.length === 0) return fail('an {{ else }} stands alone');
    else if (word === 'end' && open.pop() === undefined) return fail('there is an {{ end }} too many');
  }
  return open.length > 0 ? fail(`{{ ${open.at(-1)} }} has no {{ end }}`) : { fault: undefined, fields, functions };
};

/** An action up to its `}}`, without what is quoted in it; undefined if it has no end. */
const readAction = (
  text: string,
  start: number,
): { readonly code: string; readonly end: number } | 'backslash' | undefined => {
  let code = '';
  let at = start;
  while (at < text.length) {
    if (text.startsWith('}}', at)) return { code, end: at + 2 };
    // As in `\"key\"`, where a block of YAML keeps the backslashes.
    if (text[at] === '\\') return 'backslash';
    if ('"`\''.includes(text[at]!)) {
      QUOTED.lastIndex = at;
      if (!QUOTED.test(text)) return undefined;
      code += '""';
      at = QUOTED.lastIndex;
    } else code += text[at++]!;
  }
  return undefined;
};
