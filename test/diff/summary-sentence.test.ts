import { describe, expect, it } from 'vitest';
import type { ObjectDiff } from '../../src/diff/compare-states.js';
import { groupRemovals } from '../../src/diff/print/group-removals.js';
import { printDiffMarkdown } from '../../src/diff/print/print-markdown.js';
import { summarySentence } from '../../src/diff/print/summary-sentence.js';
import type { DiffResult, LabelledDiff } from '../../src/diff/run-diff.js';

const object = (mark: ObjectDiff['mark'], kind: string, name: string, more: Partial<ObjectDiff> = {}): ObjectDiff => ({
  mark,
  id: { group: '', kind, namespace: 'shop', name },
  owners: ['flux-system/shop'],
  title: `${kind}/${name} in shop (shop)`,
  isLoss: false,
  fields: [],
  noise: 0,
  effects: [],
  ...more,
});
const kustomization = (name: string) =>
  object('-', 'Kustomization', name, {
    id: { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', namespace: 'flux-system', name },
    owners: ['flux-system/flux-system'],
    title: `Kustomization/${name} in flux-system (flux-system)`,
  });
const cluster = (name: string, ...objects: readonly ObjectDiff[]): LabelledDiff => ({
  cluster: name,
  from: 'origin/main',
  to: 'the working tree',
  isNew: false,
  objects,
  noise: [],
  contract: [],
  notSeen: [],
});
const resultOf = (clusters: readonly LabelledDiff[], reasons: DiffResult['reasons'] = new Map()): DiffResult => ({
  clusters,
  compared: 3,
  names: ['dev', 'staging', 'prod'],
  reasons,
  notCompared: [],
  isBeside: false,
  showsExamples: false,
  diagnostics: [],
});
const declared = new Map([
  [
    'prod',
    [
      { what: 'shop', reason: 'it is closed', place: () => undefined },
      { what: 'blog', reason: 'unused', place: () => undefined },
    ],
  ],
]);
const restarting = object('~', 'Deployment', 'web', { effects: [{ kind: 'restart', text: 'its pods restart' }] });
const database = object('-', 'Cluster', 'orders', {
  isLoss: true,
  title: 'Cluster/orders in shop (shop): the database',
});

describe('the sentence by which a reviewer decides', () => {
  it('counts what happens, puts clusters together that change alike, and names those that stay', () => {
    const both = [restarting, object('~', 'ConfigMap', 'web')];
    expect(summarySentence(resultOf([cluster('dev', ...both), cluster('staging', ...both)]))).toBe(
      'Changes 2 objects and restarts 1 workload in dev, staging; prod unchanged.',
    );
  });

  it('begins with the cluster that loses something, and says the reason that the code declares', () => {
    const gone = [object('-', 'ConfigMap', 'web'), database, object('○', 'Namespace', 'shop')];
    const result = resultOf([cluster('dev', restarting), cluster('prod', ...gone)], declared);
    expect(summarySentence(result)).toBe(
      'Loses Cluster/orders (the database), deletes 2 objects and leaves 1 object behind in prod (declared: it is closed); changes 1 object and restarts 1 workload in dev; staging unchanged.',
    );
  });

  it('names two losses, and counts more', () => {
    const claim = object('-', 'PersistentVolumeClaim', 'data', { isLoss: true });
    const sentenceOf = (...gone: readonly ObjectDiff[]) => summarySentence(resultOf([cluster('prod', ...gone)]));
    expect(sentenceOf(database, claim)).toBe(
      'Loses Cluster/orders (the database) and PersistentVolumeClaim/data, and deletes 2 objects in prod; dev, staging unchanged.',
    );
    expect(sentenceOf(database, claim, claim)).toBe(
      'Loses Cluster/orders (the database) and 2 more, and deletes 3 objects in prod; dev, staging unchanged.',
    );
  });

  it('says of a new cluster, of other owners and of what is refused what they are', () => {
    const refused = object('~', 'Service', 'web', { effects: [{ kind: 'refused', text: 'refused' }] });
    const clusters = [
      { ...cluster('dev', object('+', 'ConfigMap', 'a'), object('+', 'ConfigMap', 'b')), isNew: true },
      cluster('staging', object('→', 'ConfigMap', 'a'), object('±', 'Job', 'b'), refused),
      { ...cluster('prod'), noise: ['ConfigMap/a'] },
    ];
    expect(summarySentence(resultOf(clusters))).toBe(
      'Replaces 1 object, makes 1 change that the cluster refuses, gives 1 object a new owner and changes 1 object in staging; creates a new cluster with 2 objects in dev; changes only checksums and version labels in prod.',
    );
  });
});

describe('addons that go', () => {
  const web = object('-', 'Service', 'web', { owners: ['flux-system/web'] });
  const objects = [object('-', 'ConfigMap', 'a'), database, kustomization('shop'), kustomization('web'), web];

  it('are groups, with what is lost first; an object of an addon that stays is in none', () => {
    const other = object('-', 'Secret', 'a', { owners: ['flux-system/other'] });
    const groups = groupRemovals([...objects, other]).map(({ owner, objects: of }) => [
      owner,
      of.map(({ id }) => id.name),
    ]);
    expect(groups).toEqual([
      ['shop', ['orders', 'a', 'shop']],
      ['web', ['web', 'web']],
    ]);
  });

  it('are a bullet each in a comment', () => {
    const text = printDiffMarkdown(resultOf([cluster('prod', ...objects)], declared));
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- **prod**: 5 to delete (origin/main → the working tree)',
      '- **shop** is deleted (declared: it is closed): `Cluster/orders in shop` (the database), `ConfigMap/a in shop`, `Kustomization/shop in flux-system`',
      '- **web** is deleted: `Service/web in shop`, `Kustomization/web in flux-system`',
    ]);
  });

  it('share a bullet where several clusters lose them alike, and have their own reasons', () => {
    const linesOf = (clusters: readonly LabelledDiff[]) =>
      printDiffMarkdown(resultOf(clusters, declared))
        .split('\n')
        .filter((line) => line.startsWith('- ') && !line.includes('origin/main'));
    const moved = object('→', 'Service', 'api', { title: 'Service/api in shop (web → api)' });
    expect(
      linesOf([cluster('dev', kustomization('web'), web, moved), cluster('prod', kustomization('web'), web, moved)]),
    ).toEqual([
      '- **web** is deleted in dev, prod: `Service/web in shop`, `Kustomization/web in flux-system`',
      '- `→ Service/api in shop (web → api)` in dev, prod',
    ]);
    expect(linesOf([cluster('dev', ...objects), cluster('prod', ...objects)])).toEqual([
      '- **shop** is deleted in dev: `Cluster/orders in shop` (the database), `ConfigMap/a in shop`, `Kustomization/shop in flux-system`',
      '- **web** is deleted in dev, prod: `Service/web in shop`, `Kustomization/web in flux-system`',
      '- **shop** is deleted in prod (declared: it is closed): `Cluster/orders in shop` (the database), `ConfigMap/a in shop`, `Kustomization/shop in flux-system`',
    ]);
  });
});
