// Starts processes for a test worker (child-process.ts).
import { spawnSync } from 'node:child_process';
import { serve } from './serve.js';

await serve(([file, args, options]) => {
  const { error, ...ended } = spawnSync(file, args, options);
  // Its message isn't one of the properties that arrive.
  const why = error === undefined ? {} : { error: { message: error.message, ...error } };
  return { ...ended, ...why };
});
