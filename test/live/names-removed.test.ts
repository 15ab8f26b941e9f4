import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigMap, FluxApp } from 'fluxspan';
import { afterAll, expect, it } from 'vitest';
import { synthApp } from '../../src/synth/synth-app.js';
import { addon, clusterOf } from '../support/synthesize.js';
import { writeFiles } from '../support/write-files.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';

const app = (names: readonly string[]): FluxApp => {
  const made = new FluxApp();
  const build = (scope: ConstructorParameters<typeof ConfigMap>[0]) => {
    for (const name of names) new ConfigMap(scope, name, { data: {} });
  };
  const space = addon('space', { build });
  clusterOf({ all: [space] }, { app: made });
  return made;
};

describeLive('an edited kustomization file that names a file which goes', (live) => {
  const project = mkdtempSync(join(tmpdir(), 'names-removed-'));
  afterAll(() => rmSync(project, { recursive: true }));

  it('is refused by synth, and Flux could not build its folder without the file', async () => {
    const { files } = await synthApp(app(['data']), { project });
    const edited = 'addons/dev/space/kustomization.yaml';
    const text = `${files.get(edited)!}commonLabels:\n  by: hand\n`;
    writeFiles(project, { [`k8s/${edited}`]: text });
    const refused = await synthApp(app([]), { project });
    expect(refused.diagnostics.map(({ code }) => code)).toContain('FX005');
    expect(refused.written).toBe(false);

    const tree: Readonly<Record<string, string>> = {
      ...Object.fromEntries([...files].map(([path, one]) => [`k8s/${path}`, one])),
      [`k8s/${edited}`]: text,
    };
    await live().applyTree(tree);
    await live().untilReady();
    const { 'k8s/addons/dev/space/config-map.yaml': _, ...without } = tree;
    await live().applyTree(without);
    await live().until('the build fails', async () => {
      const { status } = (await live().get(kustomization('space'))) ?? {};
      return status?.conditions?.some(
        ({ type, status: is, message }) =>
          type === 'Ready' && is === 'False' && /config-map\.yaml.*no such file or directory/s.test(message ?? ''),
      );
    });
  });
});
