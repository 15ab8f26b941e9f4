import { ApiObject, App, Chart, type IResolver, JsonPatch, Lazy, type ResolutionContext } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { apiObjectToJson } from '../../src/constructs/to-json.js';

const made = (
  spec: unknown,
  { patches = [], resolvers = [] }: { patches?: readonly JsonPatch[]; resolvers?: IResolver[] } = {},
) => {
  const chart = new Chart(new App({ resolvers }), 'chart');
  const object = new ApiObject(chart, 'object', {
    apiVersion: 'example.org/v1',
    kind: 'Example',
    metadata: { name: 'web' },
    spec,
  } as never);
  if (patches.length > 0) object.addJsonPatch(...patches);
  return apiObjectToJson(object, ApiObject.prototype.toJson)['spec'];
};
const lazy = (value: unknown) => Lazy.any({ produce: () => value });
const upper: IResolver = {
  resolve: (context: ResolutionContext) => {
    if (context.value === 'a') context.replaceValue('A');
  },
};

describe('an item that is null', () => {
  it.each<readonly [string, unknown, unknown]>([
    ['alone', { list: [null] }, { list: [null] }],
    ['before another', { list: [null, 'b'] }, { list: [null, 'b'] }],
    ['in a list of lists', [[null, 1], [{ list: [null] }]], [[null, 1], [{ list: [null] }]]],
    ['beside a value that is made later', { list: [null, lazy('b')] }, { list: [null, 'b'] }],
    ['made later', { list: [lazy(null), 'b'] }, { list: [null, 'b'] }],
    ['in what is made later', { list: lazy([null, lazy('b')]) }, { list: [null, 'b'] }],
  ])('stays %s', (_, spec, result) => {
    expect(made(spec)).toEqual(result);
    const patches = [JsonPatch.add('/metadata/labels', { a: 'b' })];
    expect(made(spec, { patches })).toEqual(result);
    expect(made(spec, { resolvers: [upper] })).toEqual(result);
  });

  it('is one that a patch adds, or that stays beside it', () => {
    const patches = [JsonPatch.add('/spec/list/0', null)];
    expect(made({ list: [null, 'a'] }, { patches, resolvers: [upper] })).toEqual({ list: [null, null, 'A'] });
  });
});

it('members that are null or undefined go, as in cdk8s, and items that are undefined', () => {
  const spec = { a: null, b: undefined, c: lazy(null), d: lazy(undefined), e: [undefined, 1, lazy(undefined)] };
  expect(Object.entries(made(spec) as object)).toEqual([['e', [1]]]);
});
