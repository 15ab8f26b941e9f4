import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { hashedName, nameBeforeHash } from '../../src/constructs/kustomize-hash.js';
import { kustomizeText, withoutKubectl } from '../reference/kubectl.js';
import { diagnosticsOfAddon } from '../support/synthesize.js';

interface Content {
  readonly name: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

const contents: Readonly<Record<string, Content>> = {
  'text by key': { name: 'web', data: { a: '1', b: 'two' } },
  'keys out of order': { name: 'web', data: { b: 'two', a: '1' } },
  'nothing at all': { name: 'web' },
  'what HTML reads': { name: 'web', data: { page: '<a href="?a=1&b=2">\u2028\u2029</a>' } },
  'lines and blanks': { name: 'web.example', data: { 'a.conf': 'a = 1\n\tb = "2" \n\n', empty: '', '.hidden': ' x' } },
  'carriage returns': { name: 'web', data: { 'a.conf': 'a\r\nb\r' } },
  'slashes and tabs': { name: 'web', data: { a: 'back \\ forward / quote " tab \t' } },
  'text that looks like something else': { name: 'web', data: { a: 'true', b: '012', c: 'null', d: '~', e: '1e3' } },
  'other scripts': { name: 'web', data: { a: 'é ß 漢字 🚀', b: '${VAR} $$ $(x)' } },
  'binary data': { name: 'web', data: { a: '1' }, binaryData: { 'logo.png': '/9j/4AAQSkZJRgABAQ==', b: 'gIGC' } },
  'an empty map': { name: 'web', data: {}, binaryData: {} },
  'binary data and an empty map': { name: 'web', data: {}, binaryData: { logo: 'gIGC' } },
  'binary data alone': { name: 'web', binaryData: { logo: '/9j/4AAQSkZJRgABAQ==' } },
};

const missing = withoutKubectl();

describe.skipIf(missing !== undefined)(
  `a name with a hash, as kustomize makes it${missing ? ` (${missing})` : ''}`,
  () => {
    test.each(Object.entries(contents))('%s', (_, content) => {
      expect(hashedName(content.name, content as never)).toBe(generatedBy(content));
    });

    test('of many contents, drawn at random', () => {
      const drawn = Array.from({ length: 60 }, (_, index) => drawContent(index + 1));
      expect(drawn.map((one) => hashedName(one.name, one as never))).toEqual(generate(drawn));
    }, 30_000);
  },
);

const generatedBy = (content: Content): string => generate([content])[0]!;

/** The names that kustomize's `configMapGenerator` gives, from files. */
const generate = (all: readonly Content[]): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-hash-'));
  try {
    const generators = all.map(({ name, data = {}, binaryData = {} }, index) => {
      mkdirSync(join(folder, String(index)));
      const keys = [...Object.keys(data), ...Object.keys(binaryData)];
      for (const [key, text] of Object.entries(data)) writeFileSync(join(folder, String(index), key), text);
      for (const [key, text] of Object.entries(binaryData))
        writeFileSync(join(folder, String(index), key), Buffer.from(text, 'base64'));
      return { name, namespace: `n${index}`, files: keys.map((key) => `${key}=${index}/${key}`) };
    });
    writeFileSync(join(folder, 'kustomization.yaml'), stringify({ configMapGenerator: generators }));
    // Some text it prints in a way that other readers refuse.
    const names = new Map(
      [...kustomizeText(folder).matchAll(/^metadata:\n {2}name: (.+)\n {2}namespace: (.+)$/gm)].map(
        ([, name = '', namespace = '']) => [namespace, name],
      ),
    );
    return generators.map(({ namespace }) => names.get(namespace) ?? '');
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Keys that Kubernetes refuses, or that kubectl doesn't print: YAML takes them for numbers. */
const NOT_A_KEY = /^\.+$|^\.\.|^[\d._-]+$/;

/** A small generator of numbers, the same in each run. */
const drawContent = (seed: number): Content => {
  let state = seed * 2654435761;
  const draw = (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0;
    return ((state >>> 0) % 1_000_003) % below;
  };
  const characters = [...'abc 0129<>&"\'\\/\n\t\r$\u{a0}é漢\u2028\u2029🚀{}[]:#-'];
  const textOf = (length: number) => Array.from({ length }, () => characters[draw(characters.length)]).join('');
  const keyOf = () => Array.from({ length: 1 + draw(6) }, () => [...'abcXYZ019._-'][draw(12)]).join('');
  const data = Object.fromEntries(
    Array.from({ length: draw(6) }, () => [keyOf(), textOf(draw(40))] as const).filter(([key]) => !NOT_A_KEY.test(key)),
  );
  return { name: `n${draw(1000)}`, ...(Object.keys(data).length === 0 ? {} : { data }) };
};

describe('a number or boolean var as text', () => {
  const web = defineAddon({
    name: 'web',
    namespace: 'web',
    createNamespace: true,
    infra: { vars: { TF_REPLICAS: z.number(), TF_ENABLED: z.boolean().default(true) } },
    build(scope, { vars }) {
      const { TF_REPLICAS: replicas, TF_ENABLED: enabled } = vars;
      new ConfigMap(scope, 'config', {
        data: { replicas, line: `${replicas} at most`, enabled },
        labels: { enabled },
        annotations: { replicas },
      });
    },
  });

  it('arrives as text in data, labels and annotations', () => {
    const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
    const { diagnostics, files } = synthCluster(cluster);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const text = Object.values(files).find((one) => one.includes('kind: ConfigMap\n')) ?? '';
    expect(text.slice(text.indexOf('apiVersion'))).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        name: web
        namespace: web
        annotations:
          replicas: \${q}\${TF_REPLICAS}\${q}
        labels:
          enabled: \${q}\${TF_ENABLED:=true}\${q}
      data:
        enabled: \${q}\${TF_ENABLED:=true}\${q}
        line: \${TF_REPLICAS} at most
        replicas: \${q}\${TF_REPLICAS}\${q}
      "
    `);
  });

  it('is text in a plain cdk8s chart', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'web' });
    web.addTo(chart, { infra: { vars: { TF_REPLICAS: 3 } } });
    expect(chart.toJson().find(({ kind }) => kind === 'ConfigMap')).toMatchObject({
      data: { replicas: '3', line: '3 at most', enabled: 'true' },
      metadata: { labels: { enabled: 'true' }, annotations: { replicas: '3' } },
    });
  });
});

describe('new ConfigMap with nameSuffixHash', () => {
  const chart = () => new Chart(new App(), 'chart', { namespace: 'web' });

  it('has its name at once, for others to name it', () => {
    const map = new ConfigMap(chart(), 'a', { name: 'web', data: { a: '1', b: 'two' }, nameSuffixHash: true });
    expect(map.name).toBe(hashedName('web', { data: { a: '1', b: 'two' } }));
    expect(map.toJson()).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: map.name, namespace: 'web' },
      data: { a: '1', b: 'two' },
    });
  });

  it('counts what `extra` brings', () => {
    const binaryData = { logo: '/9j/4AAQSkZJRgABAQ==' };
    const map = new ConfigMap(chart(), 'a', { name: 'web', nameSuffixHash: true, extra: { binaryData } });
    expect(map.name).toBe(hashedName('web', { binaryData }));
  });

  it('is named after its addon unless it says otherwise', () => {
    let name = '';
    const diagnostics = diagnosticsOfAddon({
      build: (scope) => {
        name = new ConfigMap(scope, 'a', { data: { a: '1' }, nameSuffixHash: true }).name;
      },
    });
    expect(diagnostics).toEqual([]);
    expect(name).toBe(hashedName('web', { data: { a: '1' } }));
    expect(nameBeforeHash(name)).toBe('web');
    expect(nameBeforeHash('web-config')).toBeUndefined();
  });

  it('stays without a hash in a plain chart that gives no name', () => {
    expect(() => new ConfigMap(chart(), 'a', { data: {}, nameSuffixHash: true })).toThrow(/has no name/);
  });
});
