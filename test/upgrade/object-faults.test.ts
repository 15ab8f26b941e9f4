import { expect, test } from 'vitest';
import { openRedactor } from '../../src/diff/redact.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { findMakers } from '../../src/upgrade/find-makers.js';
import { newFaults, openFaults } from '../../src/upgrade/object-faults.js';

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

test('the values that make something are found by leaving them out', async () => {
  const schema = { properties: { a: { properties: { b: {}, c: {} } }, d: {} } };
  const tried: object[] = [];
  const makers = await findMakers({ a: { b: { x: 1, y: 2 }, c: 1 }, d: 1 }, schema, async (values) => {
    tried.push(values);
    return (values['a'] as JsonObject | undefined)?.['b'] !== undefined;
  });
  expect(makers).toEqual([['a', 'b']]);
  expect(tried).toHaveLength(4);
  expect(await findMakers({ d: 1 }, schema, async () => true)).toEqual([]);
});
