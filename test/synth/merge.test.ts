import { hash } from 'node:crypto';
import { FluxApp, HelmRelease, helmChart, hostname } from 'fluxspan';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { synthApp } from '../../src/synth/synth-app.js';
import { openChecksumLists } from '../../src/tree/checksum-lists.js';
import { noChanges } from '../../src/tree/compare-tree.js';
import { planApp } from '../../src/tree/plan-app.js';
import { Repository } from '../changes/repository.js';
import { addon, clusterOf } from '../support/synthesize.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

/** A cluster of addons, each with the version of its chart and the example of a var. */
const appOf = (versions: Readonly<Record<string, string>>, exampleOf = (version: string) => version) => {
  const app = new FluxApp();
  const addons = Object.entries(versions).map(([name, version]) => {
    const host = `TF_${name.toUpperCase()}_HOST`;
    return addon(name, {
      charts: { [name]: helmChart({ url: `https://charts.example.org/${name}`, chart: name, version }) },
      infra: { vars: { [host]: hostname().meta({ examples: [`v${exampleOf(version)}.example.org`] }) } },
      build: (scope, { charts, vars }) => {
        new HelmRelease(scope, name, { chart: charts[name] as never, values: { host: vars[host] } });
      },
    });
  });
  clusterOf({ first: addons }, { app });
  return app;
};
const synth = (...of: Parameters<typeof appOf>) => synthApp(appOf(...of), { project: repository.folder });

it('lets branches that change two addons of a cluster merge without a conflict, into what synth writes', async () => {
  await synth({ a: '1.0.0', b: '1.0.0', c: '1.0.0' });
  repository.publish('start');
  for (const [branch, versions] of [
    ['one', { a: '2.0.0', b: '1.0.0', c: '1.0.0' }],
    ['two', { a: '1.0.0', b: '1.0.0', c: '2.0.0' }],
  ] as const) {
    repository.git('checkout', '--quiet', '-b', branch, 'main');
    const { changes } = await synth(versions);
    expect(changes.changed).toContain('clusters/dev/README.md');
    expect(changes.changed).toContain('contract/dev/contract.json');
    repository.commit(branch);
  }
  repository.git('merge', '--quiet', '--no-edit', 'one');
  const { changes } = await synth({ a: '2.0.0', b: '1.0.0', c: '2.0.0' });
  expect(changes).toMatchObject({ added: [], changed: [], removed: [], kept: [] });
});

describe('ten version bumps', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const bumped = (...addons: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, addons.includes(name) ? '2.0.0' : '1.0.0']));

  /** The blob of each file of a tree of git. */
  const filesOf = (tree: string): Readonly<Record<string, string>> => {
    const lines = repository.git('ls-tree', '-r', tree, 'k8s/').trim().split('\n');
    return Object.fromEntries(
      lines.map((line) => {
        const [, blob = '', path = ''] = /^\S+ blob (\S+)\t(.*)$/.exec(line) ?? [];
        return [path.slice('k8s/'.length), blob];
      }),
    );
  };

  it('merge in every pair, neighbours too, into what synth writes for both', { timeout: 120_000 }, async () => {
    await synth(bumped(), () => '1');
    repository.publish('start');
    for (const name of names) {
      repository.git('checkout', '--quiet', '-b', name, 'main');
      const { changes } = await synth(bumped(name), () => '1');
      expect(changes.changed).toContain(`addons/dev/${name}/helm-release.yaml`);
      repository.commit(name);
    }
    const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));
    expect(pairs).toHaveLength(45);
    const conflicts: string[] = [];
    for (const [one, other] of pairs) {
      let tree: string;
      try {
        tree = repository.git('merge-tree', '--write-tree', one, other).trim();
      } catch (error) {
        conflicts.push(`${one} and ${other}: ${(error as { stdout: string }).stdout}`);
        continue;
      }
      const { files, layout } = planApp(appOf(bumped(one, other), () => '1'));
      const lists = openChecksumLists(files, layout, () => undefined).planned;
      const blobs = Object.fromEntries([...files, ...lists].map(([path, text]) => [path, blobOf(text)]));
      expect(filesOf(tree)).toEqual(blobs);
    }
    expect(conflicts).toEqual([]);
  });
});

/** An app whose addons differ in more than a version. */
interface Web {
  readonly name?: string;
  readonly version?: string;
  readonly replicas?: number;
  readonly vars?: readonly string[];
  readonly others?: readonly string[];
}

const webApp = ({ name = 'web', version = '1.0.0', replicas = 1, vars = [], others = [] }: Web) => {
  const app = new FluxApp();
  const charts = { web: helmChart({ url: 'https://charts.example.org/web', chart: 'web', version }) };
  const all = ['TF_BACKEND', 'TF_LOGO', 'TF_QUOTA', 'TF_TITLE', ...vars].sort();
  const web = addon(name, {
    charts,
    infra: { vars: Object.fromEntries(all.map((key) => [key, hostname()])) },
    build: (scope, given) => {
      new HelmRelease(scope, 'web', {
        chart: given.charts['web'] as never,
        // `values` keep the order of the code.
        values: { image: 'web', replicas, ...Object.fromEntries(all.map((key) => [key, given.vars[key]])) },
      });
    },
  });
  const rest = ['a', 'm', 'z', ...others].sort().map((one) => addon(one));
  clusterOf({ first: [web, ...rest] }, { app });
  return app;
};

/** What the code says once both are merged. */
const both = (one: Web, other: Web): Web => ({
  ...one,
  ...other,
  vars: [...(one.vars ?? []), ...(other.vars ?? [])],
  others: [...(one.others ?? []), ...(other.others ?? [])],
});

describe('two pull requests', () => {
  const synthWeb = (web: Web, { folder } = repository) => synthApp(webApp(web), { project: folder });
  const start = async (at = repository) => {
    await synthWeb({}, at);
    at.publish('start');
  };
  const commitOn = async (branch: string, web: Web, at = repository) => {
    at.git('checkout', '--quiet', '-b', branch, 'main');
    await synthWeb(web, at);
    at.commit(branch);
  };

  const pairs: Readonly<Record<string, readonly [one: Web, other: Web]>> = {
    'two vars in one addon': [{ vars: ['TF_COLOUR'] }, { vars: ['TF_THE_LONGEST_OF_ALL_NAMES'] }],
    'a value and a bump of one release': [{ replicas: 3 }, { version: '2.0.0' }],
    'two new addons': [{ others: ['cache'] }, { others: ['queue'] }],
    'a rename and a bump': [{ name: 'site' }, { version: '2.0.0' }],
    'a rename and a value': [{ name: 'site' }, { replicas: 3 }],
    'a new var and a new addon': [{ vars: ['TF_COLOUR'] }, { others: ['queue'] }],
  };

  describe.each(Object.entries(pairs))('%s', (_, [one, other]) => {
    let branches: Repository;
    beforeAll(async () => {
      branches = new Repository();
      await start(branches);
      await commitOn('one', one, branches);
      await commitOn('two', other, branches);
    });
    afterAll(() => branches.remove());

    for (const how of ['merge', 'squash', 'rebase'] as const) {
      it(`merge by ${how}, into what synth writes for both`, async () => {
        repository.copy(branches.folder, '.');
        repository.git('checkout', '--quiet', 'main');
        repository.git('merge', '--quiet', '--ff-only', 'one');
        if (how === 'rebase') {
          repository.git('checkout', '--quiet', 'two');
          repository.git('rebase', '--quiet', 'main');
        } else {
          repository.git('merge', '--quiet', ...(how === 'squash' ? ['--squash'] : ['--no-edit']), 'two');
          if (how === 'squash') repository.commit('two');
        }
        const { changes } = await synthWeb(both(one, other));
        expect({ ...changes, unchanged: 0 }).toEqual({ ...noChanges, unchanged: 0 });
        // What a merge made is no edit for the next change.
        const next = await synthWeb({ ...both(one, other), version: '3.0.0' });
        expect(next.changes.kept).toEqual([]);
        expect(next.changes.changed).not.toEqual([]);
      });
    }
  });

  it('that change one line are resolved by synth, which keeps what a person has edited elsewhere', async () => {
    const file = 'k8s/addons/dev/web/helm-release.yaml';
    await start();
    await commitOn('one', { version: '2.0.0' });
    await commitOn('two', { version: '3.0.0' });
    expect(() => repository.git('merge', '--quiet', '--no-edit', 'one')).toThrow();
    const conflict = repository.read(file);
    expect(conflict).toContain('<<<<<<<');
    const { changes, diagnostics } = await synthWeb({ version: '3.0.0' });
    expect(diagnostics).toEqual([]);
    expect({ kept: changes.kept, changed: changes.changed }).toEqual({
      kept: [],
      changed: ['addons/dev/web/helm-release.yaml'],
    });
    expect(repository.git('diff', 'two', '--', 'k8s')).toBe('');
    repository.write(file, conflict.replace('replicas: 1', 'replicas: 7'));
    expect((await synthWeb({ version: '3.0.0' })).changes.kept).toEqual(['addons/dev/web/helm-release.yaml']);
  });

  it('after an edit that was merged unseen: the next change keeps it, and says so', async () => {
    await start();
    const file = 'k8s/addons/dev/web/helm-release.yaml';
    repository.write(file, repository.read(file).replace('replicas: 1', 'replicas: 7'));
    repository.publish('by hand');
    const { changes, diagnostics } = await synthWeb({ version: '2.0.0' });
    expect(changes.kept).toEqual(['addons/dev/web/helm-release.yaml']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['FX004']);
  });
});

/** git's name of a text. */
const blobOf = (text: string): string => hash('sha1', `blob ${Buffer.byteLength(text)}\0${text}`);
