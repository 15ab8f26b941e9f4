import { App, Chart } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { Certificate } from '../../imports/cert-manager.io.js';
import { ClusterSecretStore, ExternalSecret, PushSecret, SecretStore } from '../../imports/external-secrets.io.js';
import { GitRepository } from '../../imports/source.toolkit.fluxcd.io.js';

const provider = { fake: { data: [] } };
const chart = () => new Chart(new App(), 'durations', { namespace: 'default' });

describe('durations of External Secrets', () => {
  it('are a number of seconds in a store', () => {
    for (const Store of [SecretStore, ClusterSecretStore]) {
      const store = new Store(chart(), 'store', { name: 'store', spec: { provider, refreshInterval: 300 } });
      expect(store.toJson()).toMatchObject({ spec: { refreshInterval: 300 } });
    }
  });

  it('are a text with a unit elsewhere', () => {
    const spec = { refreshInterval: 300 as unknown as '300s', data: [] };
    expect(() => new ExternalSecret(chart(), 'secret', { name: 'secret', spec })).toThrow('FX310 duration: 300');
  });

  it.each(['0', '-0', '+5m', '.5h', '1.h', '-1h', '300ms', '5000000000ns', '1h30m0s'])(
    'are what Go reads: %s',
    (text) => {
      const refreshInterval = text as '0';
      for (const Kind of [ExternalSecret, PushSecret]) {
        const spec = { refreshInterval, data: [], selector: { secret: { name: 'a' } }, secretStoreRefs: [] };
        const made = new Kind(chart(), 'secret', { name: 'secret', spec });
        expect(made.toJson()).toMatchObject({ spec: { refreshInterval: text } });
      }
    },
  );

  it.each(['5', '', 'hourly', '1d', ' 5m', '0m5', '00'])('are nothing else: %j', (text) => {
    const spec = { refreshInterval: text as '0', data: [] };
    expect(() => new ExternalSecret(chart(), 'secret', { name: 'secret', spec })).toThrow('FX310 duration:');
  });
});

it('reads the durations of cert-manager as Go does', () => {
  const make = (duration: string) =>
    new Certificate(chart(), 'web', {
      name: 'web',
      spec: { secretName: 'web', issuerRef: { name: 'main' }, dnsNames: ['a.example.org'], duration: duration as '1h' },
    });
  for (const text of ['2160h', '+2160h', '.5h', '0'])
    expect(make(text).toJson()).toMatchObject({ spec: { duration: text } });
  expect(() => make('90d')).toThrow('FX310 duration:');
});

describe('durations of Flux', () => {
  const source = (interval: string) =>
    new GitRepository(chart(), 'web', {
      name: 'web',
      spec: { url: 'https://example.org/web', interval: interval as '1h' },
    });

  it('match the pattern of its CRDs', () => {
    for (const text of ['5m', '1.5h', '1h30m', '0s'])
      expect(source(text).toJson()).toMatchObject({ spec: { interval: text } });
  });

  it.each(['0', '.5h', '+5m', '-0', '5000000000ns', '1.h'])(
    'are refused where Go alone would read them: %s',
    (text) => {
      expect(() => source(text)).toThrow('FX310 duration:');
    },
  );
});
