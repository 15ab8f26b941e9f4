import { expect, test } from 'vitest';
import { velero } from '../../src/addons/velero/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(velero);

const valuesOf = (options: Readonly<Record<string, unknown>> = {}) =>
  synthAlone(velero, options).find('HelmRelease', 'velero').spec.values;

test('backs up to the bucket of Terraform, each day, with the rights of its service account', () => {
  const { configuration, credentials, schedules, serviceAccount, upgradeCRDs } = valuesOf();
  const config = { region: '${TF_AWS_REGION}' };
  expect(configuration).toEqual({
    backupStorageLocation: [
      { name: 'default', provider: 'aws', config, bucket: '${q}${TF_VELERO_BUCKET}${q}', default: true },
    ],
    volumeSnapshotLocation: [{ name: 'default', provider: 'aws', config }],
  });
  expect(credentials).toEqual({ useSecret: false });
  expect(serviceAccount).toEqual({ server: { name: 'velero' } });
  expect(schedules).toEqual({ daily: { schedule: '0 3 * * *', template: { ttl: '720h' } } });
  expect(upgradeCRDs).toBe(false);
});

test('schedules, a folder in the bucket and an agent on the nodes are options, and volumes can be left out', () => {
  const schedules = { shop: { schedule: '@hourly', ttl: '24h', includedNamespaces: ['shop'] } };
  const values = valuesOf({ schedules, prefix: 'dev', nodeAgent: true, snapshots: false });
  expect(values.configuration.backupStorageLocation[0].prefix).toBe('dev');
  expect(values.configuration.volumeSnapshotLocation).toEqual([]);
  expect(values).toMatchObject({ deployNodeAgent: true, snapshotsEnabled: false });
  expect(values.schedules.shop).toEqual({
    schedule: '@hourly',
    template: { ttl: '24h', includedNamespaces: ['shop'], snapshotVolumes: false },
  });
});

test("takes the names of Azure's blob containers, and no others", () => {
  const { contract } = synthAlone(velero, { provider: 'azure' });
  const schema = contract.vars['TF_VELERO_CONTAINER']!.schema as { allOf: readonly { pattern: string }[] };
  const isTaken = (name: string) => schema.allOf.every(({ pattern }) => new RegExp(pattern).test(name));
  for (const name of ['abc', 'velero', 'a-b', 'a'.repeat(63), '1-2-3']) expect(name).toSatisfy(isTaken);
  for (const name of ['ab', 'a'.repeat(64), `${'a-'.repeat(32)}a`, 'a--b', '-ab', 'ab-', 'Velero', 'a_b'])
    expect(name).not.toSatisfy(isTaken);
});
