import { createServer } from 'node:http';
import { listenLocally } from './local-server.js';

/** A registry of images that has nothing but their tags: image-reflector-controller reads no more. */
export interface ImageRegistry {
  /** `127.0.0.1:41234`, with which the name of an image begins. */
  readonly host: string;
  push(image: string, tag: string): void;
  stop(): Promise<void>;
}

export const startImageRegistry = async (): Promise<ImageRegistry> => {
  const tags = new Map<string, string[]>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, name = ''] = /^\/v2\/(.+)\/tags\/list$/.exec(pathname) ?? [];
    const found = pathname === '/v2/' ? {} : tags.has(name) ? { name, tags: tags.get(name) } : undefined;
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { errors: [{ code: 'NAME_UNKNOWN', message: name }] }));
  });
  const { port, stop } = await listenLocally(server);
  return {
    host: `127.0.0.1:${port}`,
    push: (image, tag) => void tags.set(image, [...(tags.get(image) ?? []), tag]),
    stop,
  };
};
