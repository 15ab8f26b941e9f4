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

test('the patches that FX312 prints take the label out, and leave what selects the pods', () => {
  const found = synth(() => []).diagnostics.filter(({ code }) => code === 'FX312');
  expect(found.map(({ at }) => at.object)).toEqual(['Deployment/web', 'Service/web']);
  const printed = found.map(({ fix }) => /addJsonPatch\((.*)\)$/.exec(fix ?? '')?.[1]);
  const apply = new Function('JsonPatch', `return [[${printed[0]}], [${printed[1]}]]`) as Patches;
  const { diagnostics, objects } = synth(apply);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const byKind = (kind: string) => objects.find((one) => one['kind'] === kind);
  expect(byKind('Deployment')).toMatchObject({
    spec: { selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } } } },
  });
  expect(byKind('Service')).toMatchObject({ spec: { selector: { app: 'web' } } });
});
