import { FluxApp } from 'fluxspan';
import * as addons from 'fluxspan/addons';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { platform } from '../../src/platform/platform.js';
import { everyAddon, isOfTwoIssuers } from '../support/every-addon.js';

const { files, diagnostics } = synthCluster(everyAddon(new FluxApp()));
const committed = new Set(
  platform(new FluxApp(), 'dev', {}).stages.flatMap(({ addons: all }) => all.map(({ name }) => name)),
);
const others = Object.values(addons)
  .map(({ definition }) => definition.name)
  .filter((name) => !committed.has(name));

it('finds nothing wrong with any of them', () => {
  expect(diagnostics.filter((one) => !isOfTwoIssuers(one))).toEqual([]);
  expect(diagnostics.filter(isOfTwoIssuers)).toHaveLength(2);
  expect(others).not.toEqual([]);
});

// The trees of the others are committed in k8s/.
it.each(others)('writes the tree of %s', async (name) => {
  const paths = Object.keys(files)
    .filter((path) => path === `clusters/every/${name}.yaml` || path.includes(`/every/${name}/`))
    .sort();
  expect(paths.length).toBeGreaterThan(2);
  const text = paths.map((path) => `### ${path}\n${files[path]}`).join('');
  await expect(text).toMatchFileSnapshot(`trees/${name}.yaml`);
});
