import { readFileSync } from 'node:fs';
import { synthCluster } from 'fluxspan/testing';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import app, { dev, prod } from '../../src/platform/app.js';
import { identityOf, type KubeObject } from './kube-object.js';

const sorted = (objects: readonly KubeObject[]) =>
  objects.map((one) => [identityOf(one), one] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

test('cdk8s itself makes the objects that fluxspan writes', () => {
  const documents = parseAllDocuments(app.synthYaml(), { version: '1.1' });
  const made = documents.map((document) => document.toJS() as KubeObject);
  const planned = [dev, prod].flatMap((cluster) => synthCluster(cluster).objects as unknown as KubeObject[]);
  // Both clusters have objects of one name: what counts is that each is there as often.
  const text = (objects: readonly KubeObject[]) =>
    sorted(objects)
      .map((one) => withoutQuotes(JSON.stringify(one, sortKeys)))
      .sort();
  expect(text(made)).toEqual(text(planned));
});

/** The quotes that Flux puts around a var are synth's, which alone knows that Flux will substitute. */
const withoutQuotes = (json: string) => json.replaceAll('${q}', '').replace('"substitute":{"q":"\\""},', '');

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

test('cdk8s synth writes under dist/, whose content it deletes before', () => {
  const config = parse(readFileSync(new URL('../../cdk8s.yaml', import.meta.url), 'utf8')) as Record<string, unknown>;
  expect(config['output']).toMatch(/^dist\/./);
  expect(config['app']).toBe('node dist/src/platform/main.js');
  expect(config['fluxspan']).toEqual({ app: 'src/platform/app.ts' });
});
