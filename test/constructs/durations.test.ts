import { App, Chart } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { ClusterSecretStore, ExternalSecret, SecretStore } from '../../imports/external-secrets.io.js';

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
});
