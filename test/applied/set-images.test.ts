import { describe, expect, it } from 'vitest';
import { openImages } from '../../src/applied/set-images.js';
import type { JsonObject } from '../../src/json/json-value.js';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string, string];
const images = [
  { name: 'nginx', newTag: '2' },
  { name: 'example.org/web', newName: 'other.org/web', digest: A },
  { name: 'both', newTag: '3', digest: B },
  { name: 'chain', newName: 'nginx' },
];
const set = (json: object): JsonObject => openImages(images)!(json as JsonObject);
const container = (image: string) => ({ containers: [{ name: 'main', image }] });

/** Each as kustomize 5.8.1 builds it. */
describe('an image', () => {
  it.each([
    ['nginx', 'nginx:2'],
    ['nginx:1', 'nginx:2'],
    [`nginx:1@${C}`, 'nginx:2'],
    [`nginx@${C}`, 'nginx:2'],
    ['docker.io/nginx:1', 'docker.io/nginx:1'],
    ['localhost:5000/nginx:1', 'localhost:5000/nginx:1'],
    ['nginx:${TAG}', 'nginx:${TAG}'],
    ['nginx-extra:1', 'nginx-extra:1'],
    ['example.org/web:1', `other.org/web@${A}`],
    ['exampleXorg/web:1', `other.org/web@${A}`],
    ['both:1', `both:3@${B}`],
    ['chain:1', 'nginx:1'],
    [`chain:1@${C}`, `nginx:1@${C}`],
  ])('%s becomes %s', (image, made) => {
    expect(set({ kind: 'Pod', spec: container(image) })).toEqual({ kind: 'Pod', spec: container(made) });
  });

  it.each<readonly [string, object, object]>([
    ['a template', { template: { spec: container('nginx:1') } }, { template: { spec: container('nginx:2') } }],
    [
      'a volume',
      { volumes: [{ image: { reference: 'nginx:1' } }] },
      { volumes: [{ image: { reference: 'nginx:2' } }] },
    ],
    ['a list at any depth', { deep: [container('nginx:1')] }, { deep: [container('nginx:2')] }],
    ['a map in the place of a list', { containers: { image: 'nginx:1' } }, { containers: { image: 'nginx:2' } }],
  ])('is set in %s', (_, spec, made) => {
    expect(set({ kind: 'Foo', spec })).toEqual({ kind: 'Foo', spec: made });
  });

  it.each<readonly [string, string, object]>([
    ['a field of that name alone', 'Foo', { image: 'nginx:1', deep: [{ x: { image: 'nginx:1' } }] }],
    ['ephemeral containers', 'Pod', { ephemeralContainers: [{ image: 'nginx:1' }] }],
    ['volumes of a CronJob', 'CronJob', { jobTemplate: { spec: { volumes: [{ image: { reference: 'nginx:1' } }] } } }],
    ['a CRD', 'CustomResourceDefinition', container('nginx:1')],
  ])('is not set in %s', (_, kind, spec) => {
    const json = { kind, spec } as JsonObject;
    expect(openImages(images)!(json)).toBe(json);
  });

  it.each([[[{ name: '(' }]], [[{ newTag: '2' }]], [['nginx']]])('is not known with %j', (entries) => {
    expect(openImages(entries)).toBeUndefined();
  });
});
