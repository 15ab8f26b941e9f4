import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answers } from '../control-plane.js';
import { freePorts } from '../free-ports.js';
import { superviseProcesses } from '../processes.js';
import type { Python } from './python.js';
import { runLimited } from './run-limited.js';

const program = fileURLToPath(new URL('./moto_gaps.py', import.meta.url));

export const region = 'eu-west-1';
/** The account that moto plays. */
export const account = '123456789012';

/** moto in a process of its own, with the gaps filled that `moto_gaps.py` names. */
export interface Moto {
  readonly url: string;
  /** What a program needs to take it for AWS. */
  readonly env: Readonly<Record<string, string>>;
  /** The same, as a session of an IAM role. */
  assume(role: string): Promise<Readonly<Record<string, string>>>;
  /** The AWS CLI: gives what it prints, parsed. */
  aws(...args: readonly string[]): Promise<unknown>;
  /**
   * A request to the API of a service, without a program in between: gives the body of the answer.
   *
   * @param options `key`: the access key of who asks; `target` and `body`: of a JSON API such as `secretsmanager`
   */
  ask(service: string, path: string, options?: { key?: string; target?: string; body?: object }): Promise<string>;
  /** Calls that neither moto nor `moto_gaps.py` could answer, in order, as they were made. */
  unknownCalls(): readonly string[];
  stop(): Promise<void>;
}

/** @param server what the EKS clusters are said to be: a real API server, and the file of its authority */
export const startMoto = async (python: Python, server: { url: string; caFile: string }): Promise<Moto> => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-live-moto-'));
  const processes = superviseProcesses(folder);
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const unknown = join(folder, 'unknown-calls.txt');
  const path = `${python.bin}:${process.env['PATH'] ?? ''}`;
  await processes.start({
    name: 'moto',
    command: join(python.bin, 'python'),
    args: [program, '-H', '127.0.0.1', '-p', `${port}`],
    layer: 0,
    env: {
      PATH: path,
      EKS_ENDPOINT: server.url,
      EKS_CA_FILE: server.caFile,
      FLUXSPAN_UNKNOWN_CALLS: unknown,
      MOTO_IAM_LOAD_MANAGED_POLICIES: 'true',
      MOTO_ACM_VALIDATION_WAIT: '2',
    },
    ready: () => answers(`${url}/moto-api/`),
  });
  const env = {
    PATH: path,
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_DEFAULT_REGION: region,
    AWS_EC2_METADATA_DISABLED: 'true',
    // Nothing of whoever runs the test.
    AWS_CONFIG_FILE: join(folder, 'none'),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'),
  };
  const aws = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await runLimited(join(python.bin, 'aws'), [...args, '--output', 'json'], {
      env: { ...process.env, ...env },
      seconds: 60,
    });
    if (code !== 0) throw new Error(`aws ${args.join(' ')} ended with ${code}:\n${stderr}`);
    return stdout.trim() === '' ? {} : (JSON.parse(stdout) as unknown);
  };
  return {
    url,
    env,
    aws,
    async assume(role) {
      const arn = `arn:aws:iam::${account}:role/${role}`;
      const { Credentials: keys } = (await aws(
        'sts',
        'assume-role',
        ...['--role-arn', arn, '--role-session-name', 'test', '--duration-seconds', '3600'],
      )) as { Credentials: { AccessKeyId: string; SecretAccessKey: string; SessionToken: string } };
      return {
        ...env,
        AWS_ACCESS_KEY_ID: keys.AccessKeyId,
        AWS_SECRET_ACCESS_KEY: keys.SecretAccessKey,
        AWS_SESSION_TOKEN: keys.SessionToken,
      };
    },
    async ask(service, path, { key = 'test', target, body } = {}) {
      // By the scope of its signature moto knows which service is meant; it checks no signature.
      const authorization = `AWS4-HMAC-SHA256 Credential=${key}/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
      const headers = {
        authorization,
        ...(target === undefined ? {} : { 'x-amz-target': target, 'content-type': 'application/x-amz-json-1.1' }),
      };
      const response = await fetch(url + path, {
        headers,
        signal: AbortSignal.timeout(10_000),
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      return response.text();
    },
    unknownCalls: () => (existsSync(unknown) ? readFileSync(unknown, 'utf8').trim().split('\n') : []),
    stop: processes.stop,
  };
};
