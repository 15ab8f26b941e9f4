import { describe, expect, it } from 'vitest';
import { expandResourceSet, type MadeBySet } from '../../../src/flux/resource-sets/expand-resource-set.js';

const set = (spec: object, annotations: object = {}) => ({
  apiVersion: 'fluxcd.controlplane.io/v1',
  kind: 'ResourceSet',
  metadata: { name: 'apps', namespace: 'web', annotations },
  spec,
});
const config = (name: string, more: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'web', ...metadata },
  ...more,
});
const providerOf = (name: string, spec: object) => ({
  apiVersion: 'fluxcd.controlplane.io/v1',
  kind: 'ResourceSetInputProvider',
  metadata: { name, namespace: 'web' },
  spec,
});
const expandWhole = (spec: object, providers: Readonly<Record<string, object>> = {}): MadeBySet =>
  expandResourceSet(set(spec), {
    find: (namespace, name) =>
      namespace === 'web' && Object.hasOwn(providers, name) ? providerOf(name, providers[name]!) : undefined,
    all: () => [],
  });
const expand = (...args: Parameters<typeof expandWhole>) => {
  const { made, unknown } = expandWhole(...args);
  return { objects: made.map(({ json }) => json), unknown };
};
const namesOf = ({ objects }: Pick<ReturnType<typeof expand>, 'objects'>) =>
  objects.map(({ metadata }) => (metadata as { name: unknown }).name);

describe('what a template comes to', () => {
  const inputs = [
    {
      text: 'Team One',
      number: 3,
      half: 0.5,
      million: 1_000_000,
      digits: '007',
      yes: true,
      none: '',
      list: ['a', 'b'],
      map: { b: 'two', a: 'one' },
    },
  ];
  it.each([
    ['<< inputs.text >>', 'Team One'],
    ['<< inputs.text | quote >>', 'Team One'],
    ['<< inputs.text | upper | replace " " "-" >>', 'TEAM-ONE'],
    ['a-<< inputs.number >>', 'a-3'],
    ['<< inputs.number >>', 3],
    ['<< inputs.half >>', 0.5],
    ['<< inputs.number | quote >>', '3'],
    ['<< inputs.digits | quote >>', '007'],
    ['<< inputs.digits >>', 7],
    ['<< inputs.million | int >>', 1_000_000],
    ['<< inputs.yes >>', true],
    ['<< default "x" inputs.none >>', 'x'],
    ['<< get inputs "missing" | default inputs.text >>', 'Team One'],
    ['<< if eq inputs.text "Team One" >>one<< else >>other<< end >>', 'one'],
    ['<< if not inputs.yes >>no<< else if and inputs.number inputs.yes >>both<< end >>', 'both'],
    ['<< range inputs.list >><< . >>,<< end >>', 'a,b,'],
    ['<< range $key, $value := inputs.map >><< $key >>=<< $value >>;<< end >>', 'a=one;b=two;'],
    ['<< with inputs.map >><< .a >><< end >>', 'one'],
    ['<< $name := inputs.text | lower >><< $name | trimSuffix " one" >>', 'team'],
    ['<< printf "%s-%d" inputs.text (int inputs.number) >>', 'Team One-3'],
    ['a <<- /* a comment */ ->> b', 'ab'],
    ['<< inputs.map | toYaml | nindent 4 >>', { a: 'one', b: 'two' }],
    ['<< inputs.provider.name >>/<< inputs.provider.kind >>', 'apps/ResourceSet'],
  ])('%s', (text, value) => {
    expect(expand({ inputs, resources: [config('a', { data: { text } })] })).toEqual({
      objects: [config('a', { data: { text: value } })],
      unknown: [],
    });
  });

  it.each([
    '<< inputs.text | sha256sum >>',
    '<< inputs.million >>',
    '<< inputs.list >>',
    '<< eq inputs.number 3 >>',
    '<< "ä" | upper >>',
    '<< template "x" >>',
  ])('is known to the operator alone: %s', (text) => {
    const found = expand({ inputs, resources: [config('a', { data: { text } }), config('b')] });
    expect(namesOf(found)).toEqual(['b']);
    expect(found.unknown).toHaveLength(1);
  });

  it.each(['<< inputs.missing >>', '<< inputs.text', '<< end >>', "a: b: << inputs.text >>\nc: '"])(
    'is nothing at all, since the operator fails: %s',
    (text) => {
      const found = expand({ inputs, resources: [config('b')], resourcesTemplate: text });
      expect(found.objects).toEqual([]);
      expect(found.unknown).toHaveLength(1);
    },
  );
});

describe('the objects of a set', () => {
  it('are made once for each input, and of many documents', () => {
    const found = expand({
      inputs: [{ name: 'a' }, { name: 'b' }],
      resources: [config('one-<< inputs.name >>')],
      resourcesTemplate: `---\n${JSON.stringify(config('two'))}\n---\nkind: ConfigMap\napiVersion: v1\nmetadata:\n  name: three-<< inputs.name >>\n`,
    });
    expect(namesOf(found)).toEqual(['one-a', 'one-b', 'two', 'three-a', 'two', 'three-b']);
  });

  it('are read as the operator reads them, for whom yes is a boolean', () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\nimmutable: yes\nimmutable: off\n';
    expect(expand({ resourcesTemplate: text }).objects).toEqual([expect.objectContaining({ immutable: false })]);
  });

  it('are those of static providers too, whose id only the cluster knows', () => {
    const spec = {
      inputs: [{ name: 'a' }],
      inputsFrom: [{ name: 'more' }],
      resources: [config('<< inputs.name >>', { data: { from: '<< inputs.provider.name >>' } })],
    };
    const provider = { type: 'Static', defaultValues: { name: 'b' } };
    expect(expand(spec, { more: provider })).toEqual({
      objects: [config('a', { data: { from: 'apps' } }), config('b', { data: { from: 'more' } })],
      unknown: [],
    });
    const byId = { ...spec, inputs: [], resources: [config('<< inputs.id >>')] };
    expect(expand(byId, { more: provider })).toMatchObject({ objects: [], unknown: [expect.anything()] });
    for (const one of [undefined, { ...provider, schedule: [] }, { type: 'GitHubBranch' }]) {
      expect(expand(spec, one === undefined ? {} : { more: one })).toMatchObject({ objects: [] });
    }
  });

  it('are unknown where providers are selected, or inputs combined in another way', () => {
    const resources = [config('<< inputs.a.name >>'), config('b')];
    const strange = { inputs: [{ name: 'a' }], inputStrategy: { name: 'Zip' }, resources };
    const selected = { inputsFrom: [{ selector: { matchLabels: { a: 'b' } } }], resources };
    for (const spec of [strange, selected]) {
      const found = expand(spec);
      expect(namesOf(found)).toEqual(['b']);
      expect(found.unknown).toHaveLength(1);
    }
  });

  describe('are every combination, under the names of their providers, with Permute', () => {
    const inputStrategy = { name: 'Permute' };
    const inputsFrom = [{ name: 'provider-1' }];
    const provider = (values: object) => ({ 'provider-1': { type: 'Static', defaultValues: values } });
    const resources = [config('<< inputs.apps.tenant >>-<< inputs.provider_1.env >>-<< inputs.id >>')];

    it('with an id by the place of each', () => {
      const inputs = [{ tenant: 'a' }, { tenant: 'b' }];
      const spec = { inputs, inputsFrom, inputStrategy, resources };
      // Adler-32 of "apps=0/provider_1=0" and "apps=1/provider_1=0".
      expect(namesOf(expand(spec, provider({ env: 'dev' })))).toEqual(['a-dev-1179846329', 'b-dev-1180763834']);
    });

    it('where the set has no inputs of its own, unless empty ones count', () => {
      const spec = { inputsFrom, inputStrategy, resources: [config('<< inputs.provider_1.env >>')] };
      expect(namesOf(expand(spec, provider({ env: 'dev' })))).toEqual(['dev']);
      const counted = { ...spec, inputStrategy: { ...inputStrategy, includeEmptyProviders: true } };
      expect(expand(counted, provider({ env: 'dev' }))).toEqual({ objects: [], unknown: [] });
    });

    it('as one run where nothing gives any', () => {
      expect(namesOf(expand({ inputStrategy, resources: [config('a')] }))).toEqual(['a']);
    });

    it('as long as they are not too many', () => {
      const inputs = Array.from({ length: 10_001 }, (_, at) => ({ tenant: String(at) }));
      const found = expand({ inputs, inputStrategy, resources });
      expect(found.objects).toEqual([]);
      expect(found.unknown).toHaveLength(1);
    });

    it('unless only the cluster knows one of them', () => {
      const found = expand({ inputsFrom, inputStrategy, resources }, { 'provider-1': { type: 'GitHubBranch' } });
      expect(found.unknown).toHaveLength(1);
    });
  });

  it('are left out by an annotation, where there are inputs', () => {
    const off = { annotations: { 'fluxcd.controlplane.io/reconcile': 'disabled' } };
    const resources = [config('a', {}, off), config('b')];
    expect(namesOf(expand({ inputs: [{ x: 'y' }], resources }))).toEqual(['b']);
    expect(namesOf(expand({ resources }))).toEqual(['a', 'b']);
    expect(namesOf(expand({ resourcesTemplate: JSON.stringify(resources[0]) }))).toEqual([]);
  });

  it('have the metadata that the set puts on all', () => {
    const commonMetadata = { labels: { team: 'web' }, annotations: { a: 'set' } };
    const own = config('a', {}, { annotations: { a: 'own', b: 'own' } });
    expect(expand({ commonMetadata, resources: [own] }).objects).toEqual([
      config('a', {}, { annotations: { a: 'set', b: 'own' }, labels: { team: 'web' } }),
    ]);
  });

  it('come from steps, and from nothing else', () => {
    const steps = [
      { name: 'one', resources: [config('a')] },
      { name: 'two', resourcesTemplate: JSON.stringify(config('b')) },
    ];
    expect(namesOf(expand({ steps }))).toEqual(['a', 'b']);
    expect(expand({ steps, resources: [config('c')] })).toMatchObject({ objects: [], unknown: [expect.anything()] });
  });

  it('end where a template never does', () => {
    const list = Array.from({ length: 300 }, (_, at) => String(at));
    const loop = '<< range inputs.list >><< range inputs.list >><< range inputs.list >>x<< end >><< end >><< end >>';
    expect(expand({ inputs: [{ list }], resources: [config('a', { data: { loop } })] }).unknown).toHaveLength(1);
  });
});
