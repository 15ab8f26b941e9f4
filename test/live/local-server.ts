import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of this process, on 127.0.0.1 alone. */
export interface LocalServer {
  readonly port: number;
  stop(): Promise<void>;
}

export const listenLocally = async (server: Server): Promise<LocalServer> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
