import { wellFormed } from './byte-text.js';

// Go escapes these too: for HTML, and for JavaScript of old.
const ALSO_ESCAPED = /[<>&\u2028\u2029]/g;

/** A JSON value as Go's encoding/json writes it, which tells what go-yaml finds when it reads that. */
export const printGoJson = (root: unknown): string => {
  const out: string[] = [];
  // Text, or a value still to be printed; the last one first.
  const pending: ({ readonly text: string } | { readonly value: unknown })[] = [{ value: root }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if ('text' in item) {
      out.push(item.text);
      continue;
    }
    const { value } = item;
    if (Array.isArray(value)) {
      out.push('[');
      pending.push({ text: ']' });
      for (let i = value.length - 1; i >= 0; i--) {
        pending.push({ value: value[i] });
        if (i > 0) pending.push({ text: ',' });
      }
    } else if (value !== null && typeof value === 'object') {
      out.push('{');
      pending.push({ text: '}' });
      const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
      for (let i = entries.length - 1; i >= 0; i--) {
        const [key, entry] = entries[i]!;
        pending.push({ value: entry }, { text: `${i > 0 ? ',' : ''}${printString(key)}:` });
      }
    } else {
      out.push(printScalar(value));
    }
  }
  return out.join('');
};

const printScalar = (value: unknown): string => {
  if (typeof value === 'string') return printString(value);
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value) ?? 'null';
};

const printString = (text: string): string =>
  JSON.stringify(wellFormed(text)).replace(
    ALSO_ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
