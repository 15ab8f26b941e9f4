import { gunzipSync } from 'node:zlib';
import { ImportError } from './import-problem.js';

const BLOCK = 512;

/** What a chart, with all charts in it, may still unpack to. */
export interface ArchiveBudget {
  left: number;
  /** Charts in it, and their files that tell of values, templates among them. */
  files: number;
}

/** Charts are text: the largest known unpack to some 5 MB. More is a bomb. */
const MAX_MEGABYTES = 128;

/** The largest known charts of charts have some 700. */
const MAX_FILES = 10_000;

export const archiveBudget = (): ArchiveBudget => ({ left: MAX_MEGABYTES * 2 ** 20, files: MAX_FILES });

/** @throws ImportError where the chart has more charts in it than the budget has */
export const spendFile = (budget: ArchiveBudget, label: string): void => {
  budget.files -= 1;
  if (budget.files >= 0) return;
  throw new ImportError({
    at: label,
    message: `the chart holds more than the ${MAX_FILES} charts and files of charts that are read`,
    fix: 'take out of it what is not a chart, or give its values.yaml and values.schema.json alone',
  });
};

const text = (block: Buffer, start: number, length: number): string => {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

/** `path` of a pax header: records of `<length> <key>=<value>\n`. */
const paxPath = (data: Buffer): string | undefined => {
  let at = 0;
  while (at < data.length) {
    const space = data.indexOf(0x20, at);
    const length = Number(data.toString('utf8', at, space));
    if (space < 0 || !Number.isInteger(length) || length <= 0) return undefined;
    const record = data.toString('utf8', space + 1, at + length - 1);
    if (record.startsWith('path=')) return record.slice('path='.length);
    at += length;
  }
  return undefined;
};

/** @throws ImportError where more was read than the budget has */
export const spend = (budget: ArchiveBudget, bytes: number, label: string): void => {
  budget.left -= bytes;
  if (budget.left < 0) throw overBudget(label);
};

const overBudget = (label: string): ImportError =>
  new ImportError({
    at: label,
    message: `the chart holds more than the ${MAX_MEGABYTES} MB that are read, with the charts in it`,
    fix: 'take out of it what is not a chart, or give its values.yaml and values.schema.json alone',
  });

/** A symbolic or hard link of an archive. */
export const LINK = Symbol('link');

/** The regular files of a `.tgz` and its links, by path; nothing is written anywhere. */
export const readTgz = (
  bytes: Buffer,
  label: string,
  budget: ArchiveBudget,
): ReadonlyMap<string, Buffer | typeof LINK> => {
  const tar = unpack(bytes, label, budget);
  const broken = (why: string): ImportError =>
    new ImportError({ at: label, message: `the archive is ${why}`, fix: 'pack it again: helm package' });
  const files = new Map<string, Buffer | typeof LINK>();
  let longName: string | undefined;
  for (let at = 0; ; ) {
    const header = tar.subarray(at, at + BLOCK);
    // A block of zeros ends an archive: without it, nothing says that no file is missing.
    if (header.length < BLOCK) throw broken('cut off');
    if (header.every((byte) => byte === 0)) break;
    if (!hasRightSum(header)) throw broken('damaged, or no tar archive');
    const size = sizeOf(header);
    if (size === undefined) throw broken('damaged: a file in it has no size');
    const next = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (next > tar.length) throw broken('cut off');
    const data = tar.subarray(at + BLOCK, at + BLOCK + size);
    const type = text(header, 156, 1);
    const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : '';
    const name = longName ?? (prefix ? `${prefix}/${text(header, 0, 100)}` : text(header, 0, 100));
    longName = type === 'x' ? paxPath(data) : type === 'L' ? text(data, 0, data.length) : undefined;
    if (type === '0' || type === '') files.set(name.replace(/^\.\//, ''), data);
    else if (type === '1' || type === '2') files.set(name.replace(/^\.\//, ''), LINK);
    at = next;
  }
  return files;
};

const unpack = (bytes: Buffer, label: string, budget: ArchiveBudget): Buffer => {
  try {
    const tar = gunzipSync(bytes, { maxOutputLength: Math.max(1, budget.left) });
    spend(budget, tar.length, label);
    return tar;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof ImportError) throw error;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw overBudget(label);
    throw new ImportError({
      at: label,
      message: `the archive cannot be unpacked: ${code === 'Z_BUF_ERROR' ? 'it is cut off' : message}`,
      fix: 'pack it with `helm package`, or give the folder of the chart',
    });
  }
};

/** Octal digits, or, of what is larger than they can say, a binary number; undefined for anything else. */
const sizeOf = (header: Buffer): number | undefined => {
  const field = text(header, 124, 12).trim();
  if (header[124]! >= 0x80) return Number(header.readBigUInt64BE(128));
  return /^[0-7]*$/.test(field) ? Number.parseInt(field || '0', 8) : undefined;
};

/** The sum of a header's bytes, with its own field as blanks; some old tools take bytes for signed. */
const hasRightSum = (header: Buffer): boolean => {
  let sum = 0;
  let signed = 0;
  for (let index = 0; index < header.length; index++) {
    const byte = index >= 148 && index < 156 ? 0x20 : header[index]!;
    sum += byte;
    signed += byte < 0x80 ? byte : byte - 0x100;
  }
  const said = Number.parseInt(text(header, 148, 8).trim(), 8);
  return said === sum || said === signed;
};
