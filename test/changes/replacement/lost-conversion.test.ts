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

const webhook = {
  strategy: 'Webhook',
  webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://convert.example.org' } },
};
const version = (name: string, field: string, more: object = {}) => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: { type: 'object', description: name, properties: { [field]: { type: 'string' } } } },
  ...more,
});
const differing = [version('v1beta1', 'colour'), version('v1', 'color')];
const alike = [version('v1beta1', 'color'), version('v1', 'color')];
const crd = (versions: object[], conversion?: object) => ({
  kind: 'CustomResourceDefinition',
  name: 'widgets.example.org',
  spec: {
    group: 'example.org',
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions,
    ...(conversion && { conversion }),
  },
});
type Crd = ReturnType<typeof crd>;
const change = async (from: Crd, to: Crd) => {
  const app = (one: Crd) => sampleApp({ dev: { addons: { crds: { objects: [one] } } } });
  expect((await synth(repository, app(from))).written).toBe(true);
  repository.publish('the tree');
  return synth(repository, app(to));
};

describe('a CRD that loses its conversion webhook', () => {
  it('may lose fields of stored objects if its versions differ', async () => {
    const result = await change(crd(differing, webhook), crd(differing));
    expect(result.diagnostics.map(printDiagnostic).join('')).toMatchInlineSnapshot(`
      "warning FX516 replacement-uncertain: CustomResourceDefinition/widgets.example.org may destroy fields of each Widget that is stored in another version than it is read in: spec.conversion.strategy "Webhook" → "None"
        at   dev/CustomResourceDefinition/widgets.example.org
        note the schemas of its versions differ (v1beta1, v1), and without the webhook the API server drops the fields that the other version lacks
        fix  keep spec.conversion until all objects are stored in one version and the others are out of spec.versions; if that is intended, declare it in the cluster's code: .replaced({ kind: 'CustomResourceDefinition', name: 'widgets.example.org' }, { reason: '…' })
      "
    `);
  });

  it.each([
    ['has equal versions', crd(alike, webhook), crd(alike, { strategy: 'None' })],
    ['has only one version left', crd([version('v1', 'color')], webhook), crd([version('v1', 'color')])],
    ['keeps the webhook', crd(differing, webhook), crd([...differing, version('v2', 'hue')], webhook)],
    ['gets a webhook', crd(differing), crd(differing, webhook)],
  ])('loses nothing where it %s', async (_, from, to) => {
    expect((await change(from, to)).codes).toEqual([]);
  });
});
