import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * All ports are below those that Linux assigns to outgoing connections (32768 and up). A connection could take one of
 * those after it was found free and before its controller listens on it.
 */
const lowest = 12_000;
/** Each worker of the test runner has its own range, so that two workers never pick the same port. */
const portsOfWorker = 2000;
const workers = 10;

const firstOfWorker = lowest + (Number(process.env['VITEST_POOL_ID'] ?? 0) % workers) * portsOfWorker;
/** The next port of the range; starts differently in each process, for test runs side by side. */
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

/** Finds free ports on 127.0.0.1. Returns no port twice until the worker's range is used up. */
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
