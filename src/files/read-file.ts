import { closeSync, constants, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** Why a file that a user names isn't read: nothing of the machine's, but what it is. */
export class FileError extends Error {
  override readonly name: string = 'FileError';
}

/** A file that is larger than what is read. */
export class FileTooLargeError extends FileError {
  /** @param bytes absent where a pipe gave too many of them */
  constructor(
    megabytes: number,
    readonly bytes?: number,
  ) {
    super(`it is larger than the ${megabytes} MB that are read`);
  }
}

const MEGABYTE = 2 ** 20;
/** Of a buffer that Node takes out of one that it has. */
const LITTLE = 2 ** 10;

/** What a shell opens before it starts a program: `<(terraform show -json plan)`, and standard input by its name. */
const PASSED = /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/self\/fd\/\d+)$/;

/** A file that gives nothing to read, and doesn't end: a log of the kernel, or a pipe whose writer is silent. */
const SILENT = 'EAGAIN';
/** How long the writer of a pipe may be silent: Terraform shows no plan as long as that. */
const SILENCE_SECONDS = 120;

/**
 * Reads a regular file, or what a shell passes as one. A FIFO would be waited for, and a device never ends.
 *
 * @param megabytes more than that isn't read
 * @param seconds how long what a shell passes may give nothing
 * @throws FileError where it is something else, larger or silent; what the file system throws otherwise
 */
export const readRegularFile = (path: string, megabytes: number, seconds = SILENCE_SECONDS): Buffer => {
  const stats = statSync(path);
  if (stats.isDirectory()) throw new FileError('it is a folder');
  const isPassed = PASSED.test(path) && stats.isFIFO();
  if (!stats.isFile() && !isPassed) throw new FileError(`it is ${kindOf(stats)}, not a regular file`);
  const most = megabytes * MEGABYTE;
  if (stats.size > most) throw new FileTooLargeError(megabytes, stats.size);
  // Some files of /proc that say they are regular are waited for otherwise.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const read = isPassed ? readPatiently(seconds) : readAtOnce;
  try {
    const chunks: Buffer[] = [];
    let total = 0;
    // A file of /proc says that it has no size, and a pipe doesn't know it. Of others, little more than that is there.
    const [first, next] = stats.size > 0 ? [stats.size + 1, LITTLE] : [MEGABYTE, MEGABYTE];
    for (let size = first; ; size = total > stats.size ? MEGABYTE : next) {
      const chunk = Buffer.allocUnsafe(size);
      const length = read(file, chunk);
      // Put together, a large file would be there twice.
      if (length === 0) return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      total += length;
      if (total > most) throw new FileTooLargeError(megabytes);
      // A pipe gives little at a time, which would keep the rest of each chunk.
      const part = chunk.subarray(0, length);
      chunks.push(length < size / 2 ? Buffer.from(part) : part);
    }
  } finally {
    closeSync(file);
  }
};

/** `undefined`: there is nothing to read yet. */
const tryRead = (file: number, chunk: Buffer): number | undefined => {
  try {
    return readSync(file, chunk);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === SILENT) return undefined;
    throw error;
  }
};

const readAtOnce = (file: number, chunk: Buffer): number => {
  const length = tryRead(file, chunk);
  if (length === undefined) throw new FileError('it never ends, so it is not a regular file');
  return length;
};

const readPatiently =
  (seconds: number) =>
  (file: number, chunk: Buffer): number => {
    const end = Date.now() + seconds * 1000;
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (;;) {
      const length = tryRead(file, chunk);
      if (length !== undefined) return length;
      if (Date.now() >= end) throw new FileError(`nothing came from it for ${seconds} s`);
      Atomics.wait(pause, 0, 0, 20);
    }
  };

/** Larger than any file that fluxspan writes. */
const LARGEST_OF_OURS = 64 * MEGABYTE;

/** The text of a file that may be one of ours; of one that is too large for that, the beginning. */
export const readOurText = (path: string): string => {
  if (statSync(path).size <= LARGEST_OF_OURS) return readFileSync(path, 'utf8');
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(MEGABYTE);
    return head.toString('utf8', 0, readSync(file, head));
  } finally {
    closeSync(file);
  }
};

/** Why a file could not be read, in words that continue `cannot be read: `. */
export const unreadReason = (error: unknown): string => {
  if (error instanceof FileError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return code === 'ENOENT' ? 'there is no such file' : code;
};

const kindOf = (stats: ReturnType<typeof statSync> & {}): string =>
  stats.isFIFO()
    ? 'a FIFO'
    : stats.isSocket()
      ? 'a socket'
      : stats.isCharacterDevice() || stats.isBlockDevice()
        ? 'a device'
        : 'something else';
