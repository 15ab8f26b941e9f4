import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../../../src/changes/print/print-changes.js';
import { printDiagnostic } from '../../../../src/diagnostics/print.js';
import { Repository } from '../../repository.js';
import { type SampleObject, sampleApp } from '../../sample-app.js';
import { type Synthesized, synth } from '../../synth.js';

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
const DISABLED = { 'fluxcd.controlplane.io/reconcile': 'disabled' };
const KEPT_BY_FLUX = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };
const KEPT = { annotations: { 'fluxcd.controlplane.io/prune': 'disabled' } };
const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'keep', namespace: 'web' } };
const set = (spec: object, name = 'apps'): SampleObject => ({ kind: 'ResourceSet', name, namespace: 'web', spec });
const dev = (...objects: readonly SampleObject[]) =>
  sampleApp({ dev: { addons: { web: { objects, kustomization: { wait: false } } } } });
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes));
/** The plan's lines, including what each deletion destroys. */
const linesWithLoss = ({ clusters }: Synthesized) =>
  clusters.flatMap(({ changes, before }) => printChanges(changes, before.state));

const change = async (before: readonly SampleObject[], after: readonly SampleObject[]): Promise<Synthesized> => {
  expect((await synth(repository, dev(...before))).written).toBe(true);
  repository.publish('a cluster');
  return synth(repository, dev(...after));
};
const changeSet = (before: object, after: object) => change([set(before)], [set(after)]);

it('refuses to remove data from the resources of a set', async () => {
  const found = await changeSet({ resources: [claim('db'), configMap] }, { resources: [configMap] });
  expect(found.codes).toEqual(['FX502']);
  expect(textOf(found)).toContain('set the annotation fluxcd.controlplane.io/prune: disabled on it');
  expect(textOf(found)).toContain('PersistentVolumeClaim/db in web is removed');
  expect(linesOf(found)).toEqual([
    '~ ResourceSet/apps in web (web)',
    '- PersistentVolumeClaim/db in web (ResourceSet/apps in web)',
  ]);
});

it('refuses to remove an input from which a set makes data', async () => {
  const resources = [claim('db-<< inputs.tenant >>')];
  const found = await changeSet(
    { inputs: [{ tenant: 'a' }, { tenant: 'b' }], resources },
    { inputs: [{ tenant: 'a' }], resources },
  );
  expect(found.codes).toEqual(['FX502']);
  expect(textOf(found)).toContain('PersistentVolumeClaim/db-b in web is removed');
});

it('shows the objects of a set that is removed as a whole, or in steps', async () => {
  const steps = [{ name: 'first', resources: [claim('db')] }];
  const found = await change([set({ steps })], [{ kind: 'ConfigMap', name: 'keep' }]);
  expect(linesOf(found)).toContain('- PersistentVolumeClaim/db in web (ResourceSet/apps in web and web)');
  expect(textOf(found)).toContain('PersistentVolumeClaim/db in web is removed');
});

it('accepts declared removals, and ignores objects that the operator keeps', async () => {
  const found = await changeSet({ resources: [claim('db', KEPT), configMap] }, { resources: [configMap] });
  expect(found.codes).toEqual([]);
  expect(linesOf(found).join()).toContain('PersistentVolumeClaim/db in web is left behind');
});

it('refuses to move data from a set to the addon', async () => {
  const data = { kind: 'PersistentVolumeClaim', name: 'db', namespace: 'web' };
  const found = await change([set({ resources: [claim('db'), configMap] })], [set({ resources: [configMap] }), data]);
  expect(found.codes).toEqual(['FX526']);
  expect(textOf(found)).toContain('leaves ResourceSet/apps in web for a Kustomization in one change');
});

describe('a set that Flux leaves in the cluster', () => {
  const left = (annotations: SampleObject['annotations'] = KEPT_BY_FLUX, ofClaim: object = {}) => ({
    ...set({ resources: [claim('db', ofClaim), configMap] }),
    annotations: annotations ?? {},
  });
  const KEEP = { kind: 'ConfigMap', name: 'keep', namespace: 'web' };
  const OTHER = { ...KEEP, name: 'other' };

  it.each(['prune', 'reconcile'])('still makes its objects, so no addon may add them: %s', async (mark) => {
    const annotations = { [`kustomize.toolkit.fluxcd.io/${mark}`]: 'disabled' };
    const found = await change([left(annotations, KEPT)], [KEEP]);
    expect(found.codes).toEqual(['FX526']);
    expect(textOf(found)).toContain(
      'ConfigMap/keep in web would have two owners: Flux leaves ResourceSet/apps in web in the cluster, which still makes it',
    );
    const data = { ...KEEP, kind: 'PersistentVolumeClaim', name: 'db' };
    expect((await synth(repository, dev(data))).codes).toEqual(['FX526']);
  });

  it('has a delete command that lists what else it destroys', async () => {
    const found = await change([left()], [OTHER]);
    expect(found.codes).toEqual([]);
    expect(linesWithLoss(found)).toContain(
      '○ ResourceSet/apps in web is left behind (web) and stays at work; this command also deletes all objects that it has made: ConfigMap/keep in web, PersistentVolumeClaim/db in web: kubectl delete -n web resourceset.fluxcd.controlplane.io/apps',
    );
  });

  it('has a delete command without objects that the operator keeps', async () => {
    const found = await change([left(KEPT_BY_FLUX, KEPT)], [OTHER]);
    expect(linesWithLoss(found).join()).toContain('all objects that it has made: ConfigMap/keep in web: kubectl');
  });

  it('makes nothing if the operator ignores it', async () => {
    const annotations = { ...KEPT_BY_FLUX, 'fluxcd.controlplane.io/reconcile': 'disabled' };
    const found = await change([left(annotations)], [KEEP]);
    expect(found.codes).toEqual([]);
    expect(linesWithLoss(found).join()).not.toContain('stays at work');
  });
});

const between = (object: object) =>
  change(
    [set({ resources: [object, configMap] }), set({ resources: [claim('other')] }, 'more')],
    [set({ resources: [configMap] }), set({ resources: [claim('other'), object] }, 'more')],
  );
const severitiesOf = ({ diagnostics }: Synthesized) => diagnostics.map(({ code, severity }) => `${severity} ${code}`);

it('refuses to move data between sets, because the operator may delete it first', async () => {
  const found = await between(claim('db'));
  expect(severitiesOf(found)).toEqual(['error FX526']);
  expect(textOf(found)).toContain('the Flux Operator may delete it before the other set has it, and with it');
});

it('notes that an object without data moves between sets', async () => {
  expect(severitiesOf(await between({ ...configMap, metadata: { name: 'moved', namespace: 'web' } }))).toEqual([
    'notice FX526',
  ]);
});

it('accepts moving data between sets if the data is kept on the way', async () => {
  expect(severitiesOf(await between(claim('db', KEPT)))).toEqual([]);
});

/** No function of this name is followed. */
const HIDDEN = '<< inputs.a | sha256sum >>';

it.each([
  ['templates', { resourcesTemplate: `name: ${HIDDEN}` }, { resourcesTemplate: `names: ${HIDDEN}` }],
  ['explicit resources', { resources: [claim('db')] }, { inputs: [{ a: 'db' }], resources: [claim(HIDDEN)] }],
  [
    'inputs that templates read',
    { inputs: [{ a: 'x' }], resources: [claim(HIDDEN)] },
    { inputs: [{ a: 'y' }], resources: [claim(HIDDEN)] },
  ],
])('reports %s that change, if only the operator knows the result', async (_, before, after) => {
  const inputs = [{ a: 'x' }];
  const found = await changeSet({ inputs, ...before }, { inputs, ...after });
  expect(found.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['notice FX527']);
});

const provider = (spec: object): SampleObject => ({
  kind: 'ResourceSetInputProvider',
  name: 'tenants',
  namespace: 'web',
  spec,
});
const provided = { inputsFrom: [{ name: 'tenants' }], resources: [claim('<< inputs.tenant >>')] };

it('follows a static input provider', async () => {
  const of = (tenant: string) => [set(provided), provider({ type: 'Static', defaultValues: { tenant } })];
  const found = await change(of('a'), of('b'));
  expect(found.codes).toEqual(['FX502']);
  expect(linesOf(found)).toContain('- PersistentVolumeClaim/a in web (ResourceSet/apps in web)');
});

it('reports a provider that a selector matches, and no other', async () => {
  const selecting = set({ ...provided, inputsFrom: [{ selector: { matchLabels: { team: 'a' } } }] });
  const of = (tenant: string, team: string) => [
    selecting,
    { ...provider({ type: 'Static', defaultValues: { tenant } }), labels: { team } },
  ];
  expect((await change(of('a', 'a'), of('b', 'a'))).codes).toEqual(['FX527']);
  expect((await change(of('a', 'a'), of('a', 'b'))).codes).toEqual(['FX527']);
  expect((await change(of('a', 'a'), [selecting])).codes).toEqual(['FX527']);
  expect((await change(of('a', 'b'), of('b', 'b'))).codes).toEqual([]);
});

it('knows that a disabled provider keeps its inputs', async () => {
  const of = (tenant: string, annotations: SampleObject['annotations'] = DISABLED) => [
    set(provided),
    { ...provider({ type: 'Static', defaultValues: { tenant } }), annotations: annotations ?? {} },
  ];
  expect((await change(of('a'), of('b'))).codes).toEqual([]);
  // What it had isn't known here.
  expect((await change(of('a'), of('b', {}))).codes).toEqual(['FX527']);
  expect((await change(of('a', {}), of('b'))).codes).toEqual(['FX527']);
});

it("accepts an additional input with a template that isn't followed", async () => {
  const of = (...tenants: readonly string[]) => ({
    inputs: tenants.map((a) => ({ a })),
    resources: [claim(HIDDEN)],
  });
  expect((await changeSet(of('x'), of('x', 'y'))).codes).toEqual([]);
  expect((await changeSet(of('x', 'y'), of('x'))).codes).toEqual(['FX527']);
});

it('reports an input provider that reads another address', async () => {
  const of = (url: string) => [set(provided), provider({ type: 'GitHubBranch', url })];
  expect((await change(of('https://github.com/a/b'), of('https://github.com/a/c'))).codes).toEqual(['FX527']);
});

const release = (spec: object) => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'shop', namespace: 'web' },
  spec: {
    interval: '10m',
    chart: { spec: { chart: 'shop', sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
    ...spec,
  },
});
const statefulSet = (replicas: unknown) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'web' },
  spec: {
    replicas,
    serviceName: 'db',
    persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' },
    selector: { matchLabels: { app: 'db' } },
    template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image: 'db:1' }] } },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
  },
});
const outside = {
  apiVersion: 's3.aws.upbound.io/v1beta1',
  kind: 'Bucket',
  metadata: { name: 'data' },
  spec: { forProvider: { region: 'eu-west-1' } },
};
const chart = (name: string) => ({ spec: { chart: name, sourceRef: { kind: 'HelmRepository', name: 'charts' } } });
const shrunk = { ...claim('db'), spec: { ...claim('db').spec, resources: { requests: { storage: '512Mi' } } } };
const ofClass = (storageClassName: string, metadata: object = {}) => ({
  ...claim('db', metadata),
  spec: { ...claim('db').spec, storageClassName },
});

describe('objects that a ResourceSet makes', () => {
  it.each([
    [
      'another chart',
      release({}),
      release({ chart: chart('store') }),
      'FX515',
      '± HelmRelease/shop in web is replaced',
    ],
    [
      'another namespace',
      release({}),
      release({ targetNamespace: 'x' }),
      'FX515',
      '± HelmRelease/shop in web is replaced',
    ],
    [
      'fewer replicas',
      statefulSet(3),
      statefulSet(1),
      'FX517',
      '~ StatefulSet/db in web destroys its claims data-db-1, data-db-2',
    ],
    ['a smaller claim', claim('db'), shrunk, 'FX520', '~ PersistentVolumeClaim/db in web'],
    ['a removed external resource', outside, configMap, 'FX502', '- Bucket/data (ResourceSet/apps in web)'],
  ])('are checked by the other rules: %s', async (_, before, after, code, line) => {
    const found = await changeSet({ resources: [before] }, { resources: [after] });
    expect(found.codes).toEqual([code]);
    expect(linesOf(found).find((one) => one.startsWith(line))).toMatch(/\(ResourceSet\/apps in web\)/);
    const template = { resourcesTemplate: JSON.stringify(before) };
    repository.remove();
    repository = new Repository();
    expect((await changeSet(template, { resourcesTemplate: JSON.stringify(after) })).codes).toEqual([code]);
  });

  it('are checked with the values from inputs', async () => {
    const resources = [statefulSet('<< inputs.replicas | int >>')];
    const found = await changeSet({ inputs: [{ replicas: 3 }], resources }, { inputs: [{ replicas: 1 }], resources });
    expect(found.codes).toEqual(['FX517']);
  });

  it('are replaced if the operator forces them', async () => {
    const forced = { annotations: { 'fluxcd.controlplane.io/force': 'enabled' } };
    const found = await changeSet({ resources: [ofClass('fast')] }, { resources: [ofClass('slow', forced)] });
    expect(found.codes).toEqual(['FX515']);
    expect(linesOf(found)).toContainEqual(expect.stringMatching(/^± PersistentVolumeClaim\/db in web is replaced/));
  });

  it("are refused with the set's name and the operator's annotation if their update fails", async () => {
    const found = await changeSet({ resources: [ofClass('fast')] }, { resources: [ofClass('slow')] });
    expect(found.codes).toEqual(['FX520']);
    expect(textOf(found)).toContain('so ResourceSet/apps in web fails and stays at the state that it has');
    expect(textOf(found)).toContain("set the annotation 'fluxcd.controlplane.io/force': 'enabled' on it");
  });

  it("are in the plan if they're created or changed", async () => {
    const found = await changeSet(
      { resources: [configMap] },
      { resources: [{ ...configMap, data: { a: 'b' } }, claim('db')] },
    );
    expect(found.codes).toEqual([]);
    expect(linesOf(found)).toEqual([
      '+ PersistentVolumeClaim/db in web (ResourceSet/apps in web)',
      '~ ConfigMap/keep in web (ResourceSet/apps in web)',
      '~ ResourceSet/apps in web (web)',
    ]);
  });

  it("stay while the set is disabled, and are deleted when it's enabled", async () => {
    const off = (spec: object): SampleObject => ({
      ...set(spec),
      annotations: { 'fluxcd.controlplane.io/reconcile': 'disabled' },
    });
    const found = await change([off({ resources: [claim('db'), configMap] })], [off({ resources: [configMap] })]);
    expect(found.codes).toEqual(['FX502']);
    expect(textOf(found)).toContain('is removed when ResourceSet/apps in web is enabled');
  });

  it('are left behind if a disabled set is removed', async () => {
    const off = {
      ...set({ resources: [claim('db')] }),
      annotations: { 'fluxcd.controlplane.io/reconcile': 'disabled' },
    };
    const found = await change([off], [{ kind: 'ConfigMap', name: 'keep' }]);
    expect(found.codes).toEqual([]);
    expect(linesOf(found).join()).toContain('PersistentVolumeClaim/db in web is left behind');
  });

  it('stay if the templates fail', async () => {
    const resources = [claim('db-<< inputs.tenant >>')];
    const found = await changeSet({ inputs: [{ tenant: 'a' }], resources }, { inputs: [{ tenants: 'a' }], resources });
    expect(found.codes).toEqual(['FX527']);
  });
});

it('reports nothing if nothing is deleted', async () => {
  const templated = {
    inputs: [{ tenant: 'a' }],
    resources: [claim('db-<< inputs.tenant >>')],
    resourcesTemplate: '<< inputs.tenant | sha256sum >>',
  };
  const found = await changeSet({ ...templated, wait: true }, { ...templated, wait: false });
  expect(found.codes).toEqual([]);
  repository.publish('more');
  expect((await synth(repository, dev(set({ ...templated, wait: true })))).codes).toEqual([]);
});

it('recognizes the same object after an input is replaced by its value', async () => {
  const found = await changeSet(
    { inputs: [{ tenant: 'a' }], resources: [claim('db-<< inputs.tenant >>')] },
    { resources: [claim('db-a')] },
  );
  expect(found.codes).toEqual([]);
});

describe('a set whose Kustomization reads vars from a ConfigMap', () => {
  const kustomization = {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps', namespace: 'flux-system' },
    spec: {
      interval: '1h',
      prune: true,
      path: './apps',
      sourceRef: { kind: 'GitRepository', name: 'flux-system' },
      postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] },
    },
  };
  const vars = (tenant: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'vars', namespace: 'flux-system' },
    data: { TENANT: tenant },
  });
  const write = (path: string, ...objects: readonly object[]) =>
    repository.write(path, objects.map((one) => JSON.stringify(one)).join('\n---\n'));
  const app = dev({ kind: 'ConfigMap', name: 'keep' });
  const setOf = (spec: object) => ({
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'ResourceSet',
    metadata: { name: 'apps', namespace: 'web' },
    spec,
  });
  const provider = {
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'ResourceSetInputProvider',
    metadata: { name: 'tenants', namespace: 'web' },
    spec: { type: 'Static', defaultValues: { tenant: '${TENANT}' } },
  };

  it.each([
    ['its inputs', [setOf({ inputs: [{ tenant: '${TENANT}' }], resources: [claim('db-<< inputs.tenant >>')] })]],
    [
      'the inputs of a provider',
      [setOf({ inputsFrom: [{ name: 'tenants' }], resources: [claim('db-<< inputs.tenant >>')] }), provider],
    ],
    ['its templates', [setOf({ resources: [claim('db-${TENANT}')] })]],
  ])('follows the vars in %s', async (_, objects) => {
    write('k8s/clusters/dev/apps.yaml', kustomization, vars('a'));
    write('apps/apps.yaml', ...objects);
    await synth(repository, app);
    repository.publish('by hand');
    write('k8s/clusters/dev/apps.yaml', kustomization, vars('b'));
    const found = await synth(repository, app);
    expect(found.codes).toEqual(['FX502']);
    expect(linesOf(found)).toEqual(
      expect.arrayContaining([
        '+ PersistentVolumeClaim/db-b in web (ResourceSet/apps in web)',
        '- PersistentVolumeClaim/db-a in web (ResourceSet/apps in web)',
      ]),
    );
  });

  it('follows a Kustomization that it makes, with vars from a ConfigMap that it makes', async () => {
    const spec = (tenant: string) => ({
      resources: [vars(tenant), { ...kustomization, spec: { ...kustomization.spec, path: './tenants' } }],
    });
    write('tenants/claim.yaml', claim('db-${TENANT}'));
    write('k8s/clusters/dev/set.yaml', setOf(spec('a')));
    await synth(repository, app);
    repository.publish('by hand');
    write('k8s/clusters/dev/set.yaml', setOf(spec('b')));
    const found = await synth(repository, app);
    expect(linesOf(found)).toContain('- PersistentVolumeClaim/db-a in web (apps)');
    expect(found.codes).toEqual(['FX502']);
  });
});

describe('an object with two owners, one of them a ResourceSet', () => {
  const keep = { kind: 'ConfigMap', name: 'keep', namespace: 'web' };
  const setOf = (spec: object, annotations: object = {}) => ({
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'ResourceSet',
    metadata: { name: 'theirs', namespace: 'web', annotations },
    spec,
  });
  const publish = (object: object) => {
    repository.write('k8s/clusters/dev/theirs.yaml', JSON.stringify(object));
    repository.publish('by hand');
  };
  const found = async (...objects: readonly SampleObject[]) => synth(repository, dev(...objects));

  it('is refused if the set is hand-written and an addon has the object', async () => {
    publish(setOf({ resources: [configMap] }));
    const refused = await found(keep);
    expect(refused.codes).toEqual(['FX506']);
    expect(textOf(refused)).toContain(
      '1 object of Kustomization "web" would have two owners: ResourceSet/theirs in web, which fluxspan did not write, makes it too',
    );
    expect(textOf(refused)).toContain('set the annotation fluxcd.controlplane.io/prune: disabled on it in ResourceSet');
  });

  it('is refused if an addon has the set and the object is hand-written', async () => {
    publish(configMap);
    expect(textOf(await found(set({ resources: [configMap] })))).toContain(
      '1 object of ResourceSet/apps in web would have two owners: Kustomization "flux-system", which fluxspan did not write, applies it too',
    );
  });

  it('is accepted if the set is disabled', async () => {
    publish(setOf({ resources: [configMap] }, { 'fluxcd.controlplane.io/reconcile': 'disabled' }));
    expect((await found(keep)).codes).toEqual([]);
  });
});
