import { describe, expect, it } from 'vitest';
import { addon, diagnosticsOf } from '../support/synthesize.js';
import { both, object, operator, widgetCrd } from './rule-programs.js';

const gadget = object('example.org/v1', 'Gadget', {});
const wigdet = object('example.org/v1', 'Wigdet', {});

const codesOf = (...[stages, options]: Parameters<typeof diagnosticsOf>) =>
  diagnosticsOf(stages, options)
    .filter(({ code }) => ['FX318', 'FX647'].includes(code))
    .map(({ code, severity, at }) => `${severity} ${code} ${at.object ?? ''}`.trim());

describe('a kind that the CRDs of the tree do not define', () => {
  const crds = addon('crds', { namespace: undefined, provides: ['example.org'], build: widgetCrd('example.org') });
  const web = (build = gadget) => addon('web', { build, requires: ['example.org'] });

  it('is an error where nothing else brings CRDs', () => {
    expect(codesOf({ a: [crds], b: [web()] })).toEqual(['error FX647 Gadget/web']);
  });

  it('is a warning where a chart may bring its CRD, unless it is a misspelt kind', () => {
    expect(codesOf({ a: [crds], b: [operator('operator')], c: [web(both(gadget, wigdet))] })).toEqual([
      'warning FX318',
      'error FX647 Wigdet/web',
    ]);
  });

  it('is a warning where the group is also in the cluster from elsewhere', () => {
    const options = { options: { provides: ['example.org'] } };
    expect(codesOf({ a: [crds], b: [web(both(gadget, wigdet))] }, options)).toEqual(['warning FX318']);
  });
});

describe('a version that Flux no longer serves', () => {
  const old = { a: [addon('web', { build: object('source.toolkit.fluxcd.io/v1beta2', 'Bucket', {}) })] };

  it('is an error from the Flux that removed it', () => {
    expect(codesOf(old, { options: { flux: '2.8' } })).toEqual(['error FX647 Bucket/web']);
    expect(codesOf(old, { options: { flux: '2.7' } })).toEqual(['warning FX318']);
  });
});

it('a kind whose CRD cannot be read is not unserved', () => {
  const broken = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
    group: 'example.org',
    scope: 'Namespaced',
    names: { kind: 'Gadget', plural: 'gadgets' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { $ref: '#' } } }],
  });
  expect(codesOf({ a: [addon('web', { build: both(broken, gadget) })] })).toEqual(['warning FX318']);
});
