import { expect, it } from 'vitest';
import { describeLive } from './describe-live.js';

const tree = {
  'clusters/dev/web.yaml': `apiVersion: v1
kind: Secret
metadata: { name: web, namespace: default, type: Opaque }
stringData: { a: b }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: default }
spec:
  replica: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: web, volumeMount: [] }] }
`,
};

describeLive(
  'a field that a kind of Kubernetes does not have (FX315)',
  (live) => {
    it('is left out by Flux, and its object is applied', async () => {
      await live().applyTree(tree, { path: 'clusters/dev' });
      const ready = await live().untilReady();
      expect(ready.map(({ kind }) => kind)).toContain('Kustomization');
      const at = { name: 'web', namespace: 'default' };
      const secret = await live().get({ apiVersion: 'v1', kind: 'Secret', ...at });
      expect(secret?.metadata).not.toHaveProperty('type');
      const deployment = await live().get({ apiVersion: 'apps/v1', kind: 'Deployment', ...at });
      expect(deployment?.spec).toMatchObject({ replicas: 1 });
      expect(deployment?.spec).not.toHaveProperty('replica');
    });
  },
  { long: true },
);
