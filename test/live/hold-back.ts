import { kustomization } from './flux-kinds.js';
import { stateOf } from './kustomization-state.js';
import type { Live } from './live.js';
import { pokeAll } from './poke-all.js';

const root = kustomization('flux-system');
const repository = {
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'GitRepository',
  name: 'flux-system',
  namespace: 'flux-system',
};

/**
 * The others see the next commit, in no order, and the root has not: it is suspended until `release` is called.
 *
 * @param names Kustomizations that are there
 */
export const holdRoot = async (live: Live, names: readonly string[]): Promise<Hold> => {
  await live.patch(root, { spec: { suspend: true } });
  return {
    async untilSeen(commit) {
      await untilFetched(live, commit);
      for (const name of names) await live.patch(kustomization(name), { spec: { dependsOn: null } });
      await pokeAll(
        live,
        names.map((name) => ({ name, dependsOn: [], objects: [], substitutes: false })),
      );
    },
    release: async () => void (await live.patch(root, { spec: { suspend: false } })),
  };
};

/**
 * The root sees the next commit, and what it makes of it, and these have not. One that goes waits for what is not there:
 * suspended, it would delete nothing whatever it says. One that stays is suspended, since the root sets what it waits for.
 */
export const holdOthers = async (
  live: Live,
  { going, staying }: { readonly going: readonly string[]; readonly staying: readonly string[] },
): Promise<Hold> => {
  for (const name of going) await live.patch(kustomization(name), { spec: { dependsOn: [{ name: 'nobody' }] } });
  await live.until('they wait', async () => {
    const objects = await Promise.all(going.map((name) => live.get(kustomization(name))));
    return objects.every((object) => object !== undefined && stateOf(object) === 'waits');
  });
  for (const name of staying) await live.patch(kustomization(name), { spec: { suspend: true } });
  return {
    async untilSeen(commit) {
      await live.until('the root has applied the commit', async () => {
        const object = await live.get(root);
        return object?.status?.lastAppliedRevision?.endsWith(commit) === true && stateOf(object) === 'ready';
      });
      await live.until('those that go are gone', async () => {
        const objects = await Promise.all(going.map((name) => live.get(kustomization(name))));
        return objects.every((object) => object === undefined);
      });
    },
    async release() {
      for (const name of staying) await live.patch(kustomization(name), { spec: { suspend: false } });
    },
  };
};

/** Some Kustomizations are held back, so that others see a commit before them. */
export interface Hold {
  /** Waits until all the others have seen it. */
  untilSeen(commit: string): Promise<void>;
  release(): Promise<void>;
}

const untilFetched = async (live: Live, commit: string): Promise<void> => {
  await live.until('the commit is fetched', async () => {
    const { status } = (await live.get(repository)) ?? {};
    return (status?.['artifact'] as { revision?: string } | undefined)?.revision?.endsWith(commit) === true;
  });
};
