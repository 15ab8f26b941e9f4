import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/json/json-value.js';
import { applyPatches } from '../../../src/rules/patches/apply-patches.js';
import { mergeStrategically } from '../../../src/rules/patches/strategic-merge.js';

const map = (name: string, data: object = { a: '1' }, metadata: object = {}) => ({
  json: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data } as JsonObject,
});
const operations = (target: object, ...all: readonly object[]) => ({ target, patch: JSON.stringify(all) });
const add = (path: string, value: unknown) => ({ op: 'add', path, value });

describe('patches of a Kustomization', () => {
  it('are applied one after the other, to what the ones before made', () => {
    const { objects, failures } = applyPatches(
      [
        operations({ kind: 'ConfigMap' }, add('/data/b', '2')),
        operations({ name: 'x' }, { op: 'replace', path: '/metadata/name', value: 'z' }),
        // Both names select it, the old one and the new one.
        operations({ name: 'z' }, add('/data/c', '3')),
        operations({ name: 'x' }, { op: 'test', path: '/data/c', value: '3' }),
      ],
      [map('x'), map('y')],
    );
    expect(failures).toEqual([]);
    expect(objects.map(({ json, by }) => [json?.['metadata'], json?.['data'], by])).toEqual([
      [{ name: 'z' }, { a: '1', b: '2', c: '3' }, [0, 1, 2, 3]],
      [{ name: 'y' }, { a: '1', b: '2' }, [0]],
    ]);
  });

  it('name an object by all of its identity, or fail', () => {
    const patch = (metadata: object, apiVersion = 'v1') => ({
      patch: JSON.stringify({ apiVersion, kind: 'ConfigMap', metadata, data: { b: '2' } }),
    });
    const outcome = (one: object) => applyPatches([one], [map('x', {}, { namespace: 'web' })]).failures.length;
    expect(outcome(patch({ name: 'x', namespace: 'web' }))).toBe(0);
    expect(outcome(patch({ name: 'x' }))).toBe(1);
    expect(outcome(patch({ name: 'x', namespace: 'web' }, 'v2'))).toBe(1);
    expect(applyPatches([patch({ name: 'x' })], [map('x')]).failures).toEqual([]);
  });

  it('leave what they fail on as it was, and what they delete is gone', () => {
    const { objects, failures } = applyPatches(
      [
        operations({ name: 'x' }, add('/data/b', '2'), { op: 'remove', path: '/none' }),
        { target: { name: 'y' }, patch: '{ kind: ConfigMap, metadata: { name: any }, $patch: delete }' },
        operations({ name: 'y' }, { op: 'remove', path: '/none' }),
      ],
      [map('x'), map('y')],
    );
    expect(failures.map(({ index, object }) => [index, object?.json['metadata']])).toEqual([[0, { name: 'x' }]]);
    expect(objects.map(({ json }) => json?.['data'])).toEqual([{ a: '1' }, undefined]);
  });

  it('select by labels and annotations, as they are by then', () => {
    const remove = (target: object) => operations(target, { op: 'remove', path: '/data/a' });
    const { objects, failures } = applyPatches(
      [
        operations({ name: 'x' }, add('/metadata/labels', { tier: 'web' })),
        remove({ labelSelector: 'tier=web, !old' }),
        remove({ annotationSelector: 'example.org/mark notin (no)', name: 'y' }),
      ],
      [map('x'), map('y'), map('z')],
    );
    expect(failures).toEqual([]);
    expect(objects.map(({ json, by }) => [json?.['data'], by])).toEqual([
      [{}, [0, 1]],
      [{}, [2]],
      [{ a: '1' }, []],
    ]);
  });

  it.each([{ labelSelector: 'a=(' }, { name: 'a(' }, { annotationSelector: 'a in' }, { names: 'a' }, { kind: 5 }])(
    'with the target %j are left out, since kustomize rejects it',
    (target) => {
      const { objects, failures, leftOut } = applyPatches(
        [operations(target, { op: 'remove', path: '/data' })],
        [map('x')],
      );
      expect([objects[0]?.by, failures, leftOut]).toEqual([[], [], [0]]);
    },
  );

  it('do not select a cluster-scoped object by a namespace, unless kustomize does not know its kind', () => {
    const selected = (apiVersion: string, kind: string, namespace: string) =>
      applyPatches([operations({ namespace }, add('/a', 1))], [{ json: { apiVersion, kind, metadata: { name: 'x' } } }])
        .objects[0]?.by.length === 1;
    expect(selected('rbac.authorization.k8s.io/v1', 'ClusterRole', 'default')).toBe(false);
    expect(selected('rbac.authorization.k8s.io/v1', 'ClusterRole', '.*')).toBe(true);
    expect(selected('cert-manager.io/v1', 'ClusterIssuer', 'default')).toBe(true);
  });
});

describe('a strategic merge', () => {
  const pods = (spec: object, kind = 'Deployment', apiVersion = 'apps/v1'): JsonObject => ({
    apiVersion,
    kind,
    metadata: { name: 'web' },
    spec: { template: { spec } },
  });
  const own = {
    containers: [{ name: 'x', image: 'i', ports: [{ containerPort: 53, protocol: 'UDP' }] }, { name: 'y' }],
  };
  const merged = (spec: object) => {
    const json = mergeStrategically(pods(own), pods(spec), false) as ReturnType<typeof pods> | undefined;
    return (json?.['spec'] as { template?: { spec: Record<string, unknown> } } | undefined)?.template?.spec[
      'containers'
    ];
  };

  it('puts the items of the patch first', () => {
    expect(merged({ containers: [{ name: 'y', image: 'n' }, { name: 'z' }] })).toEqual([
      { name: 'y', image: 'n' },
      { name: 'z' },
      own.containers[0],
    ]);
  });

  it('finds ports by number and protocol', () => {
    expect(merged({ containers: [{ name: 'x', ports: [{ containerPort: 53, protocol: 'TCP' }] }] })).toEqual([
      {
        ...own.containers[0],
        ports: [
          { containerPort: 53, protocol: 'TCP' },
          { containerPort: 53, protocol: 'UDP' },
        ],
      },
      { name: 'y' },
    ]);
  });

  it('deletes an item, and replaces a whole list', () => {
    expect(merged({ containers: [{ name: 'y', $patch: 'delete' }] })).toEqual([own.containers[0]]);
    expect(merged({ containers: [{ $patch: 'replace' }, { name: 'q' }] })).toEqual([{ name: 'q' }]);
  });

  it('replaces the lists of a kind that kustomize does not know', () => {
    const widget = pods(own, 'Widget', 'example.org/v1');
    const patch = pods({ containers: [{ name: 'y' }] }, 'Widget', 'example.org/v1');
    expect(mergeStrategically(widget, patch, false)?.['spec']).toEqual({
      template: { spec: { containers: [{ name: 'y' }] } },
    });
  });

  it('changes neither of the two', () => {
    const [json, patch] = [pods(own), pods({ containers: [{ name: 'y', $patch: 'delete' }] })];
    const before = structuredClone([json, patch]);
    mergeStrategically(json, patch, true);
    expect([json, patch]).toEqual(before);
  });
});
