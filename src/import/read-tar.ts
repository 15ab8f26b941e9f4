import { gunzipSync } from 'node:zlib';
import { ImportError } from './import-problem.js';

/** Charts are text: the largest known unpack to some 5 MB. More is a bomb. */
const MAX_BYTES = 128 * 1024 * 1024;
const BLOCK = 512;

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

/** The regular files of a `.tgz`, by path; nothing is written anywhere. */
export const readTgz = (bytes: Buffer, label: string): ReadonlyMap<string, Buffer> => {
  let tar: Buffer;
  try {
    tar = gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new ImportError({
      at: label,
      message: `the archive cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
      fix: 'pack it with `helm package`, or give the folder of the chart',
    });
  }
  const files = new Map<string, Buffer>();
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const size = Number.parseInt(text(header, 124, 12).trim() || '0', 8);
    if (!Number.isInteger(size) || size < 0) break;
    const data = tar.subarray(at + BLOCK, at + BLOCK + size);
    const type = text(header, 156, 1);
    const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : '';
    const name = longName ?? (prefix ? `${prefix}/${text(header, 0, 100)}` : text(header, 0, 100));
    longName = type === 'x' ? paxPath(data) : type === 'L' ? text(data, 0, data.length) : undefined;
    if (type === '0' || type === '') files.set(name.replace(/^\.\//, ''), data);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
};
