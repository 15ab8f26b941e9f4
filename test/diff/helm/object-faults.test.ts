import { expect, test } from 'vitest';
import { newFaults, openFaults } from '../../../src/diff/helm/object-faults.js';
import { openRedactor } from '../../../src/diff/redact.js';
import type { JsonObject } from '../../../src/json/json-value.js';

const faultsOf = openFaults();
const service = (port: unknown, more: object = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'web', annotations: null },
  spec: { selector: { app: 'web' }, ports: [{ name: 'http', port }], ...more },
});

test('what was refused before is not new, whatever the item of the list', () => {
  const faulty = service('http');
  expect(newFaults([service(80)], faultsOf)(faulty)).toMatchObject([{ path: 'spec.ports[0].port', isUnsure: false }]);
  const two = service(80, {
    ports: [
      { name: 'a', port: 80 },
      { name: 'b', port: 'http' },
    ],
  });
  expect(newFaults([faulty], faultsOf)(two)).toEqual([]);
  expect(faultsOf(service(80))).toEqual([]);
});

test('what depends on the cluster is not certain', () => {
  expect(faultsOf(service(80, { tpyo: 1 }))).toMatchObject([{ isUnsure: true }]);
  const monitor = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name: 'web' },
    spec: { selector: {}, endpoints: {} },
  };
  expect(faultsOf(monitor)).toMatchObject([{ path: 'spec.endpoints', isUnsure: true }]);
  expect(faultsOf({ apiVersion: 'example.org/v1', kind: 'Other', metadata: { name: 'x' } })).toEqual([]);
});

test('of what a Secret gives nothing is known', () => {
  expect(faultsOf(service(openRedactor().value('80')))).toEqual([]);
});
