import { FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon } from '../support/synthesize.js';

const codesOf = (name: string): readonly string[] => {
  const sync = {
    kind: 'GitRepository',
    url: 'https://example.org/fleet',
    ref: 'refs/heads/main',
    name: 'cluster',
  } as const;
  const cluster = new FluxCluster(new FluxApp(), 'dev', { flux: { version: '2.9', operator: { sync } } });
  return synthCluster(cluster.stage('apps', [addon(name, { build: () => {} })])).diagnostics.map(({ code }) => code);
};

it('refuses an addon with the name of the root that the Flux Operator makes', () => {
  expect(codesOf('cluster')).toContain('FX201');
  expect(codesOf('web')).not.toContain('FX201');
});
