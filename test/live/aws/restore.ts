import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Live } from '../live.js';
import type { ExamplePlatform } from './example-platform.js';
import type { Moto } from './moto.js';
import { readCommand } from './readme.js';
import { readResources, type StateResource } from './state.js';

/** Of what the AWS CLI prints, what is read here and in the tests. */
export interface Secrets {
  readonly SecretList: readonly { readonly Name: string; readonly DeletedDate?: string }[];
}
export interface Snapshots {
  readonly DBSnapshots: readonly { readonly DBSnapshotIdentifier: string }[];
}

/** Where each password is in Parameter Store, and under which key in its secret. */
const parameters = {
  'authentik-admin': 'adminPassword',
  'authentik-key': 'secretKey',
  'authentik-token': 'token',
  'headlamp-client': 'clientSecret',
};

const database = 'module.aws.aws_db_instance.authentik';

/**
 * The database of the last snapshot, as the example's README restores one; in a platform of another name, which needs
 * nothing else, since the provider waits for it for almost three minutes. Throws where the next plan would change it.
 */
export const restoreDatabase = async (
  { moto, makeRoot }: ExamplePlatform,
  variables: Readonly<Record<string, unknown>>,
): Promise<StateResource> => {
  const { DBSnapshots: snapshots } = (await moto.aws(...readCommand('aws rds describe-db-snapshots'))) as Snapshots;
  const last = snapshots.at(-1)?.DBSnapshotIdentifier;
  const root = await makeRoot('restored', variables);
  try {
    root.add('name_override.tf', 'locals {\n  name = "restored"\n}\n');
    root.add(
      'aws/database_override.tf',
      `resource "aws_db_instance" "authentik" {\n  snapshot_identifier = "${last}"\n}\n`,
    );
    await root.run('apply', '-auto-approve', '-no-color', `-target=${database}`);
    const { code, stdout } = await root.tryRun('plan', '-no-color', '-detailed-exitcode', `-target=${database}`);
    if (code !== 0) throw new Error(stdout);
    return readResources(await root.read('show')).one('aws_db_instance');
  } finally {
    root.remove();
  }
};

/** Brings the deleted secrets back and reads them, as the example's README says; gives their names and all their keys. */
export const restoreSecrets = async (
  moto: Moto,
): Promise<{ readonly names: readonly string[]; readonly content: Readonly<Record<string, string>> }> => {
  const { SecretList: all } = (await moto.aws(...readCommand('aws secretsmanager list-secrets'))) as Secrets;
  const names = all.flatMap(({ Name, DeletedDate }) => (DeletedDate === undefined ? [] : [Name]));
  const content: Record<string, string> = {};
  for (const name of names) {
    const restoring = readCommand('aws secretsmanager restore-secret').map((word) => word.replace('<name>', name));
    await moto.aws(...restoring);
    const { SecretString: text } = (await moto.aws('secretsmanager', 'get-secret-value', '--secret-id', name)) as {
      SecretString: string;
    };
    Object.assign(content, JSON.parse(text));
  }
  return { names, content };
};

/** Writes passwords into their parameters, with the command of the example's README. */
export const putPasswords = async (live: Live, moto: Moto, content: Readonly<Record<string, string>>) => {
  const file = join(dirname(live.kubeconfig), 'token.txt');
  for (const [parameter, key] of Object.entries(parameters)) {
    writeFileSync(file, content[key] ?? '');
    const words = readCommand('aws ssm put-parameter');
    await moto.aws(
      ...words.map((word) => word.replace('authentik-token', parameter).replace('file://token.txt', `file://${file}`)),
    );
  }
};
