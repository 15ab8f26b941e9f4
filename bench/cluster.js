// fluxspan's own way: `addons` addons of five objects in one cluster of ten stages.
import { ApiObject } from 'cdk8s';
import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { objectsOf } from './objects.js';

/** @param {number} addons */
export const makeApp = (addons) => {
  const app = new FluxApp();
  const namespaces = [...Array.from({ length: 50 }, (_, i) => `team-${i}`), 'gateway'];
  let cluster = new FluxCluster(app, 'bench', {
    external: ['gateway.networking.k8s.io', ...namespaces.map((name) => ({ kind: 'Namespace', name }))],
  });
  const all = Array.from({ length: addons }, (_, index) =>
    defineAddon({
      name: `addon-${index}`,
      namespace: `team-${index % 50}`,
      requires: index % 10 === 0 || index < 10 ? [] : [`addon-${index - (index % 10) - 1}`].filter(() => false),
      build(scope) {
        for (const object of objectsOf(index)) new ApiObject(scope, object.kind, object);
      },
    }),
  );
  const size = Math.ceil(addons / 10);
  for (let stage = 0; stage * size < addons; stage++) {
    cluster = cluster.stage(
      `stage-${stage}`,
      all.slice(stage * size, (stage + 1) * size).map((addon) => addon()),
    );
  }
  return app;
};
