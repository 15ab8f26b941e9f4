import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KubeObject } from './kube-object.js';

/** What stands for a controller of Gateways, which doesn't run here. */
export interface PlayedGateway {
  /** Asks for a path of a host, as if its name led here. @returns the status of the answer */
  post(host: string, path: string, body: string, headers: IncomingHttpHeaders): Promise<number>;
  stop(): void;
}

interface Rule {
  readonly matches: readonly { readonly path: { readonly type: string; readonly value: string } }[];
  readonly backendRefs: readonly { readonly name: string; readonly port: number }[];
}

/**
 * Forwards what an HTTPRoute takes, by host and path, to its Service, and answers 404 to all else.
 *
 * @param routeOf the HTTPRoute as the API server has it
 * @param services where each Service would lead, by its name and port: `web:80`
 */
export const playGateway = async (
  routeOf: () => Promise<KubeObject | undefined>,
  services: Readonly<Record<string, string>>,
): Promise<PlayedGateway> => {
  const find = async (host: string, path: string): Promise<string | undefined> => {
    const { hostnames = [], rules = [] } = ((await routeOf())?.spec ?? {}) as {
      readonly hostnames?: readonly string[];
      readonly rules?: readonly Rule[];
    };
    const taken = rules.find(({ matches }) => matches.some((one) => isBelow(path, one.path)));
    const [backend] = taken?.backendRefs ?? [];
    return hostnames.includes(host) && backend !== undefined ? services[`${backend.name}:${backend.port}`] : undefined;
  };
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', async () => {
      const address = await find(String(headers.host), url);
      if (address === undefined) return response.writeHead(404).end();
      return response.writeHead(await ask(`${address}${url}`, method, Buffer.concat(chunks), headers)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    post: (host, path, body, headers) =>
      ask(`http://127.0.0.1:${port}${path}`, 'POST', Buffer.from(body), { ...headers, host }),
    stop: () => server.close(),
  };
};

/** https://gateway-api.sigs.k8s.io/reference/spec/#pathmatchtype: by the parts of the path, so that a slash at the end doesn't count. */
const isBelow = (path: string, { type, value }: Rule['matches'][number]['path']): boolean =>
  type === 'PathPrefix' && `${path}/`.startsWith(`${value.replace(/\/$/, '')}/`);

/** Not by `fetch`, which takes no host. */
const ask = (url: string, method = 'GET', body: Buffer, headers: IncomingHttpHeaders): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = send(url, { method, headers: { ...headers, 'content-length': body.length } }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject);
    request.end(body);
  });
