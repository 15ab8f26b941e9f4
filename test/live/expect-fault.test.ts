import { expect, it } from 'vitest';
import { type ExpectedFault, expectFault } from './expect-fault.js';
import type { KubeObject } from './kube-object.js';
import type { PlannedKustomization } from './planned.js';

const planned = (name: string, ...dependsOn: string[]): PlannedKustomization => ({
  name,
  dependsOn,
  objects: [],
  substitutes: false,
});
const plan = [planned('crds'), planned('nodes', 'crds'), planned('web', 'nodes'), planned('other')];

/** One that is ready where there is no message. */
const settle = (
  messages: Readonly<Record<string, readonly [reason: string, message: string]>>,
): Map<string, KubeObject> =>
  new Map(
    plan.map(({ name }) => {
      const [reason, message] = messages[name] ?? ['ReconciliationSucceeded', ''];
      const status = messages[name] === undefined ? 'True' : 'False';
      const conditions = [{ type: 'Ready', status, reason, message }];
      return [name, { apiVersion: 'v1', kind: 'Kustomization', metadata: { name }, status: { conditions } }];
    }),
  );

const fault: ExpectedFault = { fails: { nodes: '"TF_ROLE"' } };
const own = ['BuildFailed', 'variable not set (strict mode): "TF_ROLE"'] as const;
const waits = (name: string) => ['DependencyNotReady', `dependency 'flux-system/${name}' is not ready`] as const;

it('accepts the reader that fails and what waits for it', () => {
  expectFault(plan, settle({ nodes: own, web: waits('nodes') }), [], fault);
});

it.each([
  ['nothing fails', {}],
  ['what depends on it stays ready', { nodes: own }],
  ['what depends on it has a reason of its own', { nodes: own, web: own }],
  ['what depends on it waits for something else', { nodes: own, web: waits('crds') }],
  ['another one fails too', { nodes: own, web: waits('nodes'), other: own }],
  ['another one waits too', { nodes: own, web: waits('nodes'), other: waits('nodes') }],
  ['the reason is another', { nodes: ['BuildFailed', 'no such file'] as const, web: waits('nodes') }],
])('refuses it if %s', (_, messages) => {
  expect(() => expectFault(plan, settle(messages), [], fault)).toThrow();
});

it('refuses a release that is not ready where none should be', () => {
  const conditions = [{ type: 'Ready', status: 'False', reason: 'UpgradeFailed', message: '' }];
  const release = { apiVersion: 'v2', kind: 'HelmRelease', metadata: { name: 'web' }, status: { conditions } };
  const settled = settle({ nodes: own, web: waits('nodes') });
  expect(() => expectFault(plan, settled, [release], fault)).toThrow('web');
});
