import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApiObject } from 'cdk8s';
import { ConfigMap, type Diagnostic, Gateway, HelmRelease, HTTPRoute, helmChart, Namespace } from 'fluxspan';
import { externalSecrets } from 'fluxspan/addons';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addon, diagnosticsOf, diagnosticsOfAddon, type LooseDefinition } from '../support/synthesize.js';

const only = (diagnostics: readonly Diagnostic[], code: string): Diagnostic => {
  const found = diagnostics.filter((one) => one.code === code);
  expect(found.map(({ message }) => message)).toHaveLength(1);
  return found[0]!;
};
const codesOf = (diagnostics: readonly Diagnostic[]): readonly string[] => diagnostics.map(({ code }) => code);
const lines = readFileSync(fileURLToPath(import.meta.url), 'utf8').split('\n');
/** Where this file has a mark. */
const lineOf = (mark: string): string =>
  `test/compile/messages.test.ts:${lines.findIndex((line) => line.endsWith(`// ${mark}`)) + 1}`;

describe('a namespace that nobody creates (FX207)', () => {
  it('is told by its object, with the one that was probably meant', () => {
    const { at, fix, notes } = only(
      diagnosticsOfAddon({
        namespace: 'quotas',
        createNamespace: true,
        build: (scope) => {
          new ApiObject(scope, 'quota', {
            apiVersion: 'v1',
            kind: 'ResourceQuota',
            metadata: { name: 'small', namespace: 'quotass' },
            spec: {},
          });
        },
      }),
      'FX207',
    );
    expect(at).toMatchObject({ addon: 'web', object: 'ResourceQuota/small', path: 'metadata.namespace' });
    expect(notes).toContain('in it: ResourceQuota/small of "web"');
    expect(fix).toBe(
      `did you mean "quotas"? else make it in the \`build\` of one addon, new Namespace(scope, 'quotass', { name: 'quotass' }), or add { kind: 'Namespace', name: 'quotass' } to the cluster's external if it is there already`,
    );
  });

  it("is looked for by the name that the addon's own Kustomization gives it, where that is known", () => {
    const inVar = (substitute: Readonly<Record<string, string>>) =>
      codesOf(
        diagnosticsOfAddon({
          namespace: 'web',
          createNamespace: true,
          kustomization: { postBuild: { substitute } },
          build: (scope) => {
            new ConfigMap(scope, 'a', { namespace: '${NAMESPACE}' });
          },
        }),
      );
    expect(inVar({ NAMESPACE: 'web' })).not.toContain('FX207');
    expect(inVar({ NAMESPACE: 'wbe' })).toContain('FX207');
  });

  it("is fixed by createNamespace where it is the addon's own", () => {
    const { at, fix } = only(diagnosticsOfAddon({ namespace: 'shop' }), 'FX207');
    expect(at).toMatchObject({ addon: 'web', path: 'namespace' });
    expect(fix).toBe(
      `set createNamespace: true where addon "web" is used, or add { kind: 'Namespace', name: 'shop' } to the cluster's external if it is there already`,
    );
    expect(codesOf(diagnosticsOfAddon({ namespace: 'shop' }, { createNamespace: true }))).not.toContain('FX207');
  });

  it('names three objects, and says how many there are', () => {
    const build: LooseDefinition['build'] = (scope) => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) new ConfigMap(scope, id, { name: id, namespace: 'elsewhere' });
    };
    expect(only(diagnosticsOfAddon({ build }), 'FX207').notes[0]).toBe(
      'in it: ConfigMap/a of "web", ConfigMap/b of "web", ConfigMap/c of "web", and 2 more',
    );
  });

  it("in a later stage asks for no createNamespace of a namespace that is not the addon's", () => {
    const early = addon('early', { build: (scope) => void new ConfigMap(scope, 'a', { namespace: 'late' }) });
    const { at, fix } = only(
      diagnosticsOf({ first: [early], second: [addon('late', { namespace: 'late' }, { createNamespace: true })] }),
      'FX207',
    );
    expect(at).toMatchObject({ addon: 'early', object: 'ConfigMap/early' });
    expect(fix).not.toContain('createNamespace');
  });
});

describe('a capability that nobody provides (FX203)', () => {
  it('names the addon of the package, once, and not the one that requires it', () => {
    const diagnostics = diagnosticsOf({ first: [externalSecrets()] });
    const fixes = diagnostics.filter(({ code }) => code === 'FX203').map(({ fix }) => fix);
    expect(fixes).toEqual([
      "add externalSecretsCrds() of fluxspan/addons to an earlier stage, or add 'external-secrets.io' to the cluster's external if it is there already",
      "add externalSecretsCrds() of fluxspan/addons to an earlier stage, or add 'generators.external-secrets.io' to the cluster's external if it is there already",
    ]);
  });

  it('leaves FX605 to those who do not require it', () => {
    const build: LooseDefinition['build'] = (scope) => {
      new ApiObject(scope, 'one', { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'one' } });
    };
    const found = codesOf(
      diagnosticsOf({ first: [addon('said', { requires: ['example.org'], build }), addon('unsaid', { build })] }),
    );
    expect(found.filter((code) => code === 'FX203' || code === 'FX605')).toEqual(['FX203', 'FX605']);
  });

  it('suggests what is near, else lists a few of the earlier stages', () => {
    const many = Array.from({ length: 14 }, (_, at) => addon(`part-${String.fromCharCode(97 + at)}`));
    const fixOf = (capability: string) =>
      only(diagnosticsOf({ first: many, second: [addon('web', { requires: [capability] })] }), 'FX203').fix;
    expect(fixOf('prt-a')).toMatch(/^did you mean "part-a"\? else add an addon/);
    expect(fixOf('something-else')).toMatch(/; earlier stages provide "part-a", .*"part-j" and 4 more$/);
    // Near is the name of the addon itself alone.
    expect(only(diagnosticsOf({ first: [addon('quite-new', { requires: ['quite-nw'] })] }), 'FX203').fix).not.toContain(
      'did you mean',
    );
  });
});

it('says in which namespace an object of a right name is (FX307)', () => {
  const gateway = addon('gateway', {
    build: (scope) => {
      new Gateway(scope, 'main', { spec: { gatewayClassName: 'a', listeners: [] } });
    },
  });
  const route = addon('route', {
    requires: ['gateway'],
    build: (scope) => {
      new HTTPRoute(scope, 'r', { spec: { parentRefs: [{ name: 'gateway', namespace: 'kube-system' }] } });
    },
  });
  expect(only(diagnosticsOf({ first: [gateway], second: [route] }), 'FX307').fix).toBe(
    '"gateway" is in namespace "default", as HTTPRoute/route is: take the namespace out of the reference',
  );
});

it('says nothing that follows from what a failed build did not make (FX301)', () => {
  const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
  const broken = addon('broken', {
    provides: ['gateways'],
    charts: { web: chart },
    infra: { vars: { TF_HOST: z.string() }, values: { web: z.object({ size: z.number() }) } },
    build: () => {
      throw new Error('gone');
    },
  });
  const reader = addon('reader', {
    requires: ['gateways'],
    build: (scope) => {
      new HTTPRoute(scope, 'r', { spec: { parentRefs: [{ name: 'made-by-broken' }] } });
      new ApiObject(scope, 'w', { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'w' } });
    },
  });
  const found = codesOf(diagnosticsOf({ first: [broken], second: [reader] }));
  // Nothing but what nobody describes is told beside it.
  expect(found.filter((code) => code !== 'FX318')).toEqual(['FX301']);
});

describe('the place of an object', () => {
  const placed = (code: string, definition: LooseDefinition): Diagnostic => only(diagnosticsOfAddon(definition), code);

  it('is the line that makes it, with a note of where its addon is used', () => {
    const { at, notes } = placed('FX315', {
      build: (scope) => {
        new ConfigMap(scope, 'data', { data: { a: 1 as never } }); // typed
      },
    });
    expect(at.source).toBe(lineOf('typed'));
    expect(notes.at(-1)).toMatch(/^addon "web" is used at test\/support\/synthesize\.ts:\d+$/);
  });

  it('of two that are called alike is that of the second, and a note has the first', () => {
    const { at, notes } = placed('FX302', {
      build: (scope) => {
        new ConfigMap(scope, 'one', { name: 'twin' }); // the first
        new ConfigMap(scope, 'two', { name: 'twin' }); // the second
      },
    });
    expect(at.source).toBe(lineOf('the second'));
    expect(notes).toContain(`the other one is made at ${lineOf('the first')}`);
  });

  it.each([
    ['FX304', (scope) => void new ConfigMap(scope, 'a', { data: { a: '${TF_GONE}' } })], // FX304
    ['FX307', (scope) => void new HTTPRoute(scope, 'a', { spec: { parentRefs: [{ name: 'gone' }] } })], // FX307
    ['FX309', (scope) => void new HelmRelease(scope, 'a', {} as never)], // FX309
  ] as const satisfies readonly (readonly [string, LooseDefinition['build']])[])('is there for %s', (code, build) => {
    const found = diagnosticsOfAddon({ infra: { vars: { TF_A: z.string() } }, build }).find((one) => one.code === code);
    expect(found?.at.source).toBe(lineOf(code));
  });

  it('of what fluxspan makes is where the addon is used', () => {
    const { at, notes } = only(
      diagnosticsOf({
        first: [
          addon('one', { namespace: 'shared', createNamespace: true }),
          addon('two', { build: (scope) => void new Namespace(scope, 'n', { name: 'shared' }) }),
          addon('three', { build: (scope) => void new Namespace(scope, 'n', { name: 'shared' }) }),
        ],
      }),
      'FX302',
    );
    expect(at.source).toMatch(/^test\/compile\/messages\.test\.ts:/);
    expect(notes.length).toBeGreaterThan(0);
    // The Kustomization of an addon is made by no line of the user's.
    const entry = placed('FX310', { kustomization: { interval: 'soon' } });
    expect(entry.at.source).toMatch(/^test\/support\/synthesize\.ts:/);
  });
});

describe('a value or option of the wrong type', () => {
  it('says what the chart takes (FX313)', () => {
    const chart = helmChart<object>({
      url: 'oci://example.org/web',
      version: '1.0.0',
      valuesSchema: () => ({
        type: 'object',
        properties: { replicas: { type: 'integer' }, mode: { enum: ['a', 'b'] } },
      }),
    });
    const fixOf = (values: object) =>
      only(diagnosticsOfAddon({ build: (scope) => void new HelmRelease(scope, 'w', { chart, values }) }), 'FX313').fix;
    expect(fixOf({ replicas: 'two' })).toBe('give a whole number');
    expect(fixOf({ mode: 'c' })).toBe('give "a" or "b"');
  });

  it.each([
    [z.number(), 'x', 'give a number'],
    [z.number().min(2), 1, 'give at least 2'],
    [z.number().lt(2), 3, 'give less than 2'],
    [z.string().min(1), '', 'give at least 1 character'],
    [z.array(z.string()).max(1), ['a', 'b'], 'give at most 1 item'],
    [z.union([z.string(), z.number()]), true, 'give a string or a number'],
    [z.union([z.literal('auto'), z.boolean()]), 3, 'give "auto" or a boolean'],
    [z.union([z.object({ a: z.string() }), z.number()]), { a: 1 }, 'give what has a right "a" or a number'],
    [z.string().regex(/^a/), 'b', 'give text that matches /^a/'],
    [z.number().multipleOf(5), 3, 'give a multiple of 5'],
  ])('says what the option takes (FX107): %#', (schema, given, fix) => {
    expect(only(diagnosticsOfAddon({ options: z.object({ size: schema }) }, { size: given }), 'FX107').fix).toBe(fix);
  });

  it('says nothing that follows from options that are refused (FX107)', () => {
    const options = z.object({ name: z.string(), size: z.number() });
    const build: LooseDefinition['build'] = (scope, { options: given }) =>
      void new ConfigMap(scope, 'a', { name: (given as { name: string }).name.toUpperCase(), data: {} });
    const found = diagnosticsOfAddon({ options, build }, { name: 'a', size: 'x' });
    expect(found.map(({ code }) => code)).toEqual(['FX107']);
  });

  it('says it of the options as a whole where two of them do not fit (FX107)', () => {
    const options = z
      .object({ min: z.number(), max: z.number() })
      .refine(({ min, max }) => min < max, 'Min is below max');
    expect(only(diagnosticsOfAddon({ options }, { min: 3, max: 2 }), 'FX107')).toMatchObject({
      message: 'the options of addon "web" cannot be {"min":3,"max":2}',
      fix: 'min is below max',
    });
  });
});
