import { openSync, readSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

/**
 * Answers the requests of a test worker, which come by the first named pipe and are answered by the second (open-server.ts).
 *
 * @param {(request: any) => unknown} answer
 */
export const serve = async (answer) => {
  const [, , requests = '', answers = ''] = process.argv;
  const [from, to] = [openSync(requests, 'r'), openSync(answers, 'w')];

  /** @param {number} length */
  const read = (length) => {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      const count = readSync(from, bytes, at, length - at, null);
      // The worker has ended.
      if (count === 0) process.exit();
      at += count;
    }
    return bytes;
  };

  for (;;) {
    const result = serialize(await answer(deserialize(read(read(4).readUInt32LE()))));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(result.length);
    const bytes = Buffer.concat([length, result]);
    for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at);
  }
};
