// Takes out of a module what only `fluxspan explain` prints of its diagnostics: `src/cli/catalogue.ts` is built with all
// of it, and a command that finds problems would load it in vain.

const START = 'defineDiagnostic({';
const EXPLANATIONS = new Set(['summary', 'page']);

/**
 * The end of a text in quotes that begins at `at`.
 *
 * @param {string} source @param {number} at
 * @returns {number}
 */
const afterText = (source, at) => {
  const quote = source[at];
  for (let end = at + 1; end < source.length; end++) {
    if (source[end] === '\\') end++;
    else if (source[end] === quote) return end + 1;
    else if (quote === '`' && source.startsWith('${', end)) end = afterValue(source, end + 2) - 1;
  }
  throw new Error(`a text that begins at ${at} has no end`);
};

/**
 * The end of what begins at `at`: the comma, or the bracket around it.
 *
 * @param {string} source @param {number} at
 * @returns {number}
 */
const afterValue = (source, at) => {
  let depth = 0;
  for (let end = at; end < source.length; end++) {
    const sign = source[end] ?? '';
    if (`'"\``.includes(sign)) end = afterText(source, end) - 1;
    else if (source.startsWith('//', end)) end = source.indexOf('\n', end);
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && depth-- === 0) return end;
    else if (sign === ',' && depth === 0) return end;
  }
  throw new Error(`a value that begins at ${at} has no end`);
};

/**
 * @param {string} source TypeScript, formatted as Biome does it
 * @returns {string}
 */
export const withoutExplanations = (source) => {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = source.indexOf(START, at);
    if (start === -1) return kept + source.slice(at);
    kept += source.slice(at, start + START.length);
    at = start + START.length;
    while (source[at] !== '}') {
      const end = afterValue(source, at);
      const property = source.slice(at, end);
      if (!EXPLANATIONS.has(/^\s*(\w+):/.exec(property)?.[1] ?? '')) kept += `${property},`;
      at = source[end] === ',' ? end + 1 : end;
      // What is left before the bracket is blank.
      if (/^\s*\}/.test(source.slice(at))) at = source.indexOf('}', at);
    }
  }
};
