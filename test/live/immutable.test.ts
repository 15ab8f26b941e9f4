import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../src/json/json-value.js';
import { changed, type UpdateCase, type UpdateVerdict } from '../schema/update/update-case.js';
import { updateCases } from '../schema/update/update-cases.js';
import { type ControlPlane, startControlPlane } from './control-plane.js';
import { crdsOf } from './crds.js';
import type { KubeObject } from './kube-object.js';
import { until } from './until.js';

const skip = inject('skipLive');

/** A CRD that is gone and comes back is not served for a while, so those of the cases stay. */
const isCrd = ({ kind }: JsonObject): boolean => kind === 'CustomResourceDefinition';
const crds = [...new Set(updateCases.flatMap(({ needs = [] }) => needs.filter(isCrd)))];

describe.skipIf(skip !== '')(skip === '' ? 'updates on the real API server' : `updates (skipped: ${skip})`, () => {
  let plane: ControlPlane;
  beforeAll(async () => {
    plane = await startControlPlane();
    await plane.api.apply(...crdsOf(['gateway.networking.k8s.io', 'karpenter.sh']), ...crds);
    await plane.api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'update' } });
    // The admission of pods waits for it.
    await until('the namespace has its ServiceAccount', () =>
      plane.api.get({ apiVersion: 'v1', kind: 'ServiceAccount', name: 'default', namespace: 'update' }),
    );
  });
  afterAll(() => plane?.stop());

  const refOf = (object: JsonObject) => {
    const { apiVersion, kind, metadata } = object as unknown as KubeObject;
    return { apiVersion, kind, ...metadata };
  };

  const remove = async (object: JsonObject): Promise<void> => {
    const ref = refOf(object);
    if (await plane.api.get(ref)) await plane.api.patch(ref, { metadata: { finalizers: null } });
    await plane.api.delete(ref);
    await until(`${ref.kind} is gone`, async () => (await plane.api.get(ref)) === undefined);
  };

  /** Applies the one, and asks about the other; nothing is left. Gives why it is refused, if it is. */
  const judge = async (
    from: JsonObject,
    to: JsonObject,
    { needs = [], isSettled }: UpdateCase,
  ): Promise<string | undefined> => {
    try {
      await plane.api.apply(...needs);
      // A kind whose CRD is new is not found now and then for some seconds.
      await until(`${String(from['kind'])} is applied`, () =>
        plane.api.apply(from).catch((error: Error) => {
          if (!error.message.includes(' 404')) throw error;
          return false;
        }),
      );
      if (isSettled !== undefined) {
        await until(`${String(from['kind'])} is settled`, async () => isSettled((await plane.api.get(refOf(from)))!));
      }
      return await plane.api.dryRun(to);
    } finally {
      await remove(from);
      for (const one of needs) await remove(one);
    }
  };

  it('refuses a claim that grows where its class does not allow it', async () => {
    const bound = updateCases.find(({ label }) => label === 'PersistentVolumeClaim: bound, its size')!;
    const needs = bound.needs!.map((one) => changed(one, { allowVolumeExpansion: undefined }));
    expect(await judge(bound.from, bound.to, { ...bound, needs })).toContain('must support resize');
  });

  it.each(updateCases)('says the same of $label', async (one) => {
    const check = (ours: UpdateVerdict, words: string | undefined): void => {
      if (ours !== 'unsure')
        expect({ verdict: words === undefined ? 'taken' : 'refused', words }).toEqual({ verdict: ours, words });
    };
    check(one.there, await judge(one.from, one.to, one));
    if (one.isOneWay !== true) check(one.back, await judge(one.to, one.from, one));
  });
});
