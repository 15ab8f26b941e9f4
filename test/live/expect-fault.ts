import { expect } from 'vitest';
import type { KubeObject } from './kube-object.js';
import { isReady, readyOf, type State, stateOf } from './kustomization-state.js';
import { dependentsOf, type PlannedKustomization } from './planned.js';

/** What one input's absence must do, by the contract and the order of the platform alone. */
export interface ExpectedFault {
  /** Kustomizations that fail, each with what its message must say. */
  readonly fails?: Readonly<Record<string, string>>;
  /** Kustomizations that wait for a release, and the release, which fails, with what its message must say. */
  readonly checks?: Readonly<Record<string, { readonly release: string; readonly says: string }>>;
}

/** Fails unless exactly those fail, all that depends on them says just that, and everything else is ready. */
export const expectFault = (
  plan: readonly PlannedKustomization[],
  settled: ReadonlyMap<string, KubeObject>,
  releases: readonly KubeObject[],
  { fails = {}, checks = {} }: ExpectedFault,
): void => {
  const held = dependentsOf(plan, [...Object.keys(fails), ...Object.keys(checks)]);
  // A reader behind another one is not asked: it waits.
  const expected = plan.map(({ name }): [string, State] => {
    if (held.has(name)) return [name, 'waits'];
    return [name, name in fails ? 'fails' : name in checks ? 'checks' : 'ready'];
  });
  expect(Object.fromEntries([...settled].map(([name, object]) => [name, stateOf(object)]))).toEqual(
    Object.fromEntries(expected),
  );
  for (const [name, object] of settled) {
    const message = readyOf(object)?.message ?? '';
    if (held.has(name)) {
      const waitsFor = /^dependency 'flux-system\/([^']+)' is not ready/.exec(message)?.[1] ?? message;
      expect([...held, ...Object.keys(fails), ...Object.keys(checks)], name).toContain(waitsFor);
      expect(plan.find((planned) => planned.name === name)?.dependsOn, name).toContain(waitsFor);
    } else if (fails[name] !== undefined) expect(message).toContain(fails[name]);
  }
  const unready = releases.filter((release) => !isReady(release));
  const failing = Object.values(checks).filter(({ release }) =>
    releases.some(({ metadata }) => metadata.name === release),
  );
  expect(unready.map(({ metadata }) => metadata.name).sort()).toEqual(failing.map(({ release }) => release).sort());
  for (const { release, says } of failing) {
    const object = unready.find(({ metadata }) => metadata.name === release);
    expect(object && stateOf(object)).toBe('fails');
    expect((object && readyOf(object)?.message) ?? '').toContain(says);
  }
};
