import { ApiObject, JsonPatch } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-30';
import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, test } from 'vitest';

type Patches = (patch: typeof JsonPatch) => readonly (readonly JsonPatch[])[];

/** A workload of cdk8s-plus and the Service over it, with patches for each of the two. */
const synth = (patches: Patches) => {
  const web = defineAddon({
    name: 'web',
    namespace: 'default',
    build(scope) {
      const deployment = new Deployment(scope, 'deployment', {
        metadata: { name: 'web' },
        containers: [{ image: 'example.org/web:1', portNumber: 80 }],
      });
      const service = deployment.exposeViaService({ name: 'web' });
      const [forDeployment = [], forService = []] = patches(JsonPatch);
      ApiObject.of(deployment).addJsonPatch(...forDeployment);
      ApiObject.of(service).addJsonPatch(...forService);
    },
  });
  const cluster = new FluxCluster(new FluxApp(), 'dev').stage('apps', [web()]);
  return synthCluster(cluster);
};

/** What an earlier version printed as the fix. */
const earlierFix: Patches = ({ replace }) => [
  [replace('/spec/selector/matchLabels', { app: 'web' }), replace('/spec/template/metadata/labels', { app: 'web' })],
  [replace('/spec/selector', { app: 'web' })],
];

test('an object whose patches replace the label stays as it is', () => {
  const { diagnostics, objects } = synth(earlierFix);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const byKind = (kind: string) => objects.find((one) => one['kind'] === kind);
  expect(byKind('Deployment')).toMatchObject({
    spec: { selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } } } },
  });
  expect(byKind('Service')).toMatchObject({ spec: { selector: { app: 'web' } } });
});
