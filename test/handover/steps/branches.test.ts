import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasErrors } from '../../../src/diagnostics/index.js';
import { Repository } from '../../changes/repository.js';
import { sampleApp } from '../../changes/sample-app.js';
import { finish, handover, synth } from '../../changes/synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const environments = ['dev', 'prod', 'test'] as const;
type Environment = (typeof environments)[number];

/** Each cluster follows the branch of its name. */
const appOf = (owner: string, text: string) =>
  sampleApp(
    Object.fromEntries(
      environments.map((name) => [
        name,
        {
          base: `origin/${name}`,
          addons: {
            [owner]: { objects: [{ kind: 'ConfigMap', name: 'db' }] },
            web: { objects: [{ kind: 'ConfigMap', name: 'web', data: text }] },
          },
        },
      ]),
    ),
  );
/** What fast-forwards a branch, which Flux then follows to there. */
const forward = (...names: readonly Environment[]) => {
  for (const name of names) repository.git('update-ref', `refs/remotes/origin/${name}`, 'HEAD');
};
const commit = (message: string, ...names: readonly Environment[]) => {
  repository.commit(message);
  forward(...names);
};
/** The owner of the object in each cluster's tree, and whether it lets go. */
const standings = () =>
  environments.map((name) => {
    const old = repository.has(`k8s/clusters/${name}/db.yaml`);
    const letsGo = old && repository.read(`k8s/clusters/${name}/db.yaml`).includes('prune: false');
    return `${name} ${old ? (letsGo ? 'first' : 'before') : 'second'}`;
  });
const checked = async (owner: string, text: string) => {
  const result = await synth(repository, appOf(owner, text), { check: true });
  return { clean: result.clean, isRed: hasErrors(result.diagnostics) };
};

it('goes on in each cluster when its branch has the first step, while others are behind', async () => {
  expect(await synth(repository, appOf('db', 'one'))).toMatchObject({ written: true });
  commit('the tree', ...environments);

  const app = appOf('database', 'one');
  expect(handover(repository, app)).toMatchObject({ step: 'first' });
  commit('step 1', 'dev');
  expect(standings()).toEqual(['dev first', 'prod first', 'test first']);
  expect(await checked('database', 'one')).toEqual({ clean: true, isRed: false });

  // Those that are behind are left for later, and nothing is refused.
  expect(finish(repository, app)).toMatchObject({ step: 'second', diagnostics: [] });
  expect(standings()).toEqual(['dev second', 'prod first', 'test first']);
  expect(await checked('database', 'one')).toEqual({ clean: true, isRed: false });
  commit('step 2 in dev', 'dev');
  expect(await checked('database', 'one')).toEqual({ clean: true, isRed: false });

  // Work goes on meanwhile.
  expect(await synth(repository, appOf('database', 'two'))).toMatchObject({ written: true });
  expect(standings()).toEqual(['dev second', 'prod first', 'test first']);
  commit('a change', 'dev', 'test');
  expect(await checked('database', 'two')).toEqual({ clean: true, isRed: false });

  const next = appOf('database', 'two');
  expect(finish(repository, next, { named: ['prod'] }).diagnostics.map(({ code }) => code)).toEqual(['FX508']);
  expect(standings()).toEqual(['dev second', 'prod first', 'test first']);
  expect(finish(repository, next)).toMatchObject({ step: 'second', diagnostics: [] });
  expect(standings()).toEqual(['dev second', 'prod first', 'test second']);
  expect(await checked('database', 'two')).toEqual({ clean: true, isRed: false });
  commit('step 2 in test', 'dev', 'test', 'prod');
  expect(await checked('database', 'two')).toEqual({ clean: true, isRed: false });

  expect(finish(repository, next)).toMatchObject({ step: 'second', diagnostics: [] });
  expect(standings()).toEqual(['dev second', 'prod second', 'test second']);
  commit('step 2 in prod', 'dev', 'test', 'prod');
  expect(await checked('database', 'two')).toEqual({ clean: true, isRed: false });
  const { codes } = await synth(repository, next, { check: true });
  expect(codes).toEqual([]);
});
