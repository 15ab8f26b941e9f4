import { diagnose, failure, type Result } from '../../../diagnostics/index.js';
import type { JsonFault } from '../../../json/json-scanner.js';
import { unreadableArtifact } from '../../diagnostics.js';

/** What a file is that isn't one of those that are read. Nothing of its text is in a message: it may be a secret. */
export const refuseArtifact = (file: string, what: string, fix: string): Result<never> =>
  failure(diagnose(unreadableArtifact, { message: `${file} ${what}`, at: { file }, fix }));

/** Bytes in UTF-8, without the mark of it; PowerShell's `>` writes UTF-16. */
export const asUtf8 = (bytes: Uint8Array): Buffer => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return Buffer.from(buffer.toString('utf16le', 2));
  return buffer.subarray(buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0);
};

/** How much of a file is looked at to find out what it is. */
export const HEAD = 4096;

/** What can be said before any of the text is read. */
export const refuseBytes = (bytes: Uint8Array, file: string, makeOne: string): Result<never> | undefined => {
  // https://developer.hashicorp.com/terraform/internals/json-format: a plan file itself is a zip archive.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return refuseArtifact(
      file,
      'is a plan file, which only Terraform reads',
      'print it: terraform show -json PLANFILE',
    );
  }
  return bytes.length < HEAD && asUtf8(bytes).toString().trim() === ''
    ? refuseArtifact(file, 'is empty: what should have made it failed', makeOne)
    : undefined;
};

/** What JSON is, by its keys, that Terraform writes and fluxspan doesn't read. */
export const refuseKeys = (keys: object, file: string): Result<never> | undefined => {
  if ('version' in keys && 'resources' in keys && 'lineage' in keys) {
    return refuseArtifact(
      file,
      'is a raw state file, whose form belongs to Terraform',
      'print it: terraform show -json',
    );
  }
  return '@level' in keys ? streamed(file) : undefined;
};

const streamed = (file: string): Result<never> =>
  refuseArtifact(
    file,
    'is the log of terraform plan -json, which holds no plan',
    'terraform plan -out PLANFILE, then terraform show -json PLANFILE',
  );

/** What a text is that isn't JSON. */
export const refuseText = (utf8: Buffer, { at }: JsonFault, file: string, makeOne: string): Result<never> => {
  const first = utf8.toString('utf8', 0, HEAD).split('\n', 1)[0]!;
  if (/^\s*\{"@level"/.test(first)) return streamed(file);
  // https://github.com/hashicorp/setup-terraform#inputs
  if (first.startsWith('[command]')) {
    return refuseArtifact(
      file,
      'begins with a line of the wrapper of setup-terraform',
      'set terraform_wrapper: false where the pipeline calls hashicorp/setup-terraform',
    );
  }
  if (/^\s*[[{"]/.test(first) && at >= endOf(utf8)) {
    return refuseArtifact(file, 'is JSON that is cut off', 'make it again, and see that what makes it ends well');
  }
  return refuseArtifact(file, `is not JSON at line ${lineOf(utf8, at)}`, makeOne);
};

/** Without the blanks at the end. */
const endOf = (utf8: Buffer): number => {
  let end = utf8.length;
  while (end > 0 && utf8[end - 1]! <= 0x20) end--;
  return end;
};

const lineOf = (utf8: Buffer, at: number): number => {
  let line = 1;
  for (let next = utf8.indexOf(10); next >= 0 && next < at; next = utf8.indexOf(10, next + 1)) line++;
  return line;
};
