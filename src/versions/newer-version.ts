import { parseImage } from './image-reference.js';
import type { VersionsList } from './parse-versions.js';

const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\dA-Za-z.-]+))?(?:\+[\dA-Za-z.-]+)?$/;

/** Whether a value is a newer version than another one; undefined where one of them isn't an exact version. */
export const isNewer = (list: VersionsList, value: string, other: string): boolean | undefined => {
  if (list === 'settings') return undefined;
  if (list === 'versions') return isNewerVersion(value, other);
  const [image, than] = [parseImage(value), parseImage(other)];
  if (image?.tag === undefined || than?.tag === undefined || image.name !== than.name) return undefined;
  return isNewerVersion(image.tag, than.tag);
};

const isNewerVersion = (value: string, other: string): boolean | undefined => {
  const [a, b] = [VERSION.exec(value), VERSION.exec(other)];
  if (a === null || b === null) return undefined;
  for (const part of [1, 2, 3]) {
    const [one, two] = [BigInt(a[part]!), BigInt(b[part]!)];
    if (one !== two) return one > two;
  }
  return isNewerPrerelease(a[4], b[4]);
};

/** By https://semver.org/#spec-item-11: a version without a prerelease is the newest, and numbers are before texts. */
const isNewerPrerelease = (a: string | undefined, b: string | undefined): boolean => {
  if (a === undefined || b === undefined) return a === undefined && b !== undefined;
  const [ours, theirs] = [a.split('.'), b.split('.')];
  for (const [index, one] of ours.entries()) {
    const two = theirs[index];
    if (two === undefined) return true;
    if (one === two) continue;
    const [isNumber, isOtherNumber] = [one, two].map((part) => /^\d+$/.test(part));
    if (isNumber !== isOtherNumber) return isOtherNumber!;
    return isNumber ? BigInt(one) > BigInt(two) : one > two;
  }
  return false;
};
