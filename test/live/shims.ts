import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listenLocally } from './local-server.js';

/** What a program does when it is called, in the process of the test; gives what it prints, and throws if it fails. */
export type Shim = (args: readonly string[]) => Promise<string>;

/** Programs that stand for others, for commands that people run. */
export interface Shims {
  /** For the front of the PATH. */
  readonly folder: string;
  /** Runs a script by `sh -eu`; gives what it printed, and throws with that if it failed. */
  run(script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

/** Writes a program for each name, which asks this process to do its work. */
export const serveShims = async (shims: Readonly<Record<string, Shim>>): Promise<Shims> => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-shims-'));
  const server = createServer(async (request, response) => {
    try {
      const { name, args } = JSON.parse(await text(request)) as { name: string; args: string[] };
      const printed = await shims[name]!(args);
      response.end(printed);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  const { port, stop } = await listenLocally(server);
  for (const name of Object.keys(shims)) {
    const file = join(folder, name);
    writeFileSync(
      file,
      `#!${process.execPath}
const body = JSON.stringify({ name: ${JSON.stringify(name)}, args: process.argv.slice(2) });
fetch('http://127.0.0.1:${port}', { method: 'POST', body }).then(async (answer) => {
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
});
`,
    );
    chmodSync(file, 0o755);
  }
  return {
    folder,
    // Not synchronous: the programs ask this very process.
    run: (script, cwd, env) =>
      new Promise((resolve, reject) => {
        const child = spawn('sh', ['-eu', '-c', script], { cwd, env: { ...process.env, ...env } });
        let said = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk: Buffer) => {
            said += chunk;
          });
        child.once('error', reject);
        child.once('close', (code) =>
          code === 0 ? resolve(said) : reject(new Error(`${script}\nended with ${code}:\n${said}`)),
        );
      }),
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
