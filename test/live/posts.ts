import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that something on this machine got. */
export interface Post {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Posts {
  /** `http://127.0.0.1:41234` */
  readonly address: string;
  readonly all: readonly Post[];
  /** The bodies of what was posted to a path. */
  to(path: string): readonly Readonly<Record<string, unknown>>[];
  stop(): void;
}

/** A server that keeps what it is sent, and answers as the APIs of GitHub and GitLab do: with a list that is empty, and with 201. */
export const recordPosts = async (): Promise<Posts> => {
  const all: Post[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const { method = '', url = '', headers } = request;
      all.push({ method, path: url, headers, text: Buffer.concat(chunks).toString() });
      response.setHeader('content-type', 'application/json');
      response.statusCode = method === 'GET' ? 200 : 201;
      response.end(method === 'GET' ? '[]' : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    all,
    to: (path) => all.filter((one) => one.method === 'POST' && one.path === path).map(({ text }) => JSON.parse(text)),
    stop: () => server.close(),
  };
};
