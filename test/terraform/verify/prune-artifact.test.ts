import { expect, it } from 'vitest';
import { JsonBudgetError } from '../../../src/json/json-scanner.js';
import { verifyContract } from '../../../src/terraform/verify/check-contract.js';
import { pruneArtifact } from '../../../src/terraform/verify/prune-artifact.js';

const prune = (json: unknown): unknown => pruneArtifact(Buffer.from(JSON.stringify(json)));
const resource = (type: string, name = 'x') => ({ name, type, mode: 'managed', change: { after: { a: [1, 2] } } });
const contract = resource('terraform_data', 'contract');

it('keeps of a plan what tells of contracts', () => {
  const kept = [contract, resource('kubernetes_config_map_v1'), resource('kubernetes_config_map')];
  const others = [resource('aws_iam_policy'), resource('terraform_data', 'other'), null, 'text'];
  const plan = { format_version: '1.2', planned_values: { root_module: { a: 1 } }, errored: true };
  expect(prune({ ...plan, resource_changes: [...others, ...kept] })).toEqual({
    ...plan,
    planned_values: { root_module: null },
    resource_changes: [...kept, null],
  });
});

it('keeps of a state its modules, with what tells of contracts', () => {
  const module = (address: string, ...child_modules: readonly unknown[]) => ({
    address,
    resources: [resource('x'), contract],
    child_modules,
    other: [1],
  });
  const pruned = (address: string, ...child_modules: readonly unknown[]) => ({
    address,
    resources: [contract, null],
    child_modules,
    other: null,
  });
  const state = (root_module: unknown) => ({ format_version: '1.0', values: { outputs: {}, root_module } });
  expect(prune(state(module('a', module('a.b', module('a.b.c')))))).toEqual({
    ...state(pruned('a', pruned('a.b', pruned('a.b.c')))),
    values: { outputs: null, root_module: pruned('a', pruned('a.b', pruned('a.b.c'))) },
  });
});

it('keeps outputs, also those named like a part of a plan', () => {
  const output = { sensitive: false, type: 'dynamic', value: { fluxspan: { contract: 1 } } };
  const outputs = { variables: output, values: output, checks: output, items: output, other: output };
  expect(prune(outputs)).toEqual(outputs);
});

it('keeps of ConfigMaps what a contract says of them', () => {
  const metadata = { name: 'a', namespace: 'b', labels: { c: 'd' } };
  const configMap = { kind: 'ConfigMap', metadata, data: { e: 'f' }, immutable: true };
  const whole = { ...configMap, metadata: { ...metadata, uid: 'x', managedFields: [{ a: 1 }] } };
  expect(prune({ kind: 'List', items: [{ kind: 'Secret', data: { a: 'b' } }, whole] })).toEqual({
    kind: 'List',
    // Of a Secret, the keys and no values.
    items: [
      { kind: 'Secret', data: { a: null } },
      { ...configMap, metadata: { ...metadata, uid: null, managedFields: null } },
    ],
  });
});

it('walks over any number of other resources, and keeps a bounded number of values', () => {
  const many = { format_version: '1.2', resource_changes: Array(200_000).fill({ type: 'x', name: 'y' }) };
  expect(prune(many)).toEqual({ format_version: '1.2', resource_changes: [null] });
  expect(() => prune({ a: Array(100_001).fill([]) })).toThrow(JsonBudgetError);
  expect(() => prune({ a: 'x'.repeat(64 * 2 ** 20) })).toThrow(JsonBudgetError);
  const modules = { format_version: '1.0', values: { root_module: { child_modules: Array(100_001).fill({}) } } };
  expect(() => prune(modules)).toThrow(JsonBudgetError);
});

it('checks a bounded number of contracts', () => {
  const value = { fluxspan: { contract: 1, cluster: 'dev' }, vars: {}, values: {}, secrets: {} };
  const outputs = Array.from({ length: 1001 }, (_, i) => [`o${i}`, { sensitive: false, type: 'dynamic', value }]);
  const bytes = Buffer.from(JSON.stringify(Object.fromEntries(outputs)));
  const [problem] = verifyContract(bytes, [], { file: 'outputs.json' }).diagnostics;
  expect(problem?.message).toContain('holds 1001 contracts and ConfigMaps of contracts, more than the 1000');
});
