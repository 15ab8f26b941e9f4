import { FluxApp, HelmRelease, helmChart, hostname } from 'fluxspan';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../handover/repository.js';
import { addon, clusterOf } from '../support/synthesize.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

/** A cluster of three addons, each with the version of its chart and the example of a var. */
const synth = (versions: Readonly<Record<'a' | 'b' | 'c', string>>) => {
  const app = new FluxApp();
  const addons = Object.entries(versions).map(([name, version]) => {
    const host = `TF_${name.toUpperCase()}_HOST`;
    return addon(name, {
      charts: { [name]: helmChart({ url: `https://charts.example.org/${name}`, chart: name, version }) },
      infra: { vars: { [host]: hostname().meta({ examples: [`v${version}.example.org`] }) } },
      build: (scope, { charts, vars }) => {
        new HelmRelease(scope, name, { chart: charts[name] as never, values: { host: vars[host] } });
      },
    });
  });
  clusterOf({ first: addons }, { app });
  return synthApp(app, { project: repository.folder });
};

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
