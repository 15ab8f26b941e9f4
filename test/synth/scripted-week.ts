import type { ClusterState } from '../../src/applied/cluster-state.js';
import { readBaseCluster } from '../../src/applied/read-base.js';
import type { FluxApp } from '../../src/cluster/flux-app.js';
import { treeAt } from '../../src/compile/layout.js';
import { hasErrors } from '../../src/diagnostics/index.js';
import type { Repository } from '../changes/repository.js';
import { type SampleAddon, sampleApp } from '../changes/sample-app.js';
import { SimulatedFlux } from '../changes/simulate-flux.js';
import { finish, handover, synth } from '../changes/synth.js';

export const clusters = ['dev', 'prod'] as const;

const config = (name: string, data: string) => ({ kind: 'ConfigMap', name, data });

/** The code: a file for each addon, and one for what is removed on purpose. */
const START: Readonly<Record<string, SampleAddon>> = {
  ...Object.fromEntries(
    ['a', 'b', 'c', 'd', 'gone'].map((name) => [
      name,
      {
        objects: [
          config(`${name}-version`, '1.0.0'),
          config(`${name}-between`, 'same'),
          config(`${name}-value`, 'one'),
        ],
      },
    ]),
  ),
  data: { objects: [{ kind: 'PersistentVolumeClaim', name: 'data' }] },
  old: { objects: [config('moves', 'one'), config('moves-too', 'one')] },
};

/** One pull request: what it changes in the code, and the command that its author runs. */
interface PullRequest {
  readonly name: string;
  readonly edit: (repository: Repository) => void;
  readonly command: 'synth' | 'handover' | 'finish';
}

const file = (addon: string): string => `code/${addon}.json`;
/** A line for each object, as code has. */
const print = ({ objects }: SampleAddon): string =>
  `{ "objects": [\n${objects.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n] }\n`;
const replacing =
  (addon: string, from: string, to: string): PullRequest['edit'] =>
  (repository) =>
    repository.write(file(addon), repository.read(file(addon)).replace(from, to));
const bump = (addon: string): PullRequest => ({
  name: `bump-${addon}`,
  edit: replacing(addon, '1.0.0', '2.0.0'),
  command: 'synth',
});
const value = (addon: string): PullRequest => ({
  name: `value-${addon}`,
  edit: replacing(addon, '"one"', '"two"'),
  command: 'synth',
});
const added = (addon: string): PullRequest => ({
  name: `add-${addon}`,
  edit: (repository) => repository.write(file(addon), print({ objects: [config(addon, 'new')] })),
  command: 'synth',
});

/** With the reason in the code, as synth asks for it. */
const removed = (addon: string): PullRequest => ({
  name: `remove-${addon}`,
  edit: (repository) => {
    repository.delete(file(addon));
    repository.write(`code/${addon}.removed`, '');
  },
  command: 'synth',
});

const pullRequests: readonly PullRequest[] = [
  bump('a'),
  bump('b'),
  bump('c'),
  value('a'),
  value('d'),
  added('new'),
  added('newer'),
  {
    name: 'rename',
    edit: (repository) => {
      repository.write(file('renamed'), repository.read(file('old')));
      repository.delete(file('old'));
    },
    command: 'handover',
  },
  removed('gone'),
  removed('data'),
];

/** What the code of the week removes, in every cluster; and the Kustomizations that are gone with it, or renamed. */
export const declaredToGo = (key: string): boolean => {
  const [kind = '', , , name = ''] = key.split('\0');
  if (kind === 'Kustomization') return ['gone', 'data', 'old'].includes(name);
  return name === 'data' || name.startsWith('gone-');
};

const appOf = (repository: Repository): FluxApp => {
  const code = repository.files('code');
  const files = Object.entries(code).filter(([path]) => path.endsWith('.json'));
  const addons = Object.fromEntries(
    files.map(([path, text]) => [path.slice('code/'.length, -'.json'.length), JSON.parse(text) as SampleAddon]),
  );
  const removed = Object.keys(code).flatMap((path) => /^code\/(.*)\.removed$/.exec(path)?.[1] ?? []);
  return sampleApp(Object.fromEntries(clusters.map((name) => [name, { addons, removed }])));
};

const noApp = sampleApp({});

/** What Flux reads of a cluster in the files that are checked out. */
const stateIn = (repository: Repository, cluster: string): ClusterState => {
  const files = new Map(
    Object.entries(repository.files('k8s')).map(([path, text]) => [path.slice('k8s/'.length), text]),
  );
  const tree = {
    base: { commit: '0'.repeat(40), revision: 'origin/main' },
    root: 'k8s',
    blobs: new Map([...files.keys()].map((path) => [path, path])),
    under: (folder: string) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`)),
    holds: (path: string, text: string) => files.get(path) === text,
    read: (paths: readonly string[]) =>
      new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path)!]] : []))),
    folderOf: (path: string) => path.replace(/^\.\/k8s\//, ''),
  };
  return readBaseCluster(tree as never, noApp, treeAt(), cluster, undefined)!.state;
};

/** Numbers from 0 to below 1, the same for the same seed. */
const randomOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

export interface WeekOptions {
  readonly seed: number;
  readonly merging: 'squash' | 'merge';
  /** What happens once main has moved, beside what is simulated; with the name of what was merged. */
  readonly follow?: (merged: string) => Promise<void>;
}

export interface Week {
  /** Each check that was red, and why; a stale tree is one. */
  readonly red: readonly string[];
  /** Files that git couldn't merge by itself, which synth then wrote. */
  readonly conflicts: readonly string[];
  /** The order in which they were merged, and how. */
  readonly merged: readonly string[];
  readonly flux: ReadonlyMap<string, SimulatedFlux>;
  /** What the code says at the end, by cluster. */
  readonly wanted: ReadonlyMap<string, readonly string[]>;
}

/**
 * A team's week: ten pull requests that begin at one commit wait side by side, and are merged in any order. Some are
 * rebased first. The second step of the handover is one more, once Flux has reconciled the first.
 */
export const scriptedWeek = async (repository: Repository, { seed, merging, follow }: WeekOptions): Promise<Week> => {
  const random = randomOf(seed);
  const red: string[] = [];
  const conflicts: string[] = [];
  const merged: string[] = [];
  const flux = new Map(clusters.map((name) => [name, new SimulatedFlux()]));
  const { git } = { git: (...args: readonly string[]) => repository.git(...args) };
  const reconcile = (): void => {
    for (const [name, one] of flux) {
      one.commit(stateIn(repository, name));
      // Owners see a commit in any order, and those that saw it late see the next one first.
      for (let turn = 0; turn < 6; turn++) one.reconcile(one.owners[Math.floor(random() * one.owners.length)]!);
      one.settle();
    }
  };
  const check = async (what: string): Promise<void> => {
    const { clean, diagnostics } = await synth(repository, appOf(repository), { check: true });
    if (!clean || hasErrors(diagnostics))
      red.push(
        `${what}: ${diagnostics.map(({ code, message }) => `${code} ${message}`).join('; ') || 'the tree is stale'}`,
      );
  };
  const open = async ({ name, edit, command }: PullRequest): Promise<void> => {
    git('checkout', '--quiet', '-b', name, 'main');
    edit(repository);
    const app = appOf(repository);
    if (command === 'synth') {
      const { written, diagnostics } = await synth(repository, app);
      if (!written) red.push(`${name} can't be written: ${diagnostics.map(({ message }) => message).join('; ')}`);
    } else {
      const { diagnostics } = (command === 'handover' ? handover : finish)(repository, app);
      if (hasErrors(diagnostics)) red.push(`${name}: ${diagnostics.map(({ message }) => message).join('; ')}`);
    }
    repository.commit(name);
  };
  /** As the docs say it: the target branch into one's own, and synth resolves what is generated. */
  const resolve = async (name: string): Promise<void> => {
    git('checkout', '--quiet', name);
    try {
      git('merge', '--quiet', '--no-edit', 'main');
      return;
    } catch {
      conflicts.push(...git('diff', '--name-only', '--diff-filter=U').trim().split('\n'));
    }
    const { written, diagnostics } = await synth(repository, appOf(repository));
    if (!written) red.push(`${name} isn't resolved: ${diagnostics.map(({ message }) => message).join('; ')}`);
    repository.commit(`merge main into ${name}`);
  };
  const tryGit = (undo: string, ...args: readonly string[]): boolean => {
    try {
      git(...args);
      return true;
    } catch {
      git(undo, undo === 'reset' ? '--merge' : '--abort');
      return false;
    }
  };
  const merge = async (name: string): Promise<void> => {
    const isRebased = random() < 0.5;
    git('checkout', '--quiet', name);
    if (isRebased) {
      if (!tryGit('rebase', 'rebase', '--quiet', 'main')) await resolve(name);
    }
    await check(`${name} on its branch${isRebased ? ', rebased' : ''}`);
    git('checkout', '--quiet', 'main');
    const how =
      merging === 'squash'
        ? ['merge', '--quiet', '--squash', name]
        : ['merge', '--quiet', '--no-ff', '--no-edit', name];
    if (!tryGit(merging === 'squash' ? 'reset' : 'merge', ...how)) {
      await resolve(name);
      git('checkout', '--quiet', 'main');
      git(...how);
    }
    if (merging === 'squash') repository.commit(name);
    // What a forge checks: the result of the merge, before Flux has it.
    await check(`${name} as it is merged`);
    merged.push(`${name}${isRebased ? ' (rebased)' : ''}`);
    repository.publish(`${name} is merged`);
    reconcile();
    await follow?.(name);
  };

  for (const [addon, one] of Object.entries(START)) repository.write(file(addon), print(one));
  await synth(repository, appOf(repository));
  repository.publish('start');
  reconcile();
  await follow?.('start');
  for (const one of pullRequests) await open(one);
  const waiting = pullRequests.map(({ name }) => name);
  while (waiting.length > 0) {
    const [name] = waiting.splice(Math.floor(random() * waiting.length), 1);
    await merge(name!);
    if (name !== 'rename') continue;
    await open({ name: 'finish', edit: () => {}, command: 'finish' });
    waiting.push('finish');
  }
  git('checkout', '--quiet', 'main');
  await check('main at the end');
  const wanted = new Map(clusters.map((name) => [name, [...stateIn(repository, name).objects.keys()].sort()]));
  return { red, conflicts, merged, flux, wanted };
};
