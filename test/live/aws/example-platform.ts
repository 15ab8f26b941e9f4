import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { Live } from '../live.js';
import { configMaps, platform, titleOf } from '../terraform-module.js';
import { type ExampleRoot, makeExampleRoot } from './example-root.js';
import { account, type Moto, region, startMoto } from './moto.js';
import type { Python } from './python.js';
import { startTokenWebhook, type TokenWebhook } from './token-webhook.js';

/** The name that the example gives its EKS cluster. */
export const cluster = 'platform-dev';
export const domain = 'example.org';
export const variables = {
  domain,
  admin_email: 'admin@example.org',
  admins: [`arn:aws:iam::${account}:role/terraform`],
  private_api_cidrs: ['10.0.0.0/16'],
};

/** What plays AWS and EKS, and a copy of the example that can be applied to it. */
export interface ExamplePlatform {
  readonly moto: Moto;
  readonly webhook: TokenWebhook;
  readonly root: ExampleRoot;
  /** Another copy, with a state of its own. */
  makeRoot(key: string, variables: Readonly<Record<string, unknown>>): Promise<ExampleRoot>;
  /** Makes the API server ask who a token's owner is, as that of EKS does; again after {@link Live.startAnew}. */
  letTerraformIn(): Promise<void>;
  /** What the root gave to the contract's module, by its output. */
  given(): Promise<{ readonly vars: Record<string, string>; readonly values: Record<string, object> }>;
  /** What a secret of the contract holds now. */
  stored(name: string): Promise<Record<string, string>>;
  /** Expects each ConfigMap of the contract to hold what the outputs say. */
  expectConfigMaps(): Promise<void>;
  stop(): Promise<void>;
}

/** Has AWS contain what the example's README asks for: a hosted zone, a bucket, and the role that Terraform runs as. */
const prepare = async (moto: Moto): Promise<Readonly<Record<string, string>>> => {
  const trust = '{"Version":"2012-10-17","Statement":[]}';
  const location = `LocationConstraint=${region}`;
  await Promise.all([
    moto.aws('route53', 'create-hosted-zone', '--name', domain, '--caller-reference', '1'),
    moto.aws('s3api', 'create-bucket', '--bucket', 'state', '--create-bucket-configuration', location),
    moto.aws('iam', 'create-role', '--role-name', 'terraform', '--assume-role-policy-document', trust),
  ]);
  return moto.assume('terraform');
};

/** @param live a cluster without Flux */
export const startExamplePlatform = async (live: Live, program: string, python: Python): Promise<ExamplePlatform> => {
  const folder = dirname(live.kubeconfig);
  const config = JSON.parse(readFileSync(live.kubeconfig, 'utf8')) as { clusters: [{ cluster: { server: string } }] };
  const [{ cluster: api }] = config.clusters;
  const moto = await startMoto(python, { url: api.server, caFile: join(folder, 'certificates/apiserver.crt') });
  const webhook = await startTokenWebhook(moto, cluster, join(folder, 'token-webhook.json'));
  const ends = [moto.stop, webhook.stop];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };

  const letTerraformIn = async () => {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', name: 'default', namespace: 'default' };
    // The controller manager makes it. While that starts, it doesn't survive an API server that is away.
    await live.until('the controller manager works', () => live.get(account));
    await live.restart('kube-apiserver', webhook.args);
  };

  const makeRoots = async () => {
    const session = await prepare(moto);
    const makeRoot: ExamplePlatform['makeRoot'] = (key, variables) =>
      makeExampleRoot(program, { bucket: 'state', key, region }, session, variables);
    const root = await makeRoot('platform', variables);
    ends.push(async () => root.remove());
    return { makeRoot, root };
  };

  const start = async () => {
    const [{ makeRoot, root }] = await Promise.all([makeRoots(), letTerraformIn()]);
    const given: ExamplePlatform['given'] = async () => {
      const { flux_contract: output } = JSON.parse(await root.read('output')) as {
        flux_contract: { value: Awaited<ReturnType<ExamplePlatform['given']>> };
      };
      return output.value;
    };
    return {
      moto,
      webhook,
      root,
      makeRoot,
      letTerraformIn,
      given,
      stop,
      async stored(name: string) {
        const { vars } = await given();
        const id = vars[platform.contract.secrets[name]?.key ?? ''] ?? '';
        const target = 'secretsmanager.GetSecretValue';
        const body = { SecretId: id, VersionStage: 'AWSCURRENT' };
        const { SecretString: text } = JSON.parse(await moto.ask('secretsmanager', '/', { target, body })) as {
          SecretString: string;
        };
        return JSON.parse(text) as Record<string, string>;
      },
      async expectConfigMaps() {
        const { vars, values } = await given();
        const made = new Map((await live.list(configMaps)).map((one) => [titleOf(one), one] as const));
        for (const { holds, name, namespace, release = '', key = '' } of platform.contract.configMaps) {
          const data = made.get(`${namespace}/${name}`)?.data ?? {};
          if (holds === 'vars') expect(data, name).toEqual(vars);
          else expect(parse(data[key] ?? ''), name).toEqual(values[release]);
        }
      },
    };
  };
  try {
    return await start();
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The passwords among what the secrets hold. */
export const passwordsOf = (drawn: Readonly<Record<string, string>>): readonly string[] =>
  ['adminPassword', 'secretKey', 'token', 'clientSecret'].map((key) => drawn[key] ?? key);
