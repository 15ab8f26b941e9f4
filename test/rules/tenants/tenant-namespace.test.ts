import { ConfigMap } from 'fluxspan';
import { expect, it } from 'vitest';
import { findCauses } from '../../../src/diagnostics/causes.js';
import { addon } from '../../support/synthesize.js';
import { lockedDown, source, withTenants } from '../tenant-programs.js';

const full = {
  source,
  groups: 'developers',
  quota: { 'requests.cpu': '1' },
  alerts: { type: 'slack', channel: 'team', secretRef: { name: 'slack', external: true } },
} as const;
const shop = addon('shop', { namespace: 'shop', createNamespace: true });

/** The errors that are printed, and those that follow from them. */
const errorsOf = (tenants: Parameters<typeof withTenants>[0], platform: readonly unknown[] = [shop]) => {
  const found = withTenants(tenants, lockedDown, platform);
  const causes = findCauses(found);
  const errors = found.filter(({ severity }) => severity === 'error');
  return {
    told: errors.filter((one) => !causes.has(one)).map(({ message }) => message),
    following: [...new Set(errors.filter((one) => causes.has(one)).map(({ code }) => code))],
  };
};

it.each([
  [
    'another tenant has',
    [
      { name: 'blue', ...full },
      { name: 'green', namespaces: ['blue'], ...full },
    ],
    'tenant "green" claims the namespace "blue", which tenant "blue" claims, too',
    ['FX302'],
  ],
  [
    'an addon uses',
    [{ name: 'green', namespaces: ['shop'], ...full }],
    'tenant "green" claims the namespace "shop", which addon "shop" of the platform uses',
    ['FX207'],
  ],
  [
    'Flux lives in',
    [{ name: 'green', namespaces: ['flux-system'], ...full }],
    'tenant "green" claims the namespace "flux-system", where Flux lives',
    ['FX302'],
  ],
] as const)('a tenant that claims a namespace which %s gets that error alone', (_, tenants, message, codes) => {
  expect(errorsOf(tenants)).toEqual({ told: [message], following: codes });
});

it('what two addons of the platform make in such a namespace is reported all the same', () => {
  const settings = (name: string) =>
    addon(name, {
      namespace: 'default',
      build: (scope) => void new ConfigMap(scope, 'settings', { name: 'settings', data: {} }),
    });
  const { told } = errorsOf([{ name: 'green', namespaces: ['default'], ...full }], [settings('one'), settings('two')]);
  expect(told).toEqual([
    expect.stringContaining('tenant "green" claims the namespace "default"'),
    'addons "one" and "two" both make ConfigMap/settings in namespace "default"',
  ]);
});
