import { afterEach, beforeEach, expect, it } from 'vitest';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { printChanges } from '../../../src/handover/print-handover.js';
import { Repository } from '../repository.js';
import { type SampleObject, sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const claim = (name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'web', ...metadata },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
});
const KEPT = { annotations: { 'fluxcd.controlplane.io/prune': 'disabled' } };
const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'keep', namespace: 'web' } };
const set = (spec: object, name = 'apps'): SampleObject => ({ kind: 'ResourceSet', name, namespace: 'web', spec });
const dev = (...objects: readonly SampleObject[]) =>
  sampleApp({ dev: { addons: { web: { objects, kustomization: { wait: false } } } } });
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes));

const change = async (before: readonly SampleObject[], after: readonly SampleObject[]): Promise<Synthesized> => {
  expect((await synth(repository, dev(...before))).written).toBe(true);
  repository.publish('a cluster');
  return synth(repository, dev(...after));
};
const changeSet = (before: object, after: object) => change([set(before)], [set(after)]);

it('refuses that data leaves the resources of a set', async () => {
  const found = await changeSet({ resources: [claim('db'), configMap] }, { resources: [configMap] });
  expect(found.codes).toEqual(['FX502']);
  expect(textOf(found)).toContain('set the annotation fluxcd.controlplane.io/prune: disabled on it');
  expect(textOf(found)).toContain('PersistentVolumeClaim/db in web goes');
  expect(linesOf(found)).toEqual([
    '~ ResourceSet/apps in web (web)',
    '- PersistentVolumeClaim/db in web (ResourceSet/apps in web)',
  ]);
});

it('refuses that an input goes for which a set makes data', async () => {
  const resources = [claim('db-<< inputs.tenant >>')];
  const found = await changeSet(
    { inputs: [{ tenant: 'a' }, { tenant: 'b' }], resources },
    { inputs: [{ tenant: 'a' }], resources },
  );
  expect(found.codes).toEqual(['FX502']);
  expect(textOf(found)).toContain('PersistentVolumeClaim/db-b in web goes');
});

it('shows the objects of a set that goes as a whole, or in steps', async () => {
  const steps = [{ name: 'first', resources: [claim('db')] }];
  const found = await change([set({ steps })], [{ kind: 'ConfigMap', name: 'keep' }]);
  expect(linesOf(found)).toContain('- PersistentVolumeClaim/db in web (ResourceSet/apps in web and web)');
  expect(textOf(found)).toContain('PersistentVolumeClaim/db in web goes');
});

it('takes what code declares, and leaves what the operator keeps', async () => {
  const found = await changeSet({ resources: [claim('db', KEPT), configMap] }, { resources: [configMap] });
  expect(found.codes).toEqual([]);
  expect(linesOf(found).join()).toContain('PersistentVolumeClaim/db in web is left behind');
});

it('refuses that data leaves a set for the addon', async () => {
  const data = { kind: 'PersistentVolumeClaim', name: 'db', namespace: 'web' };
  const found = await change([set({ resources: [claim('db'), configMap] })], [set({ resources: [configMap] }), data]);
  expect(found.codes).toEqual(['FX526']);
  expect(textOf(found)).toContain('leaves ResourceSet/apps in web for a Kustomization in one change');
});

it('says that another set may come too late', async () => {
  const one = await change(
    [set({ resources: [claim('db'), configMap] }), set({ resources: [claim('other')] }, 'more')],
    [set({ resources: [configMap] }), set({ resources: [claim('other'), claim('db')] }, 'more')],
  );
  expect(one.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['notice FX526']);
});

it.each([
  ['templates', { resourcesTemplate: 'name: << inputs.a | upper >>' }, { resourcesTemplate: 'name: << inputs.b >>' }],
  [
    'what was spelled out',
    { resources: [claim('db')] },
    { inputs: [{ name: 'db' }], resources: [claim('<< inputs.name | lower >>')] },
  ],
  [
    'inputs that templates read',
    { inputs: [{ a: 'x' }], resources: [claim('<< inputs.a | lower >>')] },
    { inputs: [{ a: 'y' }], resources: [claim('<< inputs.a | lower >>')] },
  ],
])('tells of %s that change', async (_, before, after) => {
  const found = await changeSet(before, after);
  expect(found.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['notice FX527']);
});

it('tells of a provider of inputs that changes', async () => {
  const spec = { inputsFrom: [{ name: 'tenants' }], resources: [claim('<< inputs.tenant >>')] };
  const provider = (tenant: string): SampleObject => ({
    kind: 'ResourceSetInputProvider',
    name: 'tenants',
    namespace: 'web',
    spec: { type: 'Static', defaultValues: { tenant } },
  });
  const found = await change([set(spec), provider('a')], [set(spec), provider('b')]);
  expect(found.codes).toEqual(['FX527']);
});

it('is silent where nothing goes', async () => {
  const templated = {
    inputs: [{ tenant: 'a' }],
    resources: [claim('db-<< inputs.tenant >>')],
    resourcesTemplate: '<< 1 >>',
  };
  const found = await changeSet({ ...templated, wait: true }, { ...templated, wait: false });
  expect(found.codes).toEqual([]);
  repository.publish('more');
  expect((await synth(repository, dev(set({ ...templated, wait: true })))).codes).toEqual([]);
});

it('takes an input spelled out for the same object', async () => {
  const found = await changeSet(
    { inputs: [{ tenant: 'a' }], resources: [claim('db-<< inputs.tenant >>')] },
    { resources: [claim('db-a')] },
  );
  expect(found.codes).toEqual([]);
});
