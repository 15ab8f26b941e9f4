import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../support/root.js';
import type { Editor } from './editor.js';

interface CompletionList {
  readonly items: readonly { readonly label: string; readonly sortText?: string }[];
}

interface Hover {
  readonly contents: { readonly value: string };
}

/** TypeScript 7, which editors talk to by the Language Server Protocol. */
export const languageServer = async (file: string): Promise<Editor> => {
  const server = spawn(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--lsp', '--stdio'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (result: unknown) => void>();
  let buffer = Buffer.alloc(0);
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  server.stdout.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.toString('utf8', 0, Math.max(0, end)))?.[1]);
      if (end < 0 || buffer.length < end + 4 + length) return;
      const message = JSON.parse(buffer.toString('utf8', end + 4, end + 4 + length)) as {
        readonly id?: number;
        readonly method?: string;
        readonly params?: { readonly items?: readonly unknown[] };
        readonly result?: unknown;
      };
      buffer = buffer.subarray(end + 4 + length);
      // What the server asks has no answer here: it goes on with its defaults.
      if (message.method !== undefined && message.id !== undefined) {
        send({ id: message.id, result: message.params?.items?.map(() => null) ?? null });
      } else if (message.id !== undefined) waiting.get(message.id)?.(message.result);
    }
  });
  let last = 0;
  const ask = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      send({ id: last, method, params });
    });
  const uri = pathToFileURL(file).href;
  const text = readFileSync(file, 'utf8');
  const position = (at: number) => {
    const before = text.slice(0, at).split('\n');
    return { line: before.length - 1, character: before.at(-1)!.length };
  };
  await ask('initialize', { processId: process.pid, rootUri: pathToFileURL(root).href, capabilities: {} });
  send({ method: 'initialized', params: {} });
  send({
    method: 'textDocument/didOpen',
    params: { textDocument: { uri, languageId: 'typescript', version: 1, text } },
  });
  const at = (offset: number) => ({ textDocument: { uri }, position: position(offset) });
  return {
    complete: async (offset) => {
      const found = (await ask('textDocument/completion', at(offset))) as CompletionList | null;
      // 15 sorts globals and keywords.
      return (found?.items ?? [])
        .filter(({ sortText }) => sortText !== '15')
        .map(({ label }) => label.replace(/\?$/, ''))
        .sort();
    },
    hover: async (offset) => {
      const { contents } = (await ask('textDocument/hover', at(offset))) as Hover;
      return contents.value.replace(/^```\w*\n|\n```$/gm, '').trim();
    },
    close: () => server.kill(),
  };
};
