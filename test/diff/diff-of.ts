import { ApiObject } from 'cdk8s';
import { defineAddon } from '../../src/addon/define-addon.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { type DiffRequest, type DiffResult, type RunDiffOptions, runDiff } from '../../src/diff/run-diff.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { compareTree } from '../../src/tree/compare-tree.js';
import { planApp } from '../../src/tree/plan-app.js';
import { writeTree } from '../../src/tree/write-tree.js';
import type { Repository } from '../changes/repository.js';
import { schemas } from '../support/schemas.js';

/** An addon of plain objects. */
export interface PlainAddon {
  readonly objects: readonly object[];
  readonly [field: string]: unknown;
}

/** An app whose clusters have addons of plain objects, by name, all in one stage. */
export const plainApp = (clusters: Readonly<Record<string, Readonly<Record<string, PlainAddon>>>>): FluxApp => {
  const app = new FluxApp();
  for (const [cluster, addons] of Object.entries(clusters)) {
    const instances = Object.entries(addons).map(([name, { objects, kustomization, ...definition }]) =>
      defineAddon({
        name,
        ...definition,
        build(scope: ConstructorParameters<typeof ApiObject>[0]) {
          for (const [index, object] of objects.entries()) new ApiObject(scope, String(index), object as never);
        },
      } as never)({ ...(kustomization === undefined ? {} : { kustomization }) } as never),
    );
    const made = new FluxCluster(app, cluster);
    if (instances.length > 0) made.stage('all', instances as never);
  }
  return app;
};

/** Writes the tree of an app, as `synth --no-base --force` does. */
export const write = (repository: Repository, app: FluxApp): void => {
  const plan = planApp(app, [], { schemas });
  const root = `${repository.folder}/${app.root}`;
  writeTree(root, compareTree(root, plan.files, plan.scope, { force: true, tree: plan.layout }), plan.files);
};

/** Commits the tree of an app to main. */
export const publish = (repository: Repository, app: FluxApp, message = 'the tree'): void => {
  write(repository, app);
  repository.publish(message);
};

/** What `fluxspan diff` finds. */
export const diffOf = async (
  repository: Repository,
  app: FluxApp,
  request: DiffRequest = { kind: 'revisions', from: undefined, to: undefined },
  options: Partial<RunDiffOptions> = {},
): Promise<DiffResult> => {
  const plan = request.kind === 'revisions' && request.to !== undefined ? undefined : planApp(app, [], { schemas });
  return runDiff(app, plan, { folder: repository.folder, request, clusters: [], ...options });
};

export const inputsFile = (name: string, vars: JsonObject) => ({ name, bytes: Buffer.from(JSON.stringify({ vars })) });

export const deployment = (image: string, more: object = {}, labels: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default', labels },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          { name: 'web', image },
          { name: 'proxy', image: 'proxy:1' },
        ],
      },
    },
    ...more,
  },
});

export const configMap = (data: object, name = 'settings') => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data,
});
