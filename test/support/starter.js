// Starts processes for a test worker: reads what to start from one named pipe, and writes how it ended to another.
import { spawnSync } from 'node:child_process';
import { openSync, readSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

const [, , requests = '', results = ''] = process.argv;
const [from, to] = [openSync(requests, 'r'), openSync(results, 'w')];

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
  const [file, args, options] = deserialize(read(read(4).readUInt32LE()));
  const { error, ...ended } = spawnSync(file, args, options);
  // Its message isn't one of the properties that arrive.
  const why = error === undefined ? {} : { error: { message: error.message, ...error } };
  const result = serialize({ ...ended, ...why });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(result.length);
  const bytes = Buffer.concat([length, result]);
  for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at);
}
