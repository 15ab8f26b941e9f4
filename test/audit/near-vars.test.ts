import { expect, it } from 'vitest';
import { nearestVar, nearVars } from '../../src/audit/near-vars.js';

it.each([
  ['CLUSTER_NAME', 'CLUSTERNAME', 'same-letters'],
  ['CLUSTER_NAME', 'CLUSTRE_NAME', 'same-letters'],
  ['CLUSTER_NAME', 'CLUSTER_NAM', 'same-letters'],
  ['CLUSTER_NAME', 'CLUSTR_NAME', 'same-letters'],
  ['CLUSTER_NAME', 'CLUSTOR_NAME', 'wrong-letter'],
  // Two names.
  ['CLUSTER_NAME', 'CLUSTER_NAME', undefined],
  ['CLUSTER_NAME', 'cluster_name', undefined],
  ['CLUSTER_NAME', 'CLUSTER_NAMES', undefined],
  ['CLUSTERS_NAME', 'CLUSTER_NAME', undefined],
  ['APP_UID', 'APP_GID', undefined],
  ['SENTRY_DNS', 'SENTRY_DSN', undefined],
  ['LAN_CIDR', 'VLAN_CIDR', undefined],
  ['INGRESS_A', 'INGRESS_B', undefined],
  ['NODE1_IP', 'NODE2_IP', undefined],
  ['APP_SERVER', 'APP_SERVED', undefined],
] as const)('says how near %s and %s are: %s', (a, b, expected) => {
  expect(nearVars(a, b)).toBe(expected);
  expect(nearVars(b, a)).toBe(expected);
});

it.each([
  ['jupyterhub_version', 'uptrace_version', false],
  ['jupyterhub_version', 'jupyterhb_version', true],
  ['CLUSTER_DOMIAN', 'CLUSTER_DOMAIN', true],
  ['HOST', 'HOST_A', false],
  ['CLUSTER_HOST', 'CLUSTER_HOST_A', true],
] as const)('compares what %s and %s do not share: %s', (name, other, isNear) => {
  expect(nearestVar(name, [other])).toBe(isNear ? other : undefined);
});
