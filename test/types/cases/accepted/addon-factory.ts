import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';
import { plainAddon } from '../plain-addon.js';

/** One addon for each team: the compiler knows a part of its names, and compares none of them. */
const tenant = (team: string) =>
  defineAddon({
    name: `tenant-${team}`,
    namespace: 'default',
    requires: ['gateway'],
    provides: [`quota-${team}`],
    infra: { vars: { DOMAIN: z.string() } },
    build(scope, { vars }) {
      new ConfigMap(scope, 'team', { data: { host: `${team}.${vars.DOMAIN}` } });
    },
  });

/** What it requires is the name of another factory's addon. */
const jobs = (team: string) => plainAddon(`jobs-${team}`, { requires: [`tenant-${team}`, `quota-${team}`] });

/** Two names, and nobody knows which. */
const probe = (kind: 'http' | 'tcp') => plainAddon(`probe-${kind}`);

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('base', [plainAddon('gateway')(), probe('http')(), probe('tcp')()])
  .stage('tenants', [tenant('blue')(), tenant('green')(), plainAddon('tenant-red')()])
  .stage('tenant-late', [tenant('grey')(), plainAddon('probe-udp')()])
  .stage('jobs', [jobs('blue')(), jobs('green')(), plainAddon('web', { requires: ['tenant-blue', 'quota-grey'] })()], {
    dependsOn: ['tenant-grey'],
  });
