import { ApiObject } from 'cdk8s';
import { expect, it } from 'vitest';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { addon, type clusterOf, diagnosticsOf } from '../../support/synthesize.js';
import { type Build, both, object } from '../rule-programs.js';

const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shared', namespace: 'default' } };
const shared: Build = object('v1', 'ConfigMap', undefined, { name: 'shared' });
const set =
  (name: string, spec: object, annotations: object = {}): Build =>
  (scope) => {
    const json = { apiVersion: 'fluxcd.controlplane.io/v1', kind: 'ResourceSet', spec };
    new ApiObject(scope, name, { ...json, metadata: { name, namespace: 'default', annotations } } as never);
  };
const made = {
  inputs: [{ name: 'shared' }],
  resources: [{ ...config, metadata: { ...config.metadata, name: '<< inputs.name >>' } }],
};
const disabled = { 'fluxcd.controlplane.io/reconcile': 'disabled' };

const found = (...builds: readonly Build[]) =>
  diagnosticsOf({ first: builds.map((build, at) => addon(`web-${at}`, { build })) } as Parameters<typeof clusterOf>[0])
    .filter(({ code }) => code === 'FX302')
    .map(({ message }) => message);

it.each([
  [
    'another addon',
    [shared, set('apps', made)],
    'ResourceSet/apps of addon "web-1" makes ConfigMap/shared in namespace "default", and so does addon "web-0"',
  ],
  [
    'its own addon',
    [both(shared, set('apps', made))],
    'ResourceSet/apps of addon "web-0" makes ConfigMap/shared in namespace "default", and so does addon "web-0"',
  ],
  [
    'another set',
    [set('apps', made), set('more', { resources: [config] })],
    'ResourceSet/more of addon "web-1" makes ConfigMap/shared in namespace "default", and so does ResourceSet/apps of addon "web-0"',
  ],
])('is made by a ResourceSet and by %s', (_, builds, words) => {
  expect(found(...builds)).toEqual([expect.stringContaining(words)]);
});

it.each([
  ['under another name', [shared, set('apps', { ...made, inputs: [{ name: 'other' }] })]],
  ['by a set that is disabled', [shared, set('apps', made, disabled)]],
  ['twice by one set, which takes the first', [set('apps', { resources: [config, config] })]],
])('is not told where it is made %s', (_, builds) => {
  expect(found(...builds)).toEqual([]);
});

const source = (kind: string, name = 'flux-system'): Build =>
  object('source.toolkit.fluxcd.io/v1', kind, undefined, { name, namespace: 'flux-system' });
const ofSource = (kind: string, app: FluxApp, options: object = {}) =>
  diagnosticsOf({ first: [addon('web', { build: source(kind) })] }, { app, options })
    .filter(({ code }) => code === 'FX302')
    .map(({ message }) => message);

it.each([
  ['GitRepository', 'GitRepository', 1],
  ['OCIRepository', 'GitRepository', 0],
  ['OCIRepository', 'OCIRepository', 1],
  ['GitRepository', 'OCIRepository', 0],
] as const)('%s "flux-system" is the source of Flux\'s root, where the app reads a %s: %i', (kind, reads, count) => {
  expect(ofSource(kind, new FluxApp({ source: { kind: reads, name: 'flux-system' } }))).toHaveLength(count);
});

it('a source of the name that the Flux Operator gives the root is its own', () => {
  const sync = { kind: 'OCIRepository', url: 'oci://example.org/fleet', ref: 'latest' } as const;
  const options = { flux: { version: '2.9', operator: { sync } } };
  const app = () => new FluxApp({ source: { kind: 'OCIRepository', name: 'flux-system' } });
  expect(ofSource('OCIRepository', app(), options)).toHaveLength(1);
  expect(ofSource('GitRepository', app(), options)).toEqual([]);
});
