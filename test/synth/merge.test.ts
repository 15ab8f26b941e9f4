import { hash } from 'node:crypto';
import { FluxApp, HelmRelease, helmChart, hostname } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { synthApp } from '../../src/synth/synth-app.js';
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
      const { files } = planApp(appOf(bumped(one, other), () => '1'));
      const blobs = Object.fromEntries([...files].map(([path, text]) => [path, blobOf(text)]));
      expect(filesOf(tree)).toEqual(blobs);
    }
    expect(conflicts).toEqual([]);
  });
});

/** git's name of a text. */
const blobOf = (text: string): string => hash('sha1', `blob ${Buffer.byteLength(text)}\0${text}`);
