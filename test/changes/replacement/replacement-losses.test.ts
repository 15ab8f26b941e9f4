import { expect, it } from 'vitest';
import { makeState, ROOT } from '../../../src/applied/cluster-state.js';
import { lossOf } from '../../../src/changes/replacement/replacement-losses.js';
import type { JsonObject } from '../../../src/json/json-value.js';

const lossWith = (json: JsonObject) => {
  const state = makeState([{ json, owner: ROOT, path: 'x.yaml' }], () => true);
  return lossOf([...state.objects.values()][0]!, state);
};

it('names what an object represents if its replacement destroys that', () => {
  const bucket = (deletionPolicy: string): JsonObject => ({
    apiVersion: 's3.aws.upbound.io/v1beta1',
    kind: 'Bucket',
    metadata: { name: 'x' },
    spec: { forProvider: {}, deletionPolicy },
  });
  expect(lossWith(bucket('Delete'))).toEqual({
    words: 'this also deletes the external resource that it manages, with its data',
    isHarmless: false,
  });
  expect(lossWith(bucket('Orphan')).words).toBe('its controller may remove what it has made for the old one');
});
