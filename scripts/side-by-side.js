// Runs commands side by side, for `npm test`: each is an argument. Prints what a command says once it has ended, and fails
// where one fails.
import { spawn } from 'node:child_process';

/** tsc, a Go program, ends before it pays to collect garbage, which took a third of its processor time. */
const env = { GOGC: 'off', GOMEMLIMIT: '2GiB', ...process.env };

/** @param {string} command @returns {Promise<number>} */
const run = (command) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {(readonly [NodeJS.WriteStream, Buffer])[]} */
    const said = [];
    child.stdout.on('data', (bytes) => said.push([process.stdout, bytes]));
    child.stderr.on('data', (bytes) => said.push([process.stderr, bytes]));
    child.on('error', (error) => said.push([process.stderr, Buffer.from(`${command}: ${error.message}\n`)]));
    child.on('close', (code) => {
      for (const [stream, bytes] of said) stream.write(bytes);
      resolve(code ?? 1);
    });
  });

const codes = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = codes.find((code) => code !== 0) ?? 0;
