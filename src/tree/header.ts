import { hash } from 'node:crypto';
import { HASH_STYLE, type HeaderStyle, JSON_STYLE, styleOf, tryStyleOf } from './header-style.js';
import { holdsImageMarks, reprinted, withSourceImages } from './image-lines.js';
import { withoutConflicts } from './merge-markers.js';

/** Whose a generated file is. */
export interface Owner {
  readonly cluster: string;
  /** Left out for what sums up the whole cluster, like its README and its contract. */
  readonly addon?: string;
  /** The name of the app, if it has one. */
  readonly app?: string;
}

/** What the header of a generated file says. */
export interface Header extends Owner {
  /** Where the file was written, relative to the project. Versions before 0.2 didn't say. */
  readonly file?: string;
  /**
   * `unsigned`: the header has no checksum. An addon's file has its own in a list (line-checksums.ts); what sums up
   * several addons has none, since independent changes would conflict in it.
   *
   * Versions before 0.2 wrote one into the header. `intact`: the file is what was written; line endings that a git
   * checkout has changed don't count. `conflicted`: git left the markers of a merge in the file, with each such checksum.
   */
  readonly state: 'intact' | 'unsigned' | 'conflicted' | 'edited';
}

/**
 * Puts the header before `body`: comments in YAML, Terraform and Markdown, a first member `$fluxspan` in a JSON object.
 *
 * @param file the path relative to the project
 * @throws TypeError for a kind of file that has no header, a body of JSON that isn't an object, or a name that would end
 * the comment.
 */
export const withHeader = (file: string, body: string, owner: Owner): string => headersOf(owner)(file, body);

/** The same for many files of one owner. */
export const headersOf = ({ cluster, addon, app }: Owner): ((file: string, body: string) => string) => {
  for (const name of [cluster, addon ?? '', app ?? '']) {
    if (/["\\\p{Cc}]|-->/u.test(name))
      throw new TypeError(`the name ${JSON.stringify(name)} does not fit into a header`);
  }
  const first = `${FIRST_LINE}${addon === undefined ? '' : `addon "${addon}" of `}cluster "${cluster}"${app === undefined ? '' : ` of app "${app}"`}. ${NOTE}`;
  const whose = addon === undefined ? '' : `"addon": "${addon}", `;
  const appMember = app === undefined ? '' : `"app": "${app}", `;
  return (file, body) => {
    const style = styleOf(file);
    const shown = printFile(file);
    if (style !== JSON_STYLE)
      return `${style.open}${first}${style.close}\n${style.open}${FILE}${shown}${style.close}\n${body}`;
    const rest = /^\{\s*/.exec(body);
    if (rest === null) throw new TypeError(`"${file}" cannot have a header: its text is not a JSON object`);
    const members = body.slice(rest[0].length);
    const header = `{\n  "$fluxspan": { ${whose}"cluster": "${cluster}", ${appMember}"file": "${shown}", "note": "${JSON_NOTE}" }`;
    return members.startsWith('}') ? `${header}\n${members}` : `${header},\n  ${members}`;
  };
};

/** Whose a file is by its header; `undefined`: the file has none, so fluxspan did not write it. */
export const ownerOf = (path: string, text: string): (Owner & Pick<Header, 'file'>) | undefined => {
  const names = tryStyleOf(path)?.names.exec(text);
  if (!names) return undefined;
  const [, addon, cluster = '', app, file] = names;
  return {
    cluster,
    ...(addon === undefined ? {} : { addon }),
    ...(app === undefined ? {} : { app }),
    ...(file === undefined ? {} : { file }),
  };
};

/** Reads the header of a file, with what it says of the file's state. */
export const readHeader = (path: string, text: string): Header | undefined => {
  const owner = ownerOf(path, text);
  return owner === undefined ? undefined : { ...owner, state: stateOf(styleOf(path), text, owner) };
};

/**
 * The header of a file that somebody has written something in front of, where it stands at the start of a line: the file
 * is ours, and edited. Only for a file in a place that is ours: elsewhere it may be a text that quotes one.
 */
export const findHeader = (path: string, text: string): Header | undefined => {
  // Some editors put a byte order mark in front of the first line.
  const first = text.startsWith('\ufeff') ? 0 : text.indexOf('\n');
  for (let end = first; end >= 0; end = text.indexOf('\n', end + 1)) {
    // A header begins with one of these; most lines do not, and need no closer look.
    const start = text[end + 1];
    if (start !== '#' && start !== '<' && start !== '{') continue;
    const header = readHeader(path, text.slice(end + 1));
    if (header !== undefined) return { ...header, state: 'edited' };
  }
  return undefined;
};

/** What follows the header; all of a text that has none. */
export const bodyOf = (path: string, text: string): string => {
  const lines = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
  return lines.slice(tryStyleOf(path)?.whole.exec(lines)?.[0].length ?? 0);
};

/** Whether a file of this name can have a header: where not, there is no need to read it. */
export const mayHaveHeader = (path: string): boolean => tryStyleOf(path) !== undefined;

/** A path as a header has it: one that no generated file has may not end the comment either. */
export const printFile = (file: string): string =>
  /["\\<>\p{Cc}]/u.test(file) ? file.replace(/["\\<>\p{Cc}]/gu, encodeURIComponent) : file;

const NOTE = 'Don\'t edit this file: change the TypeScript code and run "fluxspan synth".';
const JSON_NOTE = "Generated by fluxspan. Don't edit this file: change the TypeScript code and run 'fluxspan synth'.";
const FIRST_LINE = 'Generated by fluxspan for ';
const FILE = 'File: ';
const CHECKSUM_LENGTH = 32;

const stateOf = (style: HeaderStyle, text: string, { addon, file }: Owner & Pick<Header, 'file'>): Header['state'] => {
  const hasChecksum = style.checksum.test(text);
  if (!hasChecksum && file !== undefined && addon !== undefined) return 'unsigned';
  // Text that we write holds no carriage return but in a Markdown or JSON body, which the first look has let pass.
  const isIntact =
    hasItsChecksum(style, text) ||
    (text.includes('\r\n') && hasItsChecksum(style, toLf(text))) ||
    // What Flux's automation may update isn't part of the checksum.
    (style === HASH_STYLE && holdsImageMarks(text) && isBesideImages(style, toLf(text)));
  if (isIntact) return 'intact';
  if (isConflicted(style, text)) return 'conflicted';
  return file !== undefined && !hasChecksum ? 'unsigned' : 'edited';
};

/** Whether only values that the automation may write differ, or how the file is printed. */
const isBesideImages = (style: HeaderStyle, text: string): boolean => {
  const source = withSourceImages(text);
  return hasItsChecksum(style, source) || hasItsChecksum(style, reprinted(source) ?? '');
};

const toLf = (text: string): string => text.replaceAll('\r\n', '\n');

/**
 * Whether git left a conflict in what we wrote on both sides: then the checksums are part of it. Markers elsewhere are
 * text like any other.
 */
const isConflicted = (style: HeaderStyle, text: string): boolean => {
  const rest = withoutConflicts(text);
  return rest !== undefined && !style.checksum.test(rest);
};

const hasItsChecksum = (style: HeaderStyle, text: string): boolean => {
  const start = style.upToChecksum.exec(text)?.[0].length;
  if (start === undefined) return false;
  const end = start + CHECKSUM_LENGTH;
  return text.slice(start, end) === checksumOf(text.slice(0, start) + text.slice(end));
};

/** Half of a SHA-256: enough to see an edit, and half as much noise in each diff. */
const checksumOf = (text: string) => hash('sha256', text).slice(0, CHECKSUM_LENGTH);
