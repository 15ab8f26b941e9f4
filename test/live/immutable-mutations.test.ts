import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isObject } from '../../src/json/is-object.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { ownKinds } from '../schema/own-kinds.js';
import { changed, type UpdateVerdict } from '../schema/update/update-case.js';
import { updateCases } from '../schema/update/update-cases.js';
import { ourUpdateVerdict } from '../schema/update/verdict.js';
import { type ControlPlane, startControlPlane } from './control-plane.js';
import { runsAll } from './describe-live.js';
import type { KubeObject } from './kube-object.js';
import { until } from './until.js';

const skip = inject('skipLive') || (runsAll ? '' : 'only with --all');

/** Kinds of which an object in the cluster is changed or removed by a controller at once, or can't be made here. */
const without = new Set([
  'CustomResourceDefinition',
  'Gadget',
  'GatewayClass',
  'NodePool',
  'APIService',
  'Event',
  'Node',
]);

/** What is refused for another reason: what this cluster hasn't, and a volume to which a default has given a source. */
const others = ['not configured for dual-stack', 'may not specify more than 1 volume type'];

interface Mutation {
  readonly path: string;
  readonly object: JsonObject;
}

/** Each text, number and flag changed by a little, and each member taken out, but for what names the object. */
const mutationsOf = (object: JsonObject): readonly Mutation[] => {
  const found: Mutation[] = [];
  const visit = (value: unknown, path: readonly string[], put: (next: unknown) => JsonObject): void => {
    const add = (what: string, next: unknown) => found.push({ path: `${what} ${path.join('.')}`, object: put(next) });
    if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => {
        visit(item, [...path, String(index)], (next) => put(value.with(index, next)));
      });
      if (value.length > 0) add('shorten', value.slice(0, -1));
    } else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (path.length === 0 && ['apiVersion', 'kind', 'metadata'].includes(key)) continue;
        const { [key]: _, ...rest } = value;
        visit(member, [...path, key], (next) => put({ ...value, [key]: next }));
        found.push({ path: `drop ${[...path, key].join('.')}`, object: put(rest) });
      }
    } else if (typeof value === 'string') add('change', `${value}x`);
    else if (typeof value === 'number') add('change', value + 1);
    else if (typeof value === 'boolean') add('flip', !value);
  };
  visit(object, [], (next) => next as JsonObject);
  return found;
};

describe.skipIf(skip !== '')(skip === '' ? 'mutations on the real API server' : `mutations (skipped: ${skip})`, () => {
  let plane: ControlPlane;
  beforeAll(async () => {
    plane = await startControlPlane();
    await plane.api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'update' } });
    await until('the namespace has its ServiceAccount', () =>
      plane.api.get({ apiVersion: 'v1', kind: 'ServiceAccount', name: 'default', namespace: 'update' }),
    );
  });
  afterAll(() => plane?.stop());

  it('says the same of each that it would take as a new object', async () => {
    const bases = [...new Set([...updateCases.map(({ from }) => from), ...(ownKinds as unknown as JsonObject[])])]
      .filter(({ kind }) => !without.has(String(kind)))
      .map((one) => changed(one, { metadata: { namespace: 'update' } }));
    const remove = async ({ apiVersion, kind, metadata: { name } }: KubeObject): Promise<void> => {
      const ref = { apiVersion, kind, name, namespace: 'update' };
      await plane.api.delete(ref);
      // A controller may add its finalizer again, in between.
      await until(`${kind} is gone`, async () => {
        if ((await plane.api.get(ref)) === undefined) return true;
        await plane.api.patch(ref, { metadata: { finalizers: null } }).catch(() => undefined);
        return false;
      });
    };
    const wrong: object[] = [];
    let judged = 0;
    let number = 0;
    for (const base of bases) {
      const kind = String(base['kind']);
      const name = kind === 'IPAddress' ? '10.96.8.8' : `m${number++}`;
      const named = (object: JsonObject, other: string) => changed(object, { metadata: { name: other } });
      const from = named(base, name);
      // Some of the other tests' objects need more than this cluster has.
      if ((await plane.api.dryRun(from)) !== undefined) continue;
      await plane.api.apply(from);
      for (const { path, object } of mutationsOf(base)) {
        const other = kind === 'IPAddress' ? '10.96.8.9' : `${name}-new`;
        if ((await plane.api.dryRun(named(object, other))) !== undefined) continue;
        const check = (ours: UpdateVerdict, words: string | undefined, direction: string): void => {
          judged++;
          if (others.some((reason) => words?.includes(reason))) return;
          const theirs = words === undefined ? 'taken' : 'refused';
          if (ours !== 'unsure' && ours !== theirs) wrong.push({ kind, path, direction, ours, words });
        };
        check(ourUpdateVerdict(from, object, {}), await plane.api.dryRun(named(object, name)), 'there');
        // An address that the first one has can't be had twice.
        const [applied] = await plane.api.apply(named(object, other)).catch(() => []);
        if (applied === undefined) continue;
        check(ourUpdateVerdict(object, from, {}), await plane.api.dryRun(named(base, other)), 'back');
        await remove(applied);
      }
      await remove(from as unknown as KubeObject);
    }
    expect(judged).toBeGreaterThan(900);
    expect(wrong).toEqual([]);
  });
});
