import { FluxApp, hostname } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { addon, clusterOf } from '../support/synthesize.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const README = 'k8s/clusters/dev/README.md';
const CONTRACT = 'k8s/contract/dev/contract.tf';

/** Each version has another text in the README and the contract. */
const synth = async (version: number, remembered: Set<string> | undefined, force = false) => {
  const app = new FluxApp();
  const host = hostname().meta({ examples: [`v${version}.example.org`] });
  const vars = { [`TF_HOST_${version}`]: host };
  const build = () => {};
  clusterOf({ first: [addon('web', { infra: { vars }, build }), addon(`v${version}`)] }, { app });
  const options = remembered === undefined ? {} : { clean: remembered };
  const { diagnostics, changes } = await synthApp(app, { project: repository.folder, force, ...options });
  return { edited: diagnostics.filter(({ code }) => code === 'FX004').map(({ at }) => at.file), changes };
};
const edit = (path: string) => repository.write(path, `${repository.read(path)}mine\n`);

describe.each(['in a repository', 'without one'])('a file that sums up a cluster, %s', (where) => {
  it('is kept where it was edited, until it is forced', async () => {
    if (where === 'without one') repository.delete('.git');
    const remembered = new Set<string>();
    await synth(1, remembered);
    for (const path of [README, CONTRACT]) edit(path);
    expect(await synth(2, remembered)).toMatchObject({ edited: [README, CONTRACT] });
    expect(repository.read(README)).toContain('mine\n');
    expect((await synth(2, remembered, true)).edited).toEqual([]);
    expect(repository.read(README)).not.toContain('mine\n');
    expect(repository.read(README)).toContain('v2');
  });

  it('is rewritten where synth wrote it, committed or not', async () => {
    if (where === 'without one') repository.delete('.git');
    const remembered = new Set<string>();
    for (const version of [1, 2, 3, 1]) {
      expect((await synth(version, remembered)).edited).toEqual([]);
      repository.write(README, repository.read(README).replaceAll('\n', '\r\n'));
    }
  });
});

it('is rewritten where git has it: from a colleague, or merged and not yet committed', async () => {
  const remembered = new Set<string>();
  await synth(1, remembered);
  await synth(2, new Set());
  repository.publish('of a colleague');
  expect((await synth(3, remembered)).edited).toEqual([]);
  await synth(4, new Set());
  repository.git('add', '--all');
  expect((await synth(5, remembered)).edited).toEqual([]);
});

it('is rewritten where nothing is remembered', async () => {
  await synth(1, undefined);
  edit(README);
  expect((await synth(2, undefined)).edited).toEqual([]);
  edit(README);
  expect((await synth(3, new Set())).edited).toEqual([]);
});
