import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that Linux gives outgoing connections (32768 and up): one of those can be taken by any connection
 * between the moment a port is found free and the moment its controller listens there.
 */
const lowest = 12_000;
/** Each of the runner's workers looks in ports of its own: two that looked at once would find the same. */
const portsOfWorker = 2000;
const workers = 10;

const firstOfWorker = lowest + (Number(process.env['VITEST_POOL_ID'] ?? 0) % workers) * portsOfWorker;
/** Where this process begins: another run of the tests beside it would begin elsewhere. */
let offset = process.pid % portsOfWorker;

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  const listening = once(server.listen(port, '127.0.0.1'), 'listening');
  const free = await listening.then(
    () => true,
    () => false,
  );
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
};

/** Free ports on 127.0.0.1. None is given twice until all of the worker's were. */
export const freePorts = async (count: number): Promise<number[]> => {
  const ports: number[] = [];
  for (let tried = 0; ports.length < count; tried++) {
    if (tried === portsOfWorker) throw new Error(`Fewer than ${count} ports of ${firstOfWorker} and up are free`);
    offset = (offset + 1) % portsOfWorker;
    const port = firstOfWorker + offset;
    if (await isFree(port)) ports.push(port);
  }
  return ports;
};
