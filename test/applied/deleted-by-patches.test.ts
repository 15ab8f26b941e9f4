import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kustomizeProblems, readKustomizeVersion } from '../../src/applied/build/kustomize-version.js';
import { makeState, ROOT } from '../../src/applied/cluster-state.js';
import { deletedByPatches } from '../../src/applied/deleted-by-patches.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { tryOpenTarget } from '../../src/rules/patches/select.js';
import { kustomize, withoutKubectl } from '../reference/kubectl.js';

const reason = withoutKubectl();

const claim = (name: string, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'apps', ...metadata },
  spec: { volumeName: name },
});
const objects: readonly JsonObject[] = [
  claim('data'),
  claim('debug', { labels: { role: 'debug', tier: '5' }, annotations: { 'example.org/keep': 'no', note: 'a' } }),
  claim('debug-old', { labels: { role: 'debug', old: '' }, namespace: 'old' }),
  claim('no-namespace', { namespace: 'default', labels: { role: 'web' } }),
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'debug', namespace: 'apps', labels: { role: 'debug' } } },
  { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'debug', labels: { role: 'debug' } } },
  { apiVersion: 'postgresql.cnpg.io/v1', kind: 'Cluster', metadata: { name: 'db', namespace: 'apps' }, spec: {} },
  { apiVersion: 'example.org/v1beta1', kind: 'ClusterWidget', metadata: { name: 'w', labels: { team: 'x' } } },
];
const titleOf = ({ kind, metadata }: JsonObject): string => {
  const { name, namespace = '' } = metadata as { name: string; namespace?: string };
  return `${String(kind)}/${name} ${namespace}`;
};

/** What is left of the objects, according to kustomize; all of them if the build fails, since Flux then does nothing. */
const left = (patches: readonly JsonObject[]): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-deleted-'));
  try {
    const resources = objects.map((json, at) => {
      writeFileSync(join(folder, `${at}.yaml`), JSON.stringify(json));
      return `${at}.yaml`;
    });
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify({ resources, patches }));
    return kustomize(folder).map((one) => titleOf(one as unknown as JsonObject));
  } catch {
    return objects.map(titleOf);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const marked = '$patch: delete\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: any }\n';
const by = (target: JsonObject, patch = marked): JsonObject => ({ target, patch });
const debug = 'PersistentVolumeClaim/debug apps';

describe.runIf(reason === undefined)('deletedByPatches', () => {
  it.each<readonly [what: string, patches: readonly JsonObject[], gone: readonly string[] | number]>([
    ['labels', [by({ labelSelector: 'role=debug' })], 4],
    ['labels and a kind', [by({ kind: 'PersistentVolumeClaim', labelSelector: 'role=debug,!old' })], [debug]],
    ['labels that no object has', [by({ labelSelector: 'role=none' })], []],
    ['a set of labels', [by({ labelSelector: 'role in (debug, web), tier' })], [debug]],
    ['a number', [by({ labelSelector: 'tier>4' })], [debug]],
    ['a number that is too small', [by({ labelSelector: 'tier<5' })], []],
    ['labels that are not valid', [by({ labelSelector: 'role=debug,' })], []],
    ['annotations', [by({ annotationSelector: 'example.org/keep==no' })], [debug]],
    ['annotations of others', [by({ annotationSelector: 'example.org/keep!=no', name: 'debug', kind: 'P.*' })], []],
    ['the start of a name', [by({ name: 'deb' })], []],
    ['a pattern for the name', [by({ name: 'debug|data', kind: 'Persistent.*', namespace: 'apps' })], 2],
    ['a pattern that is not valid', [by({ name: 'debug(' })], []],
    ['a version', [by({ kind: 'Cluster', version: 'v1' })], ['Cluster/db apps']],
    ['another version', [by({ kind: 'Cluster', version: 'v1beta1' })], []],
    ['another group', [by({ kind: 'Cluster', group: 'cnpg.io' })], []],
    ['the namespace of a cluster-scoped object', [by({ kind: 'StorageClass', namespace: 'default' })], []],
    ['a namespace that kustomize assumes', [by({ namespace: 'default' })], 2],
    ['everything', [by({})], objects.length],
    ['its name', [{ patch: marked.replace('any', 'debug, namespace: apps') }], [debug]],
    ['its name without the namespace', [{ patch: marked.replace('any', 'debug') }], []],
    ['its name in the default namespace', [{ patch: marked.replace('any', 'no-namespace') }], 1],
    [
      'its name and another version',
      [{ patch: marked.replace('any', 'debug, namespace: apps').replace('v1', 'v2') }],
      [],
    ],
    ['a patch that kustomize rejects', [by({ name: 'debug' }, marked.replace(/metadata.*/, ''))], []],
    ['several documents and a target', [by({ name: 'debug' }, `${marked}---\n${marked}`)], []],
    [
      'a name that a patch before it gave',
      [
        { target: { name: 'data' }, patch: '[{"op": "replace", "path": "/metadata/name", "value": "now"}]' },
        by({ name: 'now', kind: 'PersistentVolumeClaim' }),
      ],
      1,
    ],
    [
      'a label that a patch before it gave',
      [
        { target: { name: 'data' }, patch: '[{"op": "add", "path": "/metadata/labels", "value": {"role": "old"}}]' },
        by({ labelSelector: 'role=old' }),
      ],
      1,
    ],
    [
      'a label that a patch before it took',
      [
        { target: { name: 'debug' }, patch: '[{"op": "remove", "path": "/metadata/labels/role"}]' },
        by({ labelSelector: 'role=debug' }),
      ],
      ['PersistentVolumeClaim/debug-old old'],
    ],
    [
      'a list, of which it takes an item',
      [
        by(
          { kind: 'Cluster' },
          'apiVersion: x/v1\nkind: Cluster\nmetadata: { name: db }\nspec: { a: [{ $patch: delete }] }',
        ),
      ],
      [],
    ],
  ])('selects what kustomize deletes by %s', (_, patches, gone) => {
    const deletes = deletedByPatches({ spec: { patches } } as unknown as JsonObject);
    const ours = objects.filter((json) => deletes?.(json) === 'certainly').map(titleOf);
    if (typeof gone === 'number') expect(ours).toHaveLength(gone);
    else expect(ours).toEqual(gone);
    const there = left(patches);
    // kustomize prints a renamed object with its new name.
    expect(there).toHaveLength(objects.length - ours.length);
    expect(there.filter((one) => ours.includes(one))).toEqual([]);
  });

  it('selects what several documents of a patch delete', () => {
    const patch = ['debug', 'data'].map((name) => marked.replace('any', `${name}, namespace: apps`)).join('---\n');
    const deletes = deletedByPatches({ spec: { patches: [{ patch }] } });
    const ours = objects.filter((json) => deletes?.(json) === 'certainly').map(titleOf);
    expect(ours).toEqual(['PersistentVolumeClaim/data apps', debug]);
    // kustomize before 5.8 crashes, and so leaves all.
    const isOld = kustomizeProblems(readKustomizeVersion()).length > 0;
    expect(left([{ patch }])).toHaveLength(objects.length - (isOld ? 0 : 2));
  });

  it('deletes nothing if a patch of the same object fails', () => {
    const patches = [
      { target: { name: 'debug', kind: 'Persistent.*' }, patch: '[{"op": "remove", "path": "/none"}]' },
      by({ labelSelector: 'role=debug' }),
    ];
    const deletes = deletedByPatches({ spec: { patches } } as unknown as JsonObject);
    expect(deletes?.(objects[1]!)).toBe('no');
    expect(left(patches)).toHaveLength(objects.length);
  });

  it('matches label selectors as kustomize does', { timeout: 60_000 }, () => {
    const values = ['a', 'b', '', '5', '-'].map((one) => (one === '-' ? undefined : one));
    const maps = values.flatMap((x, i) =>
      values.map((y, j): JsonObject => {
        const labels = { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { 'example.org/y': y }) };
        return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `m${i}${j}`, labels }, data: { own: 'x' } };
      }),
    );
    const y = 'example.org/y';
    const selectors = ['x', '!x', '! x', 'x=', 'x==a', 'x = a', 'x!=a', 'x in (a)', 'x in(a,b)', 'x notin ( a , b )'];
    selectors.push(
      'x in ()',
      'x in (,)',
      'x in (a,)',
      'x in (,a)',
      'x in (a,,b)',
      'x in (a,,,)',
      'x>4',
      'x<6',
      'x > 5',
    );
    selectors.push(
      `${y},x`,
      `${y}=a,x!=`,
      `!${y},!x`,
      `${y} notin (a,b),x in (a,5)`,
      ' ',
      'in',
      'notin in (a)',
      'x\t=\na',
    );
    const invalid = [
      'x,',
      ',x',
      'x in',
      'x in a',
      'x in (a',
      'x in (a,,)',
      'x in (a b)',
      'x=a=b',
      'x=!a',
      '!x=a',
      '!!x',
    ];
    invalid.push(
      'x y',
      'x>a',
      'x>',
      '_x',
      'a/b/x',
      '/x',
      'A.b/x',
      'x=-a',
      `x=${'a'.repeat(64)}`,
      'x=(',
      'x in (a)y',
      'x===a',
    );
    const build = (tried: readonly string[]): readonly string[] => {
      const folder = mkdtempSync(join(tmpdir(), 'fluxspan-labels-'));
      try {
        writeFileSync(join(folder, 'm.yaml'), maps.map((one) => JSON.stringify(one)).join('\n---\n'));
        const patches = tried.map((labelSelector, at) => ({
          target: { labelSelector },
          patch: JSON.stringify([{ op: 'add', path: `/data/p${at}`, value: 'x' }]),
        }));
        writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify({ resources: ['m.yaml'], patches }));
        return kustomize(folder).map((one) => {
          const { data } = one as unknown as { data: object };
          return `${one.metadata?.name}: ${Object.keys(data)
            .filter((key) => key !== 'own')
            .sort()}`;
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    };
    const ours = maps.map((json) => {
      const hits = selectors.flatMap((labelSelector, at) =>
        tryOpenTarget({ labelSelector })!(json) ? [`p${at}`] : [],
      );
      return `${(json['metadata'] as { name: string }).name}: ${hits.sort()}`;
    });
    expect(build(selectors)).toEqual(ours);
    for (const labelSelector of invalid) {
      expect(tryOpenTarget({ labelSelector }), labelSelector).toBeUndefined();
      expect(() => build([labelSelector]), labelSelector).toThrow();
    }
  });
});

describe('a state', () => {
  const kustomization = (...patches: readonly JsonObject[]): JsonObject => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'a', namespace: 'flux-system' },
    spec: { prune: true, patches },
  });
  const names = (isSubstituted: boolean, ...patches: readonly JsonObject[]): readonly string[] => {
    const mark = isSubstituted ? { isSubstituted: true as const } : {};
    const state = makeState(
      [
        { json: kustomization(...patches), owner: ROOT, path: 'clusters/dev/a.yaml' },
        ...objects.map((json) => ({ json, owner: 'flux-system/a', path: 'x.yaml', ...mark })),
      ],
      () => true,
    );
    return [...state.objects.values()].filter(({ id }) => id.kind !== 'Kustomization').map(({ id }) => id.name);
  };

  it('lacks what a patch of the Kustomization surely deletes', () => {
    expect(names(false, by({ labelSelector: 'role=debug' }))).not.toContain('debug');
    expect(names(false, by({ labelSelector: 'role=debug' }))).toContain('data');
  });

  it('has what a view built in spite of such a patch', () => {
    expect(names(true, by({ labelSelector: 'role=debug' }))).toContain('debug');
  });

  it('has what a patch selects only by what a later patch writes', () => {
    const adds = (path: string, value: unknown, target: JsonObject = {}): JsonObject => ({
      target: { kind: 'PersistentVolumeClaim', ...target },
      patch: JSON.stringify([{ op: 'add', path, value }]),
    });
    const deletes = by({ labelSelector: 'role=debug' });
    expect(names(false, deletes, adds('/metadata/labels/role', 'debug'))).toContain('debug');
    expect(names(false, deletes, adds('/metadata/labels', { role: 'debug' }))).toContain('debug');
    expect(names(false, deletes, adds('/metadata/name', 'other'))).toContain('debug');
    expect(names(false, deletes, adds('/metadata/labels/team', 'web', { labelSelector: 'role' }))).not.toContain(
      'debug',
    );
    expect(names(false, deletes, adds('/spec/size', 'large'))).not.toContain('debug');
    // One has no labels to add to, so kustomize fails and Flux deletes nothing.
    expect(names(false, deletes, adds('/metadata/labels/team', 'web'))).toContain('debug');
  });
});
