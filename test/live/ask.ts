import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import type { Json } from '../schema/mutations.js';
import { serverVerdict, type Verdict } from '../schema/verdict.js';
import { until } from './until.js';

interface Addressed {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** What an API server says of objects. */
export interface Ask {
  /**
   * The verdict on an object, as Flux would apply it (server-side, as a dry run); nothing is stored.
   *
   * @param as the user that the request impersonates, as Flux does for a `serviceAccountName` @default - one who may do all
   */
  ask(object: Json, as?: string): Promise<Verdict>;
  /** The verdicts on many, a few at a time. */
  askAll(objects: readonly Json[]): Promise<readonly Verdict[]>;
  close(): void;
}

/** Connects to the API server of a kubeconfig, as {@link startControlPlane} writes it. */
export const openAsk = (kubeconfig: string): Ask => {
  const { users, clusters } = JSON.parse(readFileSync(kubeconfig, 'utf8')) as {
    users: { user: { token: string } }[];
    clusters: { cluster: { server: string; 'certificate-authority': string } }[];
  };
  const { server, 'certificate-authority': authority } = clusters[0]!.cluster;
  const agent = new Agent({ ca: readFileSync(authority), keepAlive: true, maxSockets: 12 });
  const resources = new Map<string, { name: string; namespaced: boolean }>();

  const send = (method: string, path: string, body?: Json, as?: string): Promise<{ status: number; body: unknown }> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${users[0]!.user.token}`,
        ...(as === undefined ? {} : { 'impersonate-user': as }),
        ...(body === undefined ? {} : { 'content-type': 'application/apply-patch+yaml' }),
      };
      const sent = request(new URL(path, server), { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          const json: unknown = text.startsWith('{') ? JSON.parse(text) : { message: text };
          resolve({ status: response.statusCode ?? 500, body: json });
        });
      });
      sent.once('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });

  const ask = async (object: Json, as?: string): Promise<Verdict> => {
    const { apiVersion, kind, metadata } = object as unknown as Addressed;
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const key = `${root} ${kind}`;
    if (!resources.has(key)) {
      // A CRD's kind is there a moment after the CRD.
      const found = await until(`the API server knows ${kind}`, async () => {
        const { body } = await send('GET', root);
        const { resources: all = [] } = body as { resources?: { name: string; kind: string; namespaced: boolean }[] };
        return all.find((one) => one.kind === kind && !one.name.includes('/'));
      });
      resources.set(key, found);
    }
    const { name, namespaced } = resources.get(key)!;
    const place = namespaced ? `/namespaces/${metadata.namespace ?? 'default'}` : '';
    const query = 'fieldManager=live&force=true&dryRun=All&fieldValidation=Strict';
    const path = `${root}${place}/${name}/${encodeURIComponent(metadata.name)}?${query}`;
    try {
      const { status, body } = await send('PATCH', path, object, as);
      return serverVerdict(status, body);
    } catch (error) {
      // Some objects make a handler of the API server panic, which ends the connection: that is not a verdict.
      return { accepted: false, paths: [], words: [`no answer: ${String(error)}`], ofCluster: true };
    }
  };

  return {
    ask,
    askAll: async (objects) => {
      const verdicts: Verdict[] = [];
      let next = 0;
      const worker = async (): Promise<void> => {
        for (let index = next++; index < objects.length; index = next++) verdicts[index] = await ask(objects[index]!);
      };
      await Promise.all(Array.from({ length: 8 }, worker));
      return verdicts;
    },
    close: () => agent.destroy(),
  };
};
