import { expect, test } from 'vitest';
import { externalDns } from '../../src/addons/external-dns/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(externalDns);

test('reads the region and the zones from Terraform, which makes its namespace', () => {
  const { contract, objects } = synthAlone(externalDns);
  expect(contract.values['external-dns']?.schema.required).toEqual(['domainFilters', 'env']);
  expect(contract.namespaces).toContainEqual({ name: 'external-dns', creator: 'terraform' });
  expect(objects.filter(({ kind }) => kind === 'Namespace')).toEqual([]);
});

test('what may happen to records is an option, and so is whose they are', () => {
  const valuesOf = (options: object) =>
    synthAlone(externalDns, { ...options }).find('HelmRelease', 'external-dns').spec.values;
  expect(valuesOf({})).toEqual({
    provider: { name: 'aws' },
    policy: 'sync',
    sources: ['gateway-httproute'],
    serviceAccount: { name: 'external-dns' },
  });
  expect(valuesOf({ policy: 'upsert-only', txtOwnerId: 'prod', sources: ['service', 'ingress'] })).toMatchObject({
    policy: 'upsert-only',
    sources: ['service', 'ingress'],
    txtOwnerId: 'prod',
  });
});

test('refuses a policy that ExternalDNS does not know, and what Terraform writes', () => {
  expect(synthAlone(externalDns, { policy: 'delete' }).diagnostics.map(({ at }) => at.path)).toEqual(['policy']);
  const overlap = synthAlone(externalDns, { values: { domainFilters: ['example.org'] } }).diagnostics;
  expect(overlap.map(({ code }) => code)).toEqual(['FX306']);
});
