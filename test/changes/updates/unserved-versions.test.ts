import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { sampleApp } from '../sample-app.js';
import { synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const version = (name: string, served: boolean) => ({
  name,
  served,
  storage: name === 'v1',
  schema: { openAPIV3Schema: { type: 'object' } },
});
const app = (...versions: object[]) =>
  sampleApp({
    dev: {
      addons: {
        crds: {
          objects: [
            {
              kind: 'CustomResourceDefinition',
              name: 'widgets.example.org',
              spec: {
                group: 'example.org',
                names: { kind: 'Widget', plural: 'widgets' },
                scope: 'Namespaced',
                versions,
              },
            },
          ],
        },
      },
    },
  });
const widget = (apiVersion: string) =>
  `apiVersion: example.org/${apiVersion}\nkind: Widget\nmetadata: { name: hand, namespace: default }\n`;
const change = async (written: string, ...versions: object[]) => {
  expect((await synth(repository, app(version('v1beta1', true), version('v1', true)))).written).toBe(true);
  repository.write('k8s/clusters/dev/widget.yaml', widget(written));
  repository.publish('the tree');
  return synth(repository, app(...versions));
};

describe('a version that a CRD no longer serves', () => {
  it('is refused while hand-written files contain objects in it', async () => {
    const result = await change('v1beta1', version('v1beta1', false), version('v1', true));
    expect(result.diagnostics.map(printDiagnostic).join('')).toMatchInlineSnapshot(`
      "error FX720 unserved-version: CustomResourceDefinition/widgets.example.org no longer serves v1beta1, in which Widget/hand in default is written
        at   k8s/clusters/dev/widget.yaml  apiVersion
        note Kustomization "flux-system" fails from then on
        fix  write them as apiVersion: example.org/v1 first, or keep served: true for v1beta1
      "
    `);
    expect(result.written).toBe(false);
  });

  it('is refused if the CRD no longer lists it', async () => {
    expect((await change('v1beta1', version('v1', true))).codes).toContain('FX720');
  });

  it('is accepted if the files use another version', async () => {
    expect((await change('v1', version('v1beta1', false), version('v1', true))).codes).not.toContain('FX720');
  });
});
