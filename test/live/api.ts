import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KindRef, KubeObject, ObjectRef } from './kube-object.js';
import { until } from './until.js';

/** A Kubernetes API, spoken over plain HTTPS: no kubectl, no client library. */
export interface Api {
  /** The object, or `undefined` where there is none, or where the API server does not know its kind. */
  get(ref: ObjectRef): Promise<KubeObject | undefined>;
  /** In the API server's order; empty where it does not know the kind. */
  list(ref: KindRef): Promise<KubeObject[]>;
  /** Applies, as the field manager `live`, one after the other; waits up to 10 s for a kind whose CRD is just there. */
  apply(...objects: readonly object[]): Promise<KubeObject[]>;
  /** What the API server would say if the object were applied, as the same field manager; undefined where it takes it. */
  dryRun(object: object): Promise<string | undefined>;
  /** Merges this into an object that is there (RFC 7396). Throws where it is not. */
  patch(ref: ObjectRef, merge: object): Promise<KubeObject>;
  /** Asks for the deletion; does not wait for its end. `false` if the object was not there. */
  delete(ref: ObjectRef): Promise<boolean>;
  /** Any other request; throws on a status of 400 or more, but for 404, which gives `undefined`. */
  request(method: string, path: string, body?: string, contentType?: string): Promise<unknown>;
  /**
   * Watches all objects of a kind from now on. What it gives tells every state that each of them had, in order, those
   * of now first; it ends with the API server.
   */
  record(ref: KindRef): Promise<() => readonly KubeObject[]>;
  /** Forgets which kinds there are: those of an empty API server are others. */
  forget(): void;
  close(): void;
}

export interface ApiAccess {
  readonly url: string;
  readonly token: string;
  /** The API server's certificate authority, PEM. */
  readonly ca: Buffer;
}

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

const APPLY = 'application/apply-patch+yaml';

export const connectApi = ({ url, token, ca }: ApiAccess): Api => {
  const agent = new Agent({ ca, keepAlive: true });
  const resources = new Map<string, Resource>();

  /** A kind whose CRD has just changed answers "too many requests" for a moment; ten times that is not a moment. */
  const send = async (
    method: string,
    path: string,
    body?: string,
    contentType = 'application/json',
  ): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      const { status, text } = await exchange(method, path, body, contentType);
      if (status === 429 && attempt < 10) await sleep(500);
      else if (status === 404) return undefined;
      else if (status >= 400) throw new Error(`${method} ${path}: ${status} ${messageOf(text)}`);
      else return text.startsWith('{') ? JSON.parse(text) : text;
    }
  };

  const exchange = (
    method: string,
    path: string,
    body: string | undefined,
    contentType: string,
  ): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
      if (body !== undefined) headers['content-type'] = contentType;
      const sent = request(new URL(path, url), { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        });
      });
      sent.once('error', reject);
      sent.end(body);
    });

  const tryFindResource = async (apiVersion: string, kind: string): Promise<Resource | undefined> => {
    const key = `${apiVersion}/${kind}`;
    const known = resources.get(key);
    if (known !== undefined) return known;
    const found = (await send('GET', root(apiVersion))) as { resources: Resource[] } | undefined;
    // `deployments/status` has the kind Deployment too.
    const resource = found?.resources.find((each) => each.kind === kind && !each.name.includes('/'));
    if (resource !== undefined) resources.set(key, resource);
    return resource;
  };

  const tryFindPath = async (ref: ObjectRef): Promise<string | undefined> => {
    const resource = await tryFindResource(ref.apiVersion, ref.kind);
    if (resource === undefined) return undefined;
    return `${collection(ref, resource, resource.namespaced ? (ref.namespace ?? 'default') : undefined)}/${ref.name}`;
  };

  return {
    async get(ref) {
      const path = await tryFindPath(ref);
      return path === undefined ? undefined : ((await send('GET', path)) as KubeObject | undefined);
    },
    async list(ref) {
      const resource = await tryFindResource(ref.apiVersion, ref.kind);
      if (resource === undefined) return [];
      const query = ref.labelSelector === undefined ? '' : `?labelSelector=${encodeURIComponent(ref.labelSelector)}`;
      const list = (await send('GET', collection(ref, resource, ref.namespace) + query)) as
        | { items: Omit<KubeObject, 'apiVersion' | 'kind'>[] }
        | undefined;
      // The items of a list of a built-in kind do not repeat what they are.
      return (list?.items ?? []).map((item) => ({ ...item, apiVersion: ref.apiVersion, kind: ref.kind }) as KubeObject);
    },
    async apply(...objects) {
      const applied: KubeObject[] = [];
      for (const object of objects as readonly KubeObject[]) {
        const { apiVersion, kind } = object;
        const path = await until(
          `the API server knows "${kind}" of "${apiVersion}"`,
          () => tryFindPath({ apiVersion, kind, ...object.metadata }),
          {
            timeout: 10_000,
          },
        );
        const query = '?fieldManager=live&force=true';
        const result = await send('PATCH', path + query, JSON.stringify(object), APPLY);
        // With server-side apply a 404 is not about the object, which is created, but about where it would be.
        if (result === undefined)
          throw new Error(`PATCH ${path}: 404; is there a namespace "${object.metadata.namespace}"?`);
        applied.push(result as KubeObject);
      }
      return applied;
    },
    async dryRun(object) {
      const { apiVersion, kind, metadata } = object as KubeObject;
      const path = await tryFindPath({ apiVersion, kind, ...metadata });
      if (path === undefined) throw new Error(`the API server has no "${kind}" of "${apiVersion}"`);
      const query = '?fieldManager=live&force=true&dryRun=All';
      const { status, text } = await exchange('PATCH', path + query, JSON.stringify(object), APPLY);
      return status < 400 ? undefined : messageOf(text);
    },
    async patch(ref, merge) {
      const path = await tryFindPath(ref);
      const body = JSON.stringify(merge);
      const patched = path && (await send('PATCH', path, body, 'application/merge-patch+json'));
      if (!patched) throw new Error(`there is no ${ref.kind} "${ref.name}" to patch`);
      return patched as KubeObject;
    },
    async delete(ref) {
      const path = await tryFindPath(ref);
      return path !== undefined && (await send('DELETE', path)) !== undefined;
    },
    async record(ref) {
      const resource = await tryFindResource(ref.apiVersion, ref.kind);
      if (resource === undefined) throw new Error(`the API server knows no "${ref.kind}" of "${ref.apiVersion}"`);
      const states: KubeObject[] = [];
      let rest = '';
      const path = `${collection(ref, resource, ref.namespace)}?watch=true`;
      await new Promise<void>((resolve, reject) => {
        const sent = request(
          new URL(path, url),
          { agent, headers: { authorization: `Bearer ${token}` } },
          (response) => {
            response.setEncoding('utf8');
            response.on('data', (chunk: string) => {
              const lines = (rest + chunk).split('\n');
              rest = lines.pop() ?? '';
              for (const line of lines) states.push((JSON.parse(line) as { object: KubeObject }).object);
            });
            // It ends when the API server does, and what it told until then holds.
            response.on('error', () => {});
            resolve();
          },
        );
        sent.once('error', reject);
        sent.end();
      });
      return () => states;
    },
    request: send,
    forget: () => resources.clear(),
    close: () => agent.destroy(),
  };
};

/** Only the core group lies elsewhere. */
const root = (apiVersion: string): string => (apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`);

const collection = (ref: KindRef, resource: Resource, namespace: string | undefined): string =>
  [root(ref.apiVersion), ...(namespace === undefined ? [] : ['namespaces', namespace]), resource.name].join('/');

/** The `message` of a Status object, or the text as it is. */
const messageOf = (text: string): string => {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text;
  }
};
