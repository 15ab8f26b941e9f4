import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface ServedSite {
  /** `http://127.0.0.1:34567/fluxspan/`. */
  readonly address: string;
  close(): void;
}

/** Serves a built site to this machine as GitHub Pages does: `/FX203` is the file `FX203.html`. */
export const serveSite = async (folder: string, base: string): Promise<ServedSite> => {
  const server = createServer(async ({ url = '/' }, response) => {
    const asked = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const path = normalize(asked.startsWith(base) ? asked.slice(base.length) : '404');
    for (const file of [path.endsWith('/') || path === '.' ? join(path, 'index.html') : path, `${path}.html`]) {
      try {
        const content = await readFile(join(folder, file));
        response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(content);
        return;
      } catch {
        // The next name.
      }
    }
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}${base}`, close: () => server.close() };
};
