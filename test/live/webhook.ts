import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { dirname, join } from 'node:path';
import { freePorts } from './free-ports.js';
import type { Live } from './live.js';

/** An admission webhook that allows everything as soon as it serves; until then the API server cannot reach it. */
export interface Webhook {
  /** The configuration that sends it the objects of a resource: `deployments` of `apps`. It fails closed. */
  configuration(resource: string, group: string): object;
  serve(): Promise<void>;
  stop(): Promise<void>;
}

export const planWebhook = async (live: Live): Promise<Webhook> => {
  const [port] = await freePorts(1);
  // The API server made a certificate for its own address, which is this one's too.
  const certificates = join(dirname(live.kubeconfig), 'certificates');
  const cert = readFileSync(join(certificates, 'apiserver.crt'));
  const key = readFileSync(join(certificates, 'apiserver.key'));
  let server: Server | undefined;
  return {
    configuration: (resource, group) => ({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: resource },
      webhooks: [
        {
          name: `validate.${resource}.example.org`,
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          failurePolicy: 'Fail',
          clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle: cert.toString('base64') },
          rules: [{ apiGroups: [group], apiVersions: ['*'], operations: ['CREATE', 'UPDATE'], resources: [resource] }],
        },
      ],
    }),
    async serve() {
      server = createServer({ cert, key }, async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const review = JSON.parse(Buffer.concat(chunks).toString()) as { request: { uid: string } };
        const { request: _, ...rest } = review;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ ...rest, response: { uid: review.request.uid, allowed: true } }));
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      if (server === undefined) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      server = undefined;
    },
  };
};
