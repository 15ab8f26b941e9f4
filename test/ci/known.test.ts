import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/root.js';

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly at: { readonly cluster?: string; readonly addon?: string; readonly object?: string; readonly path?: string };
}

interface Named {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

interface Changed {
  readonly cluster: string;
  readonly create: readonly Named[];
  readonly delete: readonly Named[];
  readonly newOwner: readonly { readonly from: readonly string[]; readonly to: readonly string[] }[];
}

const { openKnown } = (await import(join(root, 'ci/known.js'))) as {
  readonly openKnown: (before: readonly Problem[], owners: readonly Changed[]) => (problem: Problem) => boolean;
};

const problem = (addon: string, names: string, cluster = 'dev'): Problem => ({
  code: 'FX631',
  message: `Kustomization/${addon} names ServiceAccount/${names}, which nothing in the tree makes`,
  at: { cluster, addon, object: `Kustomization/${addon}`, path: 'spec.serviceAccountName' },
});
const kustomization = (name: string): Named => ({ kind: 'Kustomization', namespace: 'flux-system', name });
const rename: Changed = {
  cluster: 'dev',
  create: [kustomization('site')],
  delete: [kustomization('web.old')],
  newOwner: [
    { from: ['flux-system/web.old'], to: ['flux-system/site'] },
    { from: ['flux-system/web.old'], to: ['flux-system/site'] },
  ],
};

it('knows a problem of the base by its new name', () => {
  const isKnown = openKnown([problem('web.old', 'web.old')], [rename]);
  expect(isKnown(problem('site', 'web.old'))).toBe(true);
  expect(isKnown(problem('web.old', 'web.old'))).toBe(true);
});

it.each<[string, Problem, Partial<Changed>]>([
  ['about something else of the renamed addon', problem('site', 'site'), {}],
  ['of an addon whose name only begins like it', problem('sites', 'web.old'), {}],
  ['of another cluster', problem('site', 'web.old', 'prod'), {}],
  [
    'of one of two addons between which the objects are divided',
    problem('site', 'web.old'),
    { newOwner: [...rename.newOwner, { from: ['flux-system/web.old'], to: ['flux-system/shop'] }] },
  ],
  ['of an addon that took objects of one that stays', problem('site', 'web.old'), { delete: [] }],
  ['of an addon that was there before', problem('site', 'web.old'), { create: [] }],
])('counts a problem as new %s', (_, found, change) => {
  expect(openKnown([problem('web.old', 'web.old')], [{ ...rename, ...change }])(found)).toBe(false);
});
