import { characterLength, isAscii } from '../yaml/byte-text.js';

/** A stretch of a pattern without `*`, and whether a `*` precedes it. */
interface Chunk {
  readonly star: boolean;
  readonly text: string;
}

const NO_MATCH = -1;
const MALFORMED = -2;
const REPLACEMENT = 0xfffd;

// Beyond this many bytes, a name with characters of several bytes is not tried at each cut within one.
const EXHAUSTIVE_LIMIT = 4096;

/**
 * The length in bytes of the shortest (at least 1) or longest start of `name` that matches a glob, 0 if none
 * does. As Flux's copy of Go's `path.Match`: `*` crosses `/`; `?` and `[a-z]` take one UTF-8 character, or one
 * byte where there is no whole one; a pattern that is malformed where the match gets to matches nothing.
 *
 * @param pattern bytes, one per character, as `name` is
 */
export const globPrefixLength = (pattern: string, name: string, want: 'shortest' | 'longest'): number => {
  if (name === '' || pattern === '') return 0;
  const chunks = splitChunks(pattern);
  if (!isAscii(name) && name.length <= EXHAUSTIVE_LIMIT) return tryEachLength(chunks, name, want);

  // All chunks but the last take the first place where they match, whatever the length of the start.
  const last = chunks.at(-1)!;
  let position = 0;
  for (const chunk of chunks.slice(0, -1)) {
    position = findChunk(chunk, name, position, name.length);
    if (position < 0) return 0;
  }
  if (last.text === '') return want === 'longest' ? name.length : Math.max(position, 1);
  if (!last.star) return Math.max(matchChunk(last.text, name, position, name.length), 0);
  return starredEnd(last.text, name, position, want);
};

const starredEnd = (chunk: string, name: string, from: number, want: 'shortest' | 'longest'): number => {
  if (!/[[?\\]/.test(chunk)) {
    const found = want === 'shortest' ? name.indexOf(chunk, from) : name.lastIndexOf(chunk);
    return found < from ? 0 : found + chunk.length;
  }
  let end = 0;
  for (let at = from; at < name.length; at++) {
    const matched = matchChunk(chunk, name, at, name.length);
    if (matched === MALFORMED) return 0;
    if (matched === NO_MATCH) continue;
    end = matched;
    if (want === 'shortest') break;
  }
  return end;
};

const tryEachLength = (chunks: readonly Chunk[], name: string, want: 'shortest' | 'longest'): number => {
  const whole = matches(chunks, name, name.length);
  if (whole === MALFORMED) return 0;
  if (want === 'longest') {
    for (let length = name.length; length > 0; length--) {
      if (matches(chunks, name, length) === length) return length;
    }
  } else {
    for (let length = 1; length <= name.length; length++) {
      if (matches(chunks, name, length) === length) return length;
    }
  }
  return 0;
};

/** `end` if the first `end` bytes match as a whole. */
const matches = (chunks: readonly Chunk[], name: string, end: number): number => {
  let position = 0;
  for (const [i, chunk] of chunks.entries()) {
    if (chunk.text === '') return end;
    position = findChunk(chunk, name, position, end, i === chunks.length - 1);
    if (position < 0) return position;
  }
  return position;
};

/** Where the first match of a chunk ends; the last one of a pattern must end with the name. */
const findChunk = (chunk: Chunk, name: string, from: number, end: number, mustEnd = false): number => {
  const lastStart = chunk.star ? end : from;
  for (let at = from; at <= lastStart; at++) {
    const matched = matchChunk(chunk.text, name, at, end);
    if (matched === MALFORMED) return MALFORMED;
    if (matched !== NO_MATCH && (!mustEnd || matched === end)) return matched;
  }
  return NO_MATCH;
};

const splitChunks = (pattern: string): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = 0; at < pattern.length; ) {
    const start = at;
    while (pattern[at] === '*') at++;
    const star = at > start;
    const textStart = at;
    let inClass = false;
    for (; at < pattern.length; at++) {
      const character = pattern[at];
      if (character === '\\') {
        if (at + 1 < pattern.length) at++;
      } else if (character === '[') inClass = true;
      else if (character === ']') inClass = false;
      else if (character === '*' && !inClass) break;
    }
    chunks.push({ star, text: pattern.slice(textStart, at) });
  }
  return chunks;
};

/** Where the match ends that starts at `from`, or NO_MATCH, or MALFORMED. */
const matchChunk = (chunk: string, name: string, from: number, end: number): number => {
  let at = from;
  for (let i = 0; i < chunk.length; ) {
    if (at >= end) return NO_MATCH;
    switch (chunk[i]) {
      case '[': {
        const [code, length] = characterAt(name, at, end);
        const [next, inside] = matchClass(chunk, i + 1, code);
        if (next < 0) return MALFORMED;
        if (!inside) return NO_MATCH;
        at += length;
        i = next;
        break;
      }
      case '?':
        at += characterAt(name, at, end)[1];
        i++;
        break;
      default:
        if (chunk[i] === '\\' && ++i === chunk.length) return MALFORMED;
        if (chunk[i] !== name[at]) return NO_MATCH;
        at++;
        i++;
    }
  }
  return at;
};

/** Reads a class from after its `[`: where it ends (negative if malformed), and whether it holds the character. */
const matchClass = (chunk: string, start: number, code: number): [number, boolean] => {
  let at = start;
  const negated = chunk[at] === '^';
  if (negated) at++;
  let found = false;
  for (let ranges = 0; ; ranges++) {
    if (chunk[at] === ']' && ranges > 0) return [at + 1, found !== negated];
    const low = classCharacter(chunk, at);
    if (low === undefined) return [MALFORMED, false];
    at = low[1];
    let high = low;
    if (chunk[at] === '-') {
      const upper = classCharacter(chunk, at + 1);
      if (upper === undefined) return [MALFORMED, false];
      high = upper;
      at = high[1];
    }
    if (low[0] <= code && code <= high[0]) found = true;
  }
};

/** A possibly escaped character of a class and where it ends; the class must not end with it. */
const classCharacter = (chunk: string, start: number): [number, number] | undefined => {
  let at = start;
  if (at >= chunk.length || chunk[at] === '-' || chunk[at] === ']') return undefined;
  if (chunk[at] === '\\' && ++at >= chunk.length) return undefined;
  const [code, length] = characterAt(chunk, at, chunk.length);
  const end = at + length;
  const isStray = code === REPLACEMENT && length === 1;
  return isStray || end >= chunk.length ? undefined : [code, end];
};

/** The code point at a position of a string of bytes, and its length; a stray byte is U+FFFD. */
const characterAt = (bytes: string, at: number, end: number): [number, number] => {
  if (bytes.charCodeAt(at) < 0x80) return [bytes.charCodeAt(at), 1];
  const window = Buffer.from(bytes.slice(at, Math.min(at + 4, end)), 'latin1');
  const length = characterLength(window, 0);
  return length === 0 ? [REPLACEMENT, 1] : [window.toString('utf8', 0, length).codePointAt(0)!, length];
};
