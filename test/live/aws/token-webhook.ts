import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listenLocally } from '../local-server.js';
import type { Moto } from './moto.js';

/** What EKS does with the tokens of `aws eks get-token`: asks STS who signed them, and its access entries what they may. */
export interface TokenWebhook {
  /** An argument of the API server. */
  readonly args: readonly string[];
  /** The users that were let in, and why others were not. */
  readonly verdicts: readonly string[];
  stop(): Promise<void>;
}

interface Review {
  readonly apiVersion: string;
  readonly spec: { readonly token?: string };
}

/** @param file where the API server's configuration of the webhook is written */
export const startTokenWebhook = async (moto: Moto, cluster: string, file: string): Promise<TokenWebhook> => {
  const verdicts: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { apiVersion, spec } = JSON.parse(Buffer.concat(chunks).toString()) as Review;
    const status = await statusOf(moto, cluster, spec.token ?? '').then(
      (user) => {
        verdicts.push(user.username);
        return { authenticated: true, user };
      },
      (error: Error) => {
        verdicts.push(`refused: ${error.message}`);
        return { authenticated: false };
      },
    );
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ apiVersion, kind: 'TokenReview', status }));
  });
  const { port, stop } = await listenLocally(server);
  writeFileSync(
    file,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'eks', cluster: { server: `http://127.0.0.1:${port}/` } }],
      users: [{ name: 'api-server' }],
      contexts: [{ name: 'eks', context: { cluster: 'eks', user: 'api-server' } }],
      'current-context': 'eks',
    }),
  );
  return {
    args: [
      `--authentication-token-webhook-config-file=${file}`,
      // An access entry that goes has its effect at once.
      '--authentication-token-webhook-cache-ttl=1s',
    ],
    verdicts,
    stop,
  };
};

const statusOf = async (
  moto: Moto,
  cluster: string,
  token: string,
): Promise<{ username: string; groups: string[] }> => {
  if (!token.startsWith('k8s-aws-v1.')) throw new Error('not a token of EKS');
  const signed = new URL(Buffer.from(token.slice('k8s-aws-v1.'.length), 'base64url').toString());
  if (signed.origin !== moto.url) throw new Error(`signed for ${signed.origin}`);
  if (signed.searchParams.get('Action') !== 'GetCallerIdentity') throw new Error('signed for another action');
  if (!(signed.searchParams.get('X-Amz-SignedHeaders') ?? '').split(';').includes('x-k8s-aws-id'))
    throw new Error('the name of the cluster is not signed');
  const credential = signed.searchParams.get('X-Amz-Credential') ?? '';
  const key = credential.split('/')[0] ?? '';
  const caller = await moto.ask('sts', '/?Action=GetCallerIdentity&Version=2011-06-15', { key });
  const session = /<Arn>([^<]+)<\/Arn>/.exec(caller)?.[1] ?? '';
  // arn:aws:sts::<account>:assumed-role/<role>/<session> is a session of arn:aws:iam::<account>:role/<role>.
  const principal = session.replace(/:sts:(.*):assumed-role\/([^/]+)\/.*/, ':iam:$1:role/$2');
  const entry = `/clusters/${cluster}/access-entries/${encodeURIComponent(principal)}/access-policies`;
  const { associatedAccessPolicies: policies = [] } = JSON.parse(await moto.ask('eks', entry, { key })) as {
    associatedAccessPolicies?: { policyArn: string }[];
  };
  if (!policies.some(({ policyArn }) => policyArn.endsWith('/AmazonEKSClusterAdminPolicy')))
    throw new Error(`${principal} has no access entry as an administrator`);
  return { username: session, groups: ['system:masters'] };
};
