import { FluxApp, FluxTenant } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { offerOf, publishedOf } from '../../support/offers.js';
import { addon } from '../../support/synthesize.js';
import type { RuleFixture } from '../rule-fixture.js';
import { NEW, NO_TENANT, source, withTenants } from '../tenant-programs.js';

const ofTeam = (kustomization: object) =>
  synthCluster(
    new FluxTenant(new FluxApp(), 'dev', publishedOf(offerOf())).stage('apps', [
      addon('web', { namespace: 'claims' }, { kustomization }),
    ]),
  ).diagnostics;
const pods = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'claims' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX898',
    bad: () => [...ofTeam({ wait: true }), ...ofTeam({ healthChecks: [pods], timeout: '5m' })],
    good: () => [...ofTeam({}), ...ofTeam({ wait: false }), ...withTenants([{ name: 'claims', source }])],
    mutation: NO_TENANT,
    fault: NEW,
    live: { none: 'it takes four teams that hang for minutes, and then no condition says so' },
  },
];
