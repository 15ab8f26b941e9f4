import { kebab } from './names.js';
import { type Recipe, TO_BE_WRITTEN } from './recipe.js';

export const liveCase: Recipe = {
  usage: 'live-case NAME',
  what: 'a case on real Flux: test/live/NAME.test.ts',
  plan: (text) => {
    const name = kebab(text);
    return {
      files: {
        [`test/live/${name}.test.ts`]: `import { expect, it } from 'vitest';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';
import type { Tree } from './tree.js';

/** The whole repository, before and after the change. */
const treeWith = (value: string): Tree => ({
  'k8s/clusters/dev/web.yaml': \`apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: web, namespace: flux-system }
spec:
  interval: 10m
  path: ./k8s/addons/dev/web
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
\`,
  'k8s/addons/dev/web/config-map.yaml': \`apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: default }
data: { value: '\${value}' }
\`,
});

describeLive('${TO_BE_WRITTEN}: what is true of real Flux', (live) => {
  it('${TO_BE_WRITTEN}: what the judge says', async () => {
    await live().applyTree(treeWith('a'), { cluster: 'dev' });
    await live().untilReady();
    await live().applyTree(treeWith('b'), { cluster: 'dev' });
    await live().untilReady();
    const made = await live().get(kustomization('web'));
    expect(made?.status?.conditions).toEqual(['${TO_BE_WRITTEN}: what Flux says of it']);
    expect(live().deletions()).toEqual([]);
  });
});
`,
      },
      next: [
        `fill in test/live/${name}.test.ts; pass { long: true } to describeLive if it takes minutes`,
        `run npm run test:live -- ${name}`,
      ],
    };
  },
};
