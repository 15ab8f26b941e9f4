import { FluxApp, FluxCluster, gitSource, type TenantOptions, tenant } from 'fluxspan';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Repository } from '../../repository.js';
import { synth } from '../../synth.js';

const source = gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } });
const flux = {
  version: '2.9',
  noCrossNamespaceRefs: true,
  defaultServiceAccount: 'default',
  noRemoteBases: true,
} as const;
const appOf = (options: Omit<TenantOptions, 'name'>): FluxApp => {
  const app = new FluxApp();
  new FluxCluster(app, 'dev', { flux }).stage('tenants', [tenant({ name: 'claims', ...options })]);
  return app;
};

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

/** What synth says of the account when Flux has one tenant, and will have the other. */
const told = async (before: Omit<TenantOptions, 'name'>, after: Omit<TenantOptions, 'name'>) => {
  await synth(repository, appOf(before));
  repository.publish('a tenant');
  const { diagnostics } = await synth(repository, appOf(after));
  return diagnostics.filter(({ code }) => code === 'FX558');
};

it("says what a new account of a tenant means for the team's own repository", async () => {
  const [found, second] = await told({ source }, { source, serviceAccount: 'deployer' });
  expect(second).toBeUndefined();
  expect(found).toMatchObject({
    code: 'FX558',
    severity: 'notice',
    message:
      'ServiceAccount/reconciler in claims goes, since tenant "claims" gets ServiceAccount/deployer in claims: what the team\'s own repository applies as "reconciler" loses its rights, and can\'t be updated, uninstalled or cleaned up',
    at: { addon: 'claims', path: 'serviceAccount' },
  });
  expect(found!.fix).toContain('keep serviceAccount: reconciler');
});

it('says the same where the account moves to another namespace', async () => {
  const [found] = await told({ source, namespaces: ['claims'] }, { source, namespaces: ['claims-two', 'claims'] });
  expect(found!.message).toContain('gets ServiceAccount/reconciler in claims-two');
});

it('says nothing of an account that stays, or as which nothing runs', async () => {
  expect(await told({ source }, { source, role: 'view' })).toEqual([]);
});

it('says nothing of the account of a tenant without a source', async () => {
  expect(await told({}, { serviceAccount: 'deployer' })).toEqual([]);
});
